// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-gpu-check-support

// What a launch plan and a kernel consist of.
#words = #spirv.storage_class<StorageBuffer>
module attributes {gpu.container_module} {
  memref.global "private" constant @constant : memref<4xi32> = dense<7>
  func.func @plan(%x: memref<4xi32>) -> (memref<2x2xi32>, f32) {
    %no = arith.constant false
    %s = arith.constant 1.0 : f32
    %a = memref.alloc() : memref<4xi32>
    %c = memref.get_global @constant : memref<4xi32>
    dml.dispatch @k::@k workgroups = [1, 1, 1], writes = [0, 1]
        (%a, %c : memref<4xi32>, memref<4xi32>)
    dml.barrier
    dml.report_indices %a[0], bound = 9 : memref<4xi32>
    dml.require %no, "known to fail"
    %y = memref.expand_shape %x [[0, 1]] output_shape [2, 2]
        : memref<4xi32> into memref<2x2xi32>
    memref.dealloc %a : memref<4xi32>
    return %y, %s : memref<2x2xi32>, f32
  }
  gpu.module @k {
    gpu.func @k(%a: memref<4xi32, #words>, %b: memref<1xvector<4xi32>, #words>)
        kernel {
      %c0 = arith.constant 0 : index
      %w = memref.load %a[%c0] : memref<4xi32, #words>
      %f = arith.bitcast %w : i32 to f32
      %v = vector.from_elements %w, %w, %w, %w : vector<4xi32>
      memref.store %v, %b[%c0] : memref<1xvector<4xi32>, #words>
      gpu.return
    }
  }
}

// -----

// Each refusal names the operation; all of a function's are found.
func.func @not_in_a_plan(%x: memref<4xf32>, %i: index, %c: i1) -> f32 {
  // expected-error @+1 {{'memref.load' op is not supported on the GPU}}
  %e = memref.load %x[%i] : memref<4xf32>
  // expected-error @+1 {{'arith.addf' op is not supported on the GPU}}
  %s = arith.addf %e, %e : f32
  // What it holds is not looked at.
  // expected-error @+1 {{'scf.if' op is not supported on the GPU}}
  scf.if %c {
    memref.store %s, %x[%i] : memref<4xf32>
  }
  return %s : f32
}

// -----

// What only a refused operation reads is not named, and what is returned is.
func.func @scalar_arguments(%x: memref<f32>, %y: memref<f32>) -> (f32, f32) {
  %e = memref.load %x[] : memref<f32>
  // expected-error @+1 {{'arith.negf' op is not supported on the GPU}}
  %n = arith.negf %e : f32
  // expected-error @+1 {{'memref.load' op is not supported on the GPU}}
  %f = memref.load %y[] : memref<f32>
  return %n, %f : f32, f32
}

// -----

func.func @contents_of_tensors(%c: i1) {
  // expected-error @+1 {{'dml.require' op depends on the contents of tensors, which the GPU does not hand back during a run}}
  dml.require %c, "no"
  return
}

// -----

func.func private @other()
func.func @call() {
  // expected-error @+1 {{'func.call' op is not supported on the GPU}}
  call @other() : () -> ()
  return
}

// -----

gpu.module @int8 {
  gpu.func @k(%a: i8) kernel {
    // expected-error @+1 {{'arith.addi' op computes with 'i8', for which the device needs the feature shaderInt8}}
    %b = arith.addi %a, %a : i8
    gpu.return
  }
}

// -----

gpu.module @int16 {
  gpu.func @k(%a: vector<2xi16>) kernel {
    // expected-error @+1 {{'arith.addi' op computes with 'vector<2xi16>', for which the device needs the feature shaderInt16}}
    %b = arith.addi %a, %a : vector<2xi16>
    gpu.return
  }
}

// -----

gpu.module @int64 {
  gpu.func @k(%a: i64) kernel {
    // expected-error @+1 {{'arith.muli' op computes with 'i64', for which the device needs the feature shaderInt64}}
    %b = arith.muli %a, %a : i64
    gpu.return
  }
}

// -----

// Words that are shifted as a pair are not what the user computes with.
gpu.module @shifted_pair {
  gpu.func @k(%low: i32, %high: i32, %distance: i32, %out: memref<1xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : i64
    %seven = arith.constant 7 : i64
    %l = arith.extui %low : i32 to i64
    %h = arith.extui %high : i32 to i64
    %s = arith.shli %h, %c32 : i64
    %pair = arith.ori %l, %s : i64
    %bits = arith.extui %distance : i32 to i64
    %shifted = arith.shrui %pair, %bits : i64
    %word = arith.trunci %shifted : i64 to i32
    %wide = arith.extui %word : i32 to i64
    // expected-error @+1 {{'arith.divui' op computes with 'i64', for which the device needs the feature shaderInt64}}
    %quotient = arith.divui %wide, %seven : i64
    %result = arith.trunci %quotient : i64 to i32
    memref.store %result, %out[%c0] : memref<1xi32>
    gpu.return
  }
}

// -----

gpu.module @float16 {
  gpu.func @k(%a: f16) kernel {
    // expected-error @+1 {{'arith.mulf' op computes with 'f16', for which the device needs the feature shaderFloat16}}
    %b = arith.mulf %a, %a : f16
    gpu.return
  }
}

// -----

gpu.module @float64 {
  gpu.func @k(%a: f64) kernel {
    // expected-error @+1 {{'math.sqrt' op computes with 'f64', for which the device needs the feature shaderFloat64}}
    %b = math.sqrt %a : f64
    gpu.return
  }
}

// -----

gpu.module @int24 {
  gpu.func @k(%a: i24) kernel {
    // expected-error @+1 {{'arith.addi' op computes with 'i24', which the GPU does not know}}
    %b = arith.addi %a, %a : i24
    gpu.return
  }
}

// -----

gpu.module @operation {
  gpu.func @k(%a: memref<4xi32>) kernel {
    // expected-error @+1 {{'memref.subview' op is not supported on the GPU}}
    %b = memref.subview %a[2] [2] [1]
        : memref<4xi32> to memref<2xi32, strided<[1], offset: 2>>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @k(%a: i1, %b: i1) kernel {
    %0 = arith.andi %a, %b : i1
    %1 = arith.cmpi ult, %a, %b : i1
    // expected-error @+1 {{'arith.ceildivui' op computes with 'i1', for which the GPU has no arithmetic}}
    %2 = arith.ceildivui %a, %b : i1
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @k(%a: vector<4xi1>) kernel {
    // expected-error @+1 {{'arith.addi' op computes with 'vector<4xi1>', for which the GPU has no arithmetic}}
    %0 = arith.addi %a, %a : vector<4xi1>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @k(%a: i1, %b: i1) kernel {
    // expected-error @+1 {{'arith.cmpi' op computes with 'i1', for which the GPU has no arithmetic}}
    %0 = arith.cmpi slt, %a, %b : i1
    gpu.return
  }
}
