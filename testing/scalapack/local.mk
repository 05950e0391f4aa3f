# Tests of scalapack.
