// --profile=FILE writes a trace of what a run does, --time a table of kernels.

// RUN: dml-run %s --input=1x4x512x512xf32=iota --output= --output= --cache=off --threads=2 --profile=%t.json
// RUN: FileCheck %s --check-prefixes=TRACE,CPU --input-file=%t.json
// RUN: dml-run %s --input=1x4x512x512xf32=iota --output= --output= --cache=off --device=vulkan --profile=%t.json
// RUN: FileCheck %s --check-prefixes=TRACE,VULKAN --input-file=%t.json

// TRACE: {{^}}{"displayTimeUnit":"ms","traceEvents":[
// VULKAN-SAME: {"args":{"name":"device"},"name":"thread_name","ph":"M","pid":1,"tid":0}
// TRACE-SAME: {"args":{"name":"host"},"name":"thread_name","ph":"M","pid":1,"tid":1}
// TRACE-SAME: "cat":"step","dur":{{[0-9.e+-]+}},"name":"parse","ph":"X","pid":1,"tid":1,"ts":{{[0-9.e+-]+}}}
// TRACE-SAME: "cat":"step",{{[^{}]*}}"name":"read inputs"
// TRACE-SAME: "cat":"step",{{[^{}]*}}"name":"refine"
// TRACE-SAME: "cat":"pass",{{[^{}]*}}"name":"canonicalize"
// VULKAN-SAME: "cat":"driver",{{[^{}]*}}"name":"compile {{two_kernel(-1)?}}"
// VULKAN-SAME: "cat":"driver",{{[^{}]*}}"name":"compile {{two_kernel(-1)?}}"
// CPU-SAME: "cat":"driver",{{[^{}]*}}"name":"machine code"
// TRACE-SAME: "cat":"step",{{[^{}]*}}"name":"compile"
// CPU-SAME: {"args":{"threads":{{[12]}}},"cat":"kernel",{{[^{}]*}}"name":"two_parallel"
// CPU-SAME: {"args":{"threads":{{[12]}}},"cat":"kernel",{{[^{}]*}}"name":"two_parallel_0"
// VULKAN-SAME: {"args":{"GB/s":{{[0-9.e+-]+}},"bytes":4194304},"cat":"transfer",{{[^{}]*}}"name":"upload"
// VULKAN-SAME: "bytes":8388608,"share of copy":{{[0-9.e+-]+}}},"cat":"kernel",{{[^{}]*}}"name":"two_kernel","ph":"X","pid":1,"tid":0,
// VULKAN-SAME: "cat":"kernel",{{[^{}]*}}"name":"two_kernel-1","ph":"X","pid":1,"tid":0,
// VULKAN-SAME: "cat":"transfer",{{[^{}]*}}"name":"download"
// TRACE-SAME: "cat":"step",{{[^{}]*}}"name":"run"
// TRACE-SAME: "cat":"step",{{[^{}]*}}"name":"write results"

// RUN: dml-run %s --input=1x4x512x512xf32=iota --output= --output= --time=2 --threads=1 \
// RUN:   | FileCheck %s --check-prefix=LOOPS
// LOOPS:      {{^}}kernel          calls         ms  threads{{$}}
// LOOPS-NEXT: {{^}}two_parallel        1 {{[0-9.]+}}        1{{$}}
// LOOPS-NEXT: {{^}}two_parallel_0      1 {{[0-9.]+}}        1{{$}}

// RUN: dml-run %s --input=1x4x512x512xf32=iota --output= --output= --time=2 --device=vulkan \
// RUN:   | FileCheck %s --check-prefix=KERNELS
// KERNELS:      {{^}}kernel        calls         ms         bytes       GB/s  of copy{{$}}
// KERNELS-NEXT: {{^}}two_kernel        1 {{[0-9.]+}}       8388608 {{[0-9.]+ [0-9.]+$}}
// KERNELS-NEXT: {{^}}two_kernel-1      1 {{[0-9.]+}}

// The timed runs are steps, and the kernels of two runs are timed.
// RUN: dml-run %s --input=1x4x512x512xf32=iota --output= --output= --time=2 --profile=%t.json
// RUN: FileCheck %s --check-prefix=TIMED --input-file=%t.json
// TIMED: "name":"two_parallel_0"
// TIMED-SAME: "name":"run"
// TIMED-NOT: two_parallel
// TIMED-SAME: "name":"run 1 of 2"
// TIMED-NOT: two_parallel
// TIMED-SAME: "name":"run 2 of 2"
// TIMED-SAME: "name":"two_parallel_0"
// TIMED-SAME: "name":"run, each kernel timed"

// RUN: rm -f %t.left.npy
// RUN: not dml-run %s --input=1x4x512x512xf32=iota --output= --output=@%t.left.npy --profile=%t.none/x.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNWRITABLE
// RUN: not ls %t.left.npy
// UNWRITABLE: dml-run: error: --profile: {{.*}}none/x.json

func.func @two(%x: tensor<1x4x512x512xf32>)
    -> (tensor<1x1x1024x1024xf32>, tensor<1x4x511x511xf32>) {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x512x512xf32>) -> tensor<1x1x1024x1024xf32>
  %z, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x4x512x512xf32>) -> (tensor<1x4x511x511xf32>, tensor<1x4x511x511xui32>)
  return %y, %z : tensor<1x1x1024x1024xf32>, tensor<1x4x511x511xf32>
}
