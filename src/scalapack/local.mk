# libhetgrid-scalapack
