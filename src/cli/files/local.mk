# Matrices in files, mapped where the format allows it. No MPI.
separate_command_sources += \
	src/cli/files/hdf5.cpp src/cli/files/hdf5.hpp \
	src/cli/files/matrix_file.cpp src/cli/files/matrix_file.hpp
command_sources += \
	src/cli/files/isolated.cpp src/cli/files/isolated.hpp \
	src/cli/files/mapping.cpp src/cli/files/mapping.hpp \
	src/cli/files/matrix_market.cpp src/cli/files/matrix_market.hpp \
	src/cli/files/npy.cpp src/cli/files/npy.hpp \
	src/cli/files/stored_matrix.hpp
