/*===- StaticRuntime.h - What ahead-of-time code runs on ----------*- C -*-===*\
|*                                                                            *|
|* Part of the dml project, under the Apache License v2.0 with LLVM           *|
|* Exceptions.                                                                *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

/* Included by the headers that dml-compile writes. The functions are in
   libdml_rt.a. All of them, and those of compiled code, may be called by
   several threads at the same time. */

#ifndef DML_C_STATICRUNTIME_H
#define DML_C_STATICRUNTIME_H

#ifdef __cplusplus
extern "C" {
#endif

/* What a compiled function returns. */
enum {
  DML_RT_SUCCESS = 0,
  /* Unpooling indices were out of range (rule U3): nothing was written for
     them. All results are there. */
  DML_RT_INDICES_OUT_OF_RANGE = 1,
  /* A rule was broken, or there was not enough memory. There are no results;
     memory for them may have been written to. */
  DML_RT_FAILURE = 2
};

/* Why, in the words that the tools use, in UTF-8; one line for each report. A
   text that is too long ends with "...". Empty after a success. */
typedef struct DmlRtError {
  char message[1024];
} DmlRtError;

/* Frees a result of dynamic shape; nothing happens to a null pointer. */
void dmlRtFree(void *result);

/* Threads that each call may use; 0, one for each core, at first. */
void dmlRtSetThreads(unsigned count);

#ifdef __cplusplus
}
#endif

#endif /* DML_C_STATICRUNTIME_H */
