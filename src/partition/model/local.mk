# Run times of a product on a partition; one algorithm a file.
plan_sources += \
	src/partition/model/communication.cpp src/partition/model/communication.hpp \
	src/partition/model/computation.cpp src/partition/model/computation.hpp \
	src/partition/model/fluid.cpp src/partition/model/fluid.hpp \
	src/partition/model/host_links.cpp src/partition/model/host_links.hpp \
	src/partition/model/model.hpp \
	src/partition/model/pcb.cpp \
	src/partition/model/pco.cpp \
	src/partition/model/pio.cpp \
	src/partition/model/predict.cpp \
	src/partition/model/scb.cpp \
	src/partition/model/sco.cpp \
	src/partition/model/sending_steps.cpp src/partition/model/sending_steps.hpp \
	src/partition/model/star.cpp src/partition/model/star.hpp \
	src/partition/model/star_messages.cpp src/partition/model/star_messages.hpp \
	src/partition/model/star_windows.cpp src/partition/model/star_windows.hpp
