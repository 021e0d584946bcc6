message(FATAL_ERROR "not to be read")
