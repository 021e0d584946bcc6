# cmake -DINPUT=FILE -DOUTPUT=FILE.inc -P LiteralOfFile.cmake
# Writes a text as a raw string literal of C++.
file(READ "${INPUT}" text)
file(WRITE "${OUTPUT}" "R\"text(${text})text\"\n")
