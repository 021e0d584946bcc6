// Launches that upstream does not verify, and what a launch plan cannot say.
// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-gpu-bind-buffers

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k() kernel { gpu.return }
  }
  func.func @no_such_kernel(%c: i1) {
    %c1 = arith.constant 1 : index
    scf.if %c {
      // expected-error @+1 {{a launch names a gpu.func, given @m::@other}}
      gpu.launch_func @m::@other blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    }
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.func @k() attributes {gpu.kernel} { llvm.return }
  }
  func.func @llvm_kernel() {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{a launch names a gpu.func, given @m::@k}}
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%x: memref<4xf32>, %y: memref<4xf32>) kernel { gpu.return }
  }
  func.func @fewer_operands(%x: memref<4xf32>, %c: i1) {
    %c1 = arith.constant 1 : index
    scf.if %c {
      // expected-error @+1 {{a launch has operands of the kernel's types: expected ('memref<4xf32>', 'memref<4xf32>'), given ('memref<4xf32>')}}
      gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
          args(%x : memref<4xf32>)
    }
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k() kernel { gpu.return }
  }
  func.func @asynchronous() {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{a launch is not asynchronous, and has neither clusters nor dynamic memory}}
    %t = gpu.launch_func async @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    gpu.wait [%t]
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%x: memref<4xvector<4xf32>>) kernel { gpu.return }
  }
  func.func @vectors(%x: memref<4xvector<4xf32>>) {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{a kernel needs a buffer of integers, floats or indices, given 'memref<4xvector<4xf32>>'}}
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%x : memref<4xvector<4xf32>>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%x: memref<4xf32>) kernel { gpu.return }
  }
  func.func @unranked(%x: memref<*xf32>) {
    %c1 = arith.constant 1 : index
    %y = memref.cast %x : memref<*xf32> to memref<4xf32>
    // expected-error @+1 {{a kernel needs a buffer of static shape, given 'memref<*xf32>'}}
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%y : memref<4xf32>)
    return
  }
}

// -----

// The number of threads does not fit 64 bits.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k() kernel { gpu.return }
  }
  func.func @many_threads() {
    %c1 = arith.constant 1 : index
    %n = arith.constant 2147483647 : index
    // expected-error @+1 {{a kernel needs workgroups of 18446744073709551615 threads; the device runs 128}}
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k() kernel { gpu.return }
  }
  func.func @negative() {
    %c1 = arith.constant 1 : index
    %n = arith.constant -2 : index
    // expected-error @+1 {{a launch has sizes from 1 to 2147483647, given -2}}
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %n, %c1)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k() kernel { gpu.return }
  }
  func.func @any_grid(%n: index) {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{a launch has sizes that are only known at run time}}
    gpu.launch_func @m::@k blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}
