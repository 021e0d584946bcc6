# cmake -DINPUT=FILE -DOUTPUT=FILE.inc -P WordsOfFile.cmake
# Writes the little-endian 32-bit words of a file as C++ literals.

file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1,\n" words "${bytes}")
file(WRITE ${OUTPUT} "${words}")
