/* ct.h: @main, written by dml-compile of dml 0.1.0. */

#ifndef DML_COMPILED_ct_main_H
#define DML_COMPILED_ct_main_H

#include <dml-c/StaticRuntime.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Tensors are row-major unless strides stand behind the type.

   argument0: 1x64x258x258xf32
   argument1: 64x64x3x3xf32
   result0: 1x64x256x256xf32

   Results overlap with nothing else. Returns DML_RT_SUCCESS,
   DML_RT_INDICES_OUT_OF_RANGE or DML_RT_FAILURE; error may be null. */
int ct_main(const float *argument0, const float *argument1, float *result0,
            DmlRtError *error);

#ifdef __cplusplus
}
#endif

#endif
