# What tests that start MPI programs have in common: sourced by mpirun.sh, for all that make runs, and by scripts that are also run by
# hand, most of them by cli/functions.sh.
OPENBLAS_NUM_THREADS=1
# Open MPI refuses root and more ranks than cores unless told otherwise.
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OPENBLAS_NUM_THREADS OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_rmaps_base_oversubscribe
