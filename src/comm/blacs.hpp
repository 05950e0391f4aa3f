// The BLACS C interface, as far as hetgrid uses it.
#pragma once

#include <mpi.h>

extern "C" {
void Cblacs_pinfo(int* mypnum, int* nprocs);
void Cblacs_get(int context, int what, int* value);
void Cblacs_gridinit(int* context, const char* order, int nprow, int npcol);
void Cblacs_gridmap(int* context, int* usermap, int ldumap, int nprow, int npcol);
void Cblacs_gridinfo(int context, int* nprow, int* npcol, int* myrow, int* mycol);
void Cblacs_gridexit(int context);
MPI_Comm Cblacs2sys_handle(int handle);
int Csys2blacs_handle(MPI_Comm comm);
}
