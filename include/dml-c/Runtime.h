/*===- dml-c/Runtime.h - Compile and run programs from C ----------*- C -*-===*\
|*                                                                            *|
|* Part of the dml project, under the Apache License v2.0 with LLVM           *|
|* Exceptions.                                                                *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The interface of libdml.so. An application opens a device, loads a program *|
|* of MLIR, and calls its functions on memory of its own.                     *|
|*                                                                            *|
|* Functions that can fail return null, or an error that says in words what   *|
|* was wrong and that dmlErrorDestroy frees; what they would have given is    *|
|* null then. Handles may be destroyed in any order: what uses another one    *|
|* keeps it alive. All functions may be called from any thread at any time,   *|
|* and on the same handles, but for those that destroy them.                  *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef DML_C_RUNTIME_H
#define DML_C_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the library: `0.1.0`. */
const char *dmlGetVersion(void);

/*===----------------------------------------------------------------------===*\
|* Errors                                                                     *|
\*===----------------------------------------------------------------------===*/

typedef struct DmlError DmlError;

/** What was wrong: a line, and the diagnostics of a program below it. Lives as
 * long as the error. */
const char *dmlErrorGetMessage(const DmlError *error);

/** Frees an error, or nothing. */
void dmlErrorDestroy(DmlError *error);

/*===----------------------------------------------------------------------===*\
|* Tensors                                                                    *|
\*===----------------------------------------------------------------------===*/

/** Element types (rule T1), and `index` for scalars. */
enum {
  DML_F64,
  DML_F32,
  DML_F16,
  DML_I64,
  DML_I32,
  DML_I16,
  DML_I8,
  DML_UI64,
  DML_UI32,
  DML_UI16,
  DML_UI8,
  DML_INDEX
};

enum {
  /** The highest rank (rule T2). */
  DML_MAX_RANK = 8,
  /** The size of a dimension that is not known yet. */
  DML_DYNAMIC = -1
};

/** A tensor in memory, or its type alone. */
typedef struct DmlTensor {
  /** The elements; they start on a boundary of an element. Null for a type
   * alone. */
  void *data;
  /** DML_F64 to DML_INDEX. */
  int32_t elementType;
  /** 0 to DML_MAX_RANK; 0 for a scalar. */
  int32_t rank;
  int64_t sizes[DML_MAX_RANK];
  /** How many elements a step is in each dimension, as the function declares it
   * for the argument or result (rule T3); all zero for row-major order without
   * gaps. */
  int64_t strides[DML_MAX_RANK];
} DmlTensor;

/** Frees memory that the library allocated for a result. */
void dmlTensorFree(DmlTensor *tensor);

/*===----------------------------------------------------------------------===*\
|* Devices                                                                    *|
\*===----------------------------------------------------------------------===*/

typedef struct DmlDevice DmlDevice;

typedef struct DmlDeviceOptions {
  /** sizeof(DmlDeviceOptions): later versions have more members. */
  size_t size;
  /** Threads of the CPU, at most 4096; 0: one for each core. */
  uint32_t numThreads;
} DmlDeviceOptions;

/** Opens a device: `cpu`, `reference`, `vulkan`, `vulkan://INDEX` or
 * `vulkan://UUID`. Without options, which may be null, it has the usual ones.
 * The message of a failure lists the devices there are. */
DmlError *dmlDeviceOpen(const char *uri, const DmlDeviceOptions *options,
                        DmlDevice **device);
void dmlDeviceDestroy(DmlDevice *device);

/** Calls the visitor with the URI and a description of each device that
 * dmlDeviceOpen can open on this machine. The texts live as long as the call.
 */
void dmlVisitDevices(void (*visitor)(const char *uri, const char *description,
                                     void *userData),
                     void *userData);

/*===----------------------------------------------------------------------===*\
|* Programs                                                                   *|
\*===----------------------------------------------------------------------===*/

/** A verified module of MLIR. */
typedef struct DmlProgram DmlProgram;

/** Parses MLIR text or bytecode, which is copied. Messages call it by the name,
 * which may be null. */
DmlError *dmlProgramParse(const char *source, size_t length, const char *name,
                          DmlProgram **program);

/** Parses a file. */
DmlError *dmlProgramLoad(const char *path, DmlProgram **program);
void dmlProgramDestroy(DmlProgram *program);

/** The public functions that have a body, in the order of the program. A name
 * lives as long as the program; it is null where there is no such function. */
size_t dmlProgramGetNumFunctions(const DmlProgram *program);
const char *dmlProgramGetFunctionName(const DmlProgram *program, size_t index);

/*===----------------------------------------------------------------------===*\
|* Functions                                                                  *|
\*===----------------------------------------------------------------------===*/

/** A function of a program on a device. It is compiled for the types of its
 * arguments, and for the values of those of type index, when they are met
 * first; what was compiled is kept. */
typedef struct DmlFunction DmlFunction;

/** The name may be null where the program has one public function. */
DmlError *dmlFunctionCreate(const DmlProgram *program, const char *name,
                            DmlDevice *device, DmlFunction **function);
void dmlFunctionDestroy(DmlFunction *function);

size_t dmlFunctionGetNumArguments(const DmlFunction *function);
size_t dmlFunctionGetNumResults(const DmlFunction *function);

/** The declared types. Sizes may be DML_DYNAMIC; the data is null. */
DmlError *dmlFunctionGetArgumentType(const DmlFunction *function, size_t index,
                                     DmlTensor *type);
DmlError *dmlFunctionGetResultType(const DmlFunction *function, size_t index,
                                   DmlTensor *type);

/** A function compiled for arguments of given types. */
typedef struct DmlExecutable DmlExecutable;

/** Compiles the function for arguments of these types, unless that is done
 * already. The data of arguments of type index is read, and no other. */
DmlError *dmlFunctionCompile(DmlFunction *function, const DmlTensor *arguments,
                             size_t numArguments, DmlExecutable **executable);

/** Opens what `dml-compile --target=vulkan1.1` made: the file manifest.json.
 * The device must be one of Vulkan. */
DmlError *dmlExecutableLoad(const char *path, DmlDevice *device,
                            DmlExecutable **executable);
void dmlExecutableDestroy(DmlExecutable *executable);

/** The types of the arguments, whose data is null. */
size_t dmlExecutableGetNumArguments(const DmlExecutable *executable);
DmlError *dmlExecutableGetArgumentType(const DmlExecutable *executable,
                                       size_t index, DmlTensor *type);

/** The types of the results for these arguments. Sizes that depend on values
 * are DML_DYNAMIC. */
size_t dmlExecutableGetNumResults(const DmlExecutable *executable);
DmlError *dmlExecutableGetResultType(const DmlExecutable *executable,
                                     size_t index, DmlTensor *type);

/*===----------------------------------------------------------------------===*\
|* Calls                                                                      *|
\*===----------------------------------------------------------------------===*/

/** Milliseconds; negative where something was not measured. */
typedef struct DmlTimings {
  /** sizeof(DmlTimings): later versions have more members. */
  size_t size;
  /** The whole call. */
  double run;
  /** By the clock of a device with memory of its own: transfers to it, kernels,
   * and transfers from it. */
  double upload;
  double kernels;
  double download;
} DmlTimings;

enum {
  /** Unpooling indices outside of the result are dropped. Without this flag the
   * call fails and says which there were (rule U3). */
  DML_IGNORE_OUT_OF_RANGE_INDICES = 1
};

/** Runs it. Each result whose data is null gets memory that dmlTensorFree
 * frees, and its type. Any other gives its type and memory of the caller's,
 * which is refused where it overlaps that of arguments or of other results,
 * gaps between elements included; the caller's memory holds no particular
 * values after a failure. Flags are 0 or
 * DML_IGNORE_OUT_OF_RANGE_INDICES; timings may be null.
 * On Vulkan, the first run that unpools by indices that pooling does not give,
 * or gives only where windows overlap, compiles the function again. */
DmlError *dmlExecutableRun(DmlExecutable *executable,
                           const DmlTensor *arguments, size_t numArguments,
                           DmlTensor *results, size_t numResults,
                           uint32_t flags, DmlTimings *timings);

/** dmlFunctionCompile and dmlExecutableRun in one. */
DmlError *dmlFunctionCall(DmlFunction *function, const DmlTensor *arguments,
                          size_t numArguments, DmlTensor *results,
                          size_t numResults, uint32_t flags,
                          DmlTimings *timings);

#ifdef __cplusplus
}
#endif

#endif /* DML_C_RUNTIME_H */
