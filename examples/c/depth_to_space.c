/* Loads a program, calls it on its own memory, and prints the result. */

#include <dml-c/Runtime.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program with the message of an error, if there is one. */
static void check(DmlError *error) {
  if (!error)
    return;
  fprintf(stderr, "%s\n", dmlErrorGetMessage(error));
  dmlErrorDestroy(error);
  exit(1);
}

int main(int argc, char **argv) {
  const char *uri = argc > 1 ? argv[1] : "cpu";
  const char *path = argc > 2 ? argv[2] : "examples/depth_to_space1_dcr.mlir";

  DmlDevice *device;
  check(dmlDeviceOpen(uri, NULL, &device));
  DmlProgram *program;
  check(dmlProgramLoad(path, &program));
  DmlFunction *function;
  check(dmlFunctionCreate(program, NULL, device, &function));

  uint32_t x[1 * 8 * 2 * 3], y[1 * 2 * 4 * 6];
  for (uint32_t i = 0; i < 48; ++i)
    x[i] = i;
  DmlTensor input = {x, DML_UI32, 4, {1, 8, 2, 3}, {0}};
  DmlTensor result = {y, DML_UI32, 4, {1, 2, 4, 6}, {0}};
  check(dmlFunctionCall(function, &input, 1, &result, 1, 0, NULL));
  for (int i = 0; i < 48; ++i)
    printf("%u%c", (unsigned)y[i], i % 6 == 5 ? '\n' : ' ');

  dmlFunctionDestroy(function);
  dmlProgramDestroy(program);
  dmlDeviceDestroy(device);
  return 0;
}
