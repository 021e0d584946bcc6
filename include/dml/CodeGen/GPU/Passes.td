//===- Passes.td - Code generation for GPUs ----------------*- tablegen -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_CODEGEN_GPU_PASSES_TD
#define DML_CODEGEN_GPU_PASSES_TD

include "mlir/Pass/PassBase.td"

defvar WorkgroupSizeOption =
    Option<"workgroupSize", "workgroup-size", "int64_t", "128",
           "Threads of a workgroup">;
defvar MaxWorkgroupsOption =
    Option<"maxWorkgroups", "max-workgroups", "int64_t", "65535",
           "Workgroups that a dimension of a grid may have">;
defvar MaxWorkgroupMemoryOption =
    Option<"maxWorkgroupMemory", "max-workgroup-memory", "int64_t", "16384",
           "Bytes that the threads of a workgroup may share">;
defvar MaxStorageBuffersOption =
    Option<"maxStorageBuffers", "max-storage-buffers", "uint64_t", "4",
           "Buffers that a kernel may bind">;

def GPULowerTensorMoves : Pass<"dml-gpu-lower-tensor-moves"> {
  let summary = "Lower slices and padding of static tensors to linalg";
  let description = [{
    `tensor.pad` with a constant, `tensor.extract_slice`, `tensor.insert_slice`,
    `tensor.concat` and `tensor.reshape` of static sizes, offsets and strides,
    and `tensor.insert` at constant positions become structured operations that
    write each element of their result once: no later step needs to write a part
    of a buffer, where threads would share words.
    If a concatenation has more tensors than a kernel can bind beside its result,
    groups of them are joined first.

    Before:

    ```mlir
    %p = tensor.pad %x low[1] high[0] {
    ^bb0(%i: index):
      tensor.yield %zero : f32
    } : tensor<4xf32> to tensor<5xf32>
    ```

    After:

    ```mlir
    %p = linalg.generic ... outs(%empty : tensor<5xf32>) {
    ^bb0(%old: f32):
      %i = linalg.index 0 : index
      %from = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)
      %inside = arith.cmpi ult, %from, %c4 : index
      %e = scf.if %inside -> (f32) {
        %read = tensor.extract %x[%from] : tensor<4xf32>
        scf.yield %read : f32
      } else {
        scf.yield %zero : f32
      }
      linalg.yield %e : f32
    } -> tensor<5xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let options = [MaxStorageBuffersOption];
}

def GPUScalarsToBuffers
    : Pass<"dml-gpu-scalars-to-buffers", "::mlir::func::FuncOp"> {
  let summary = "Pass scalar arguments in buffers, and initialise flags before runs";
  let description = [{
    Kernels take buffers only. An argument of integer or floating-point type
    becomes a buffer of rank 0, which its users load; returned, it is the buffer
    that is returned.

    Before:

    ```mlir
    func.func @main(%x: memref<8xf32>, %s: f32) {
      linalg.fill ins(%s : f32) outs(%x : memref<8xf32>)
      return
    }
    ```

    After:

    ```mlir
    func.func @main(%x: memref<8xf32>, %s: memref<f32>) {
      %0 = memref.load %s[] : memref<f32>
      linalg.fill ins(%0 : f32) outs(%x : memref<8xf32>)
      return
    }
    ```

    Flags, which are 32-bit integers that start as constants, have these values
    when a run begins, so that no kernel waits for another one that initialises
    them. Those of the same writers share a buffer: each on its own would be a
    binding of every kernel that looks at it.

    Before:

    ```mlir
    %a = memref.alloc() : memref<i32>
    linalg.fill ins(%c0 : i32) outs(%a : memref<i32>)
    %b = memref.alloc() : memref<i32>
    linalg.fill ins(%c1 : i32) outs(%b : memref<i32>)
    ```

    After:

    ```mlir
    %all = memref.alloc() : memref<2xi32>
    dml.initialize %all[0] = 0 : memref<2xi32>
    dml.initialize %all[1] = 1 : memref<2xi32>
    %a = memref.subview %all[0] [1] [1] : memref<2xi32> to memref<i32, strided<[]>>
    %b = memref.subview %all[1] [1] [1]
        : memref<2xi32> to memref<i32, strided<[], offset: 1>>
    ```
  }];
  let dependentDialects = [
    "::dml::DMLDialect", "::mlir::memref::MemRefDialect"
  ];
}

def GPUOutlineChecks
    : Pass<"dml-gpu-outline-checks", "::mlir::func::FuncOp"> {
  let summary = "Make checks that depend on data in kernels of their own";
  let description = [{
    A kernel cannot end a run. A `dml.require` in the body of a `linalg.generic`
    moves to a kernel before it, in which a thread computes what an element's
    conditions depend on and sets a word of a status buffer where one does not
    hold; one outside of such an operation moves to a kernel of one thread. The
    runner reads the words after the run (`dml.report_check`). The operation
    itself computes something in any case, and stays inside of its buffers.

    Before:

    ```mlir
    linalg.generic ... ins(%x, %y : memref<7xi32>, memref<7xi32>)
        outs(%z : memref<7xi32>) {
    ^bb0(%a: i32, %b: i32, %old: i32):
      %ok = arith.cmpi ne, %b, %c0 : i32
      dml.require %ok, "'arith.divsi' op divides by zero"
      %q = arith.divsi %a, %b : i32
      linalg.yield %q : i32
    }
    ```

    After:

    ```mlir
    %status = memref.alloc() : memref<1xi32>
    gpu.launch ... {  // zeros
      ... memref.store %c0, %status[%word]
    }
    gpu.launch ... {  // a thread for each element
      %b = memref.load %y[%element] : memref<7xi32>
      %ok = arith.cmpi ne, %b, %c0 : i32
      %fails = arith.xori %ok, %true : i1
      scf.if %fails {
        memref.store %c1, %status[%c0] : memref<1xi32>
      }
    }
    dml.report_check %status[0], "'arith.divsi' op divides by zero"
        : memref<1xi32>
    linalg.generic ... ins(%x, %y : memref<7xi32>, memref<7xi32>)
        outs(%z : memref<7xi32>) {
    ^bb0(%a: i32, %b: i32, %old: i32):
      %q = arith.divsi %a, %b : i32
      linalg.yield %q : i32
    }
    ```
  }];
  let options = [WorkgroupSizeOption, MaxWorkgroupsOption];
  let dependentDialects = [
    "::dml::DMLDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

def GPUSinkIntoLaunches
    : Pass<"dml-gpu-sink-into-launches", "::mlir::func::FuncOp"> {
  let summary = "Let the device decide about branches and scalars around kernels";
  let description = [{
    The host decides nothing about kernels. A branch around kernels becomes a
    kernel of one thread that writes their grids, which are empty on the side that
    is not taken: that costs less than threads that look at the condition
    themselves. A scalar that is read from a buffer or computed outside of a kernel
    is read or computed in it, if no kernel changes what it is made of meanwhile.
    Constants that a kernel stores before another one of one workgroup updates them
    are stored by that one.

    Before:

    ```mlir
    %a = memref.load %flag[] : memref<i32>
    %is_zero = arith.cmpi eq, %a, %c0 : i32
    scf.if %is_zero {
      gpu.launch ... in (%gx = %c8, %gy = %c1, %gz = %c1) ... {
        memref.store %x, %y[%thread] : memref<8xf32>
        gpu.terminator
      }
    }
    ```

    After:

    ```mlir
    %grids = memref.alloc() : memref<3xi32>
    gpu.launch ... {  // one thread
      %a = memref.load %flag[] : memref<i32>
      %is_zero = arith.cmpi eq, %a, %c0 : i32
      %width = arith.select %is_zero, %c8_i32, %c0_i32 : i32
      memref.store %width, %words[%c0]
      ...
      gpu.terminator
    }
    gpu.launch ... in (%gx = %c8, %gy = %c1, %gz = %c1) ... {
      dml.launch_grid %grids[0] : memref<3xi32>
      memref.store %x, %y[%thread] : memref<8xf32>
      gpu.terminator
    }
    ```
  }];
  let dependentDialects = [
    "::dml::DMLDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::spirv::SPIRVDialect"
  ];
}

def GPULowerUnpool : Pass<"dml-gpu-lower-unpool", "::mlir::func::FuncOp"> {
  let summary = "Lower dml.unpool on buffers to kernels";
  let description = [{
    The operation becomes a sequence of kernels, all of which are launched. What
    they find in the indices, which control words pass on, decides on the device
    which of them have work to do.

    **Small results.** Results of up to 8192 elements, and as many inputs, have one
    kernel of one workgroup, if its memory and `cache-bytes` have room for a winner
    map, a word for each element, and if the operation has no conditions. The map
    holds what the fallback's map does, below. The kernel takes less time than
    several ones wait for each other. Its workgroup may have `max-invocations`
    threads, 512 at most, also where `workgroup-size` is less.

    **Others.** Where sizes suggest pooling, the first kernels are for pooled data,
    whose inputs point to elements near to each other. The first one looks at a sample
    of the indices. If these are near, a second one writes the result: each
    workgroup writes a block of it, in workgroup memory, and looks only at the
    inputs that may point into it. There are two of these, for windows that
    overlap and for windows that do not, where no input has to be found to be the
    last one. The workgroups count the inputs that they find. All other kernels
    stand in a branch that is taken if these are not all inputs. An operation with
    conditions has the branch only.

    With `assume`, there is neither a sample nor a branch where sizes suggest
    pooling: the first of the two kernels for indices that are `pooled`, the second,
    where there is one, for `disjoint` ones. A `dml.report_check` says where inputs
    were missed, and branches that are taken only then go. Operations that a run may
    skip, in branches and loops, assume nothing.

    Buffers are packed, or NHWC data with the dimensions in the order NCHW. The
    kernels for pooled data take both. The general operation has packed copies,
    which further kernels make.

    The general operation begins with a kernel that looks at a sample of the
    indices, which shows whether inputs stay in their planes.

    A radix partition follows. A counting sort appends the inputs, as pairs of
    index and value, to the lists of buckets of the result, which have a fixed
    length. Then a workgroup for each bucket finds its winners. Many buckets are
    grouped into coarse buckets, into which inputs are partitioned first, unless
    they stay in their planes.

    The fallback does the whole operation again if an input found its bucket
    full or is out of range, and it does operations at once whose map the cache
    holds. It uses a winner map in device memory with a word for each element of
    the result. Each input enters its position plus 1 at its index with an
    atomic maximum, so that the last one wins (U4) in whatever order threads
    execute. Then every element of the result is written once, with its winner's
    value or zero (U2). A map larger than `max-buffer-bytes` is made and used in
    pieces.

    The first four of the eight control words report indices out of range (U3). If
    the general operation stands in a branch, a run begins with zeros in them.

    Before:

    ```mlir
    dml.unpool ins(%v, %i : memref<1x1x2x2xf32>, memref<1x1x2x2xi32>)
               outs(%y : memref<1x1x4x4xf32>)
    ```

    After, views left out:

    ```mlir
    %control = memref.alloc() : memref<8xi32>
    gpu.launch ... {  // one workgroup: a sample
      ... memref.store %is_across, %control[%c4]
    }
    gpu.launch ... {  // chunks of inputs
      ... memref.store %pair, %buckets[%at]
    }
    gpu.launch ... {  // a workgroup for each bucket, likewise
      ... memref.store %vector, %y_vectors[%at]
    }
    %map = memref.alloc() : memref<20xi32>
    gpu.launch ... {  // zeros, if the fallback is needed
      ... memref.store %zeros, %map_vectors[%at]
    }
    gpu.launch ... {  // each index, if the map is needed
      ... memref.atomic_rmw maxu %winner, %map_words[%entry]
    }
    gpu.launch ... {  // one thread: the first index out of range, if any
      ...
    }
    dml.report_indices %control[0], bound = 16 : memref<8xi32>
    gpu.launch ... {  // each vector of the result, if the map is needed
      ... memref.load %v_flat[%winner_position] where there is a winner
    }
    ```
  }];
  let options = [WorkgroupSizeOption, MaxWorkgroupsOption,
                 MaxWorkgroupMemoryOption,
                 Option<"maxInvocations", "max-invocations", "int64_t", "128",
                        "Threads that a workgroup may have">,
                 Option<"cacheBytes", "cache-bytes", "int64_t", "262144",
                        "Bytes of a winner map that the device's cache holds">,
                 Option<"maxBufferBytes", "max-buffer-bytes", "int64_t",
                        "134217728", "Largest buffer that a kernel may bind">,
                 Option<"assumption", "assume", "::dml::IndexAssumption",
                        "::dml::IndexAssumption::None",
                        "What indices are where sizes suggest pooling",
                        "::dml::getIndexAssumptionValues()">];
  let dependentDialects = [
    "::dml::DMLDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::spirv::SPIRVDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def GPUTileOperations
    : Pass<"dml-gpu-tile-operations", "::mlir::func::FuncOp"> {
  let summary = "Lower contractions and transposed results to kernels with tiles";
  let description = [{
    **Matrix products and convolutions.**
    A `linalg.generic` that adds products of two factors to its result, as matrix
    products and convolutions do, becomes a `gpu.launch` of a workgroup for each
    tile of the result. In steps along the reduction loops, a workgroup copies
    what it needs of both factors to its memory, the next step's while it
    computes; each thread keeps a block of sums in registers. Where blocks are few,
    steps are deep, and threads without a block help to copy.

    Loops that move one factor only are rows or columns, those that move both or
    none a batch. The body may convert or compute the factors: an unfolded or
    padded one is read where the window lies. Factors and the result are read and
    written in vectors of 16 bytes where those lie side by side.

    A constant that fills the result before is a constant of the kernel. An
    operation that alone reads the result, element by element, is computed from
    the sums and writes its own result, in any order: a bias and a maximum, or
    depth_to_space1.

    Each sum takes its products in the order of the reduction loops, with a
    rounding for each operation: the result is that of the loops.

    Sums of other types than f32 and i32, short sums of one row or column, and
    results whose innermost dimension is a batch are left to
    `dml-gpu-map-to-threads`.

    Before:

    ```mlir
    linalg.generic {indexing_maps = [#m_k, #k_n, #m_n], ...}
        ins(%x, %y : memref<64x64xf32>, memref<64x64xf32>)
        outs(%z : memref<64x64xf32>) {
    ^bb0(%a: f32, %b: f32, %sum: f32):
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %sum, %p : f32
      linalg.yield %s : f32
    }
    ```

    After:

    ```mlir
    gpu.launch blocks(%tile, ...) in (...) threads(%thread, ...) in (...) {
      %step_words = memref.alloc() : memref<...xvector<4xi32>, #spirv.storage_class<Workgroup>>
      %sums:8 = scf.for %step = %c0 to %num_steps step %c1
          iter_args(%s0 = %z0, ..., %x0 = %first_x, %y0 = %first_y) {
        gpu.barrier
        memref.store %x0_words, %step_words[%x_slot]
        memref.store %y0_words, %step_words[%y_slot]
        gpu.barrier
        %next_x = memref.load %x_vectors[...]
        %next_y = memref.load %y_vectors[...]
        %row = memref.load %step_words[%thread_row]
        %column = memref.load %step_words[%thread_column]
        %p = arith.mulf %row_splat, %column : vector<4xf32>
        %sum = arith.addf %s0, %p : vector<4xf32>
        ...
        scf.yield %sum, ..., %next_x, %next_y
      }
      memref.store %sums0_words, %z_vectors[...]
      ...
      gpu.terminator
    }
    ```

    **Transposed results.**
    A `linalg.generic` that moves elements to a packed result, or computes its
    only result, becomes a `gpu.launch` where vectors of 16 bytes can be read along
    one loop and written along others: patches of unfold, transposes, and fold and
    pooling from packed to NHWC data. A workgroup reads or computes a tile, keeps
    it in its memory, and writes it the other way round.

    A tile has a range of rows, which may begin and end within a vector, and the
    source may lie anywhere. The words of a vector that goes on in another row are
    put together from both.

    A fold with strides to NHWC data reads the positions of an image that are a
    stride apart side by side. So a tile has those that are whole strides apart in
    all dimensions, and its rows are channels. A thread computes some channels of a
    position. depth_to_space1 by columns of NHWC data has such tiles, too.

    Other operations are left to `dml-gpu-map-to-threads`, among them those whose
    result has few consecutive bytes for each column.

    Before, with 49 rows for each column:

    ```mlir
    linalg.generic {indexing_maps = [#transposed, #identity], ...}
        ins(%x : memref<49x128xf16>) outs(%y : memref<128x49xf16>) {
    ^bb0(%e: f16, %old: f16):
      linalg.yield %e : f16
    }
    ```

    After, for one of the words that two rows make, for the first word of a
    vector, and for a word of a vector that goes on in the next column:

    ```mlir
    gpu.launch blocks(%tile, ...) in (...) threads(%thread, ...) in (...) {
      %tile_words = memref.alloc() : memref<...xi32, #spirv.storage_class<Workgroup>>
      %a = memref.load %x_vectors[%from] : memref<784xvector<4xi32>, ...>
      %b = memref.load %x_vectors[%from_next_row] : memref<784xvector<4xi32>, ...>
      %a0 = vector.extract %a[0] : i32 from vector<4xi32>
      %b0 = vector.extract %b[0] : i32 from vector<4xi32>
      ...
      %rows = arith.ori %low_of_a0, %low_of_b0_shifted : i32
      memref.store %rows, %tile_words[%slot]
      ...
      gpu.barrier
      %first = memref.load %tile_words[%begin]
      %second = memref.load %tile_words[%begin_plus_1]
      %right = arith.shrui %first, %bits : i32
      %twice = arith.shli %second, %c1 : i32
      %left = arith.shli %twice, %c31_minus_bits : i32
      %word = arith.ori %right, %left : i32
      ...
      %vector = vector.from_elements %word, ...
      scf.if %ends_in_column {
        memref.store %vector, %y_vectors[%to] : memref<784xvector<4xi32>, ...>
      }
      ...
      %both = arith.ori %end_of_column, %begin_of_next : i32
      memref.store %both, %y_words[%at] : memref<3136xi32, ...>
      gpu.terminator
    }
    ```
  }];
  let options = [
    WorkgroupSizeOption, MaxWorkgroupsOption, MaxWorkgroupMemoryOption,
    MaxStorageBuffersOption,
    Option<"contract", "contract", "bool", /*default=*/"false",
           "Round a product of f32 and the sum that takes it once (fma)">
  ];
  let dependentDialects = [
    "::dml::DMLDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::spirv::SPIRVDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def GPUMapToThreads : Pass<"dml-gpu-map-to-threads", "::mlir::func::FuncOp"> {
  let summary = "Let each GPU thread compute a vector of a linalg operation";
  let description = [{
    Every `linalg.generic` on buffers becomes a `gpu.launch`. A thread computes
    `vector-bytes` consecutive bytes of the result, consecutive threads
    consecutive vectors; reductions are loops inside of it. Positions are left
    as they are: `dml-gpu-pack-words` finds out which of a thread's elements lie
    side by side. Operations that do not write each element of their result once
    are refused.

    Some operations have threads that compute more than a vector:

    - Where neighbouring steps of a loop read much the same, as windows that
      overlap do, a thread takes up to 16 steps of that loop.
    - Where reads divide the indices of loops, as those of pooled NHWC data do, all
      steps with the same quotients are a cell, and a thread takes a vector of each.
      Where pixels have an odd number of channels, it takes one element of each, if
      the device stores such elements one by one (`min-store-bytes`).
    - Where 8- or 16-bit elements of several parts of the source take turns in the
      result, but not as often as a vector has elements, a thread computes as many
      consecutive vectors as make whole turns. The threads of a workgroup exchange
      them through its memory, and write as above.
    - Where elements of 8 bytes come from many rows of the source in turn, as those
      of a fold with a long stride do, 8 neighbouring threads take elements that are
      a stride apart, and read side by side.

    Rows of the result that are no whole vectors, such as those of images of odd
    widths, end within vectors. Each row begins with a thread's strip; a workgroup
    puts them together in its memory, and writes whole vectors:

    ```mlir
    memref.atomic_rmw ori %first_word, %tile[%place] : (i32, memref<445xi32, ...>) -> i32
    memref.store %second_word, %tile[%next_place] : memref<445xi32, ...>
    ...
    gpu.barrier
    ...
    memref.store %vector, %y_vectors[%from] : memref<388xvector<4xi32>, ...>
    ```

    A move that only permutes elements, such as space_to_depth1, may read a row of
    its source at each step of a dimension. A workgroup then has a tile at each of
    these steps, and its threads read the row once.

    Where results are much larger than their source, as of windows that overlap,
    that takes longer than computing what a row ends with apart: all threads compute
    their elements as if rows had no end, because the elements of one row are read
    as words. Where a row ends among them, a thread computes them instead, for both
    rows, and selects: one of the first threads of the workgroup. Short rows end too
    often for that.

    ```mlir
    %whole = arith.cmpi ult, %place_in_row, %c188_i32 : i32
    scf.if %whole {
      vector.store %vector, %flat[%position] : memref<4872xi8>, vector<16xi8>
    }
    %ends = arith.cmpi ult, %thread, %c11 : index
    scf.if %ends {
      %run = affine.apply affine_map<(d0) -> (d0 floordiv 16)>(%row_begin)
      ...
      %e0 = arith.select %is_in_row, %this_row, %next_row : i8
    ```

    Operations with loops inside whose number of steps is not constant are computed
    as if their results had no rows. So are elements of two bytes that each read
    words of their own.

    Before:

    ```mlir
    linalg.generic {indexing_maps = [#transposed, #identity], ...}
        ins(%x : memref<8x6xf32>) outs(%y : memref<6x8xf32>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
    }
    ```

    After, for the first of four elements:

    ```mlir
    %flat = memref.collapse_shape %y [[0, 1]] : memref<6x8xf32> into memref<48xf32>
    gpu.launch blocks(...) in (...) threads(...) in (...) {
      %v = affine.apply affine_map<(d0, d1) -> (d0 * 128 + d1)>(%block, %thread)
      %below = arith.cmpi ult, %v, %c12 : index
      scf.if %below {
        %position = affine.apply affine_map<(d0) -> (d0 * 4)>(%v)
        %i:2 = affine.delinearize_index %position into (6, 8) : index, index
        %e0 = memref.load %x[%i#1, %i#0] : memref<8x6xf32>
        ...
        %vector = vector.from_elements %e0, %e1, %e2, %e3 : vector<4xf32>
        vector.store %vector, %flat[%position] : memref<48xf32>, vector<4xf32>
      }
      gpu.terminator
    }
    ```

    Scalars that are computed outside, from constants and buffers of rank 0 that
    nothing writes afterwards, are computed in each kernel instead.

    The last vector may reach beyond the result: device buffers are rounded up
    to 16 bytes.
  }];
  let options = [
    WorkgroupSizeOption, MaxWorkgroupsOption, MaxWorkgroupMemoryOption,
    Option<"vectorBytes", "vector-bytes", "int64_t", "16",
           "Bytes of a vector of the result; a multiple of 16">,
    Option<"minStoreBytes", "min-store-bytes", "int64_t", "4",
           "Bytes of the smallest elements that the device stores one by one: 1, "
           "2 or 4">
  ];
  let dependentDialects = [
    "::dml::DMLDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::spirv::SPIRVDialect", "::mlir::vector::VectorDialect"
  ];
}

def GPUWidenNegations
    : Pass<"dml-gpu-widen-negations", "::mlir::func::FuncOp"> {
  let summary = "Compute 16-bit integers that may be negations in 32 bits";
  let description = [{
    Some drivers take the larger of two negated 16-bit integers for the negated
    smaller one, and the lower of them for the negated larger one. -32768, which
    is its own negation, then comes out wrong. In 32 bits nothing is its own
    negation but 0. The pass goes before `dml-gpu-pack-words`, which keeps the
    32 bits where it places elements in words.

    Before:

    ```mlir
    %negated = arith.subi %zero, %x : i16
    ```

    After:

    ```mlir
    %wide_zero = arith.extsi %zero : i16 to i32
    %wide_x = arith.extsi %x : i16 to i32
    %wide = arith.subi %wide_zero, %wide_x : i32
    %negated = arith.trunci %wide : i32 to i16
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def GPUUnrollLongLoops
    : Pass<"dml-gpu-unroll-long-loops", "::mlir::func::FuncOp"> {
  let summary = "Unroll loops that a device would end";
  let description = [{
    Some drivers end the loops of a thread after a number of iterations, all loops
    together: Mesa's llvmpipe after 65535. Where a kernel has more than
    `max-loop-iterations`, an iteration of its innermost loops takes several steps,
    up to 64. `dml-gpu-check-support` refuses kernels that have more in spite of
    that. The pass goes before `dml-gpu-pack-words`, so that steps share words.

    Before, with `max-loop-iterations=65535`:

    ```mlir
    %sum = scf.for %i = %c0 to %c90000 step %c1 iter_args(%s = %zero) -> (i32) {
      %x = memref.load %buffer[%i] : memref<90000xi32>
      %next = arith.addi %s, %x : i32
      scf.yield %next : i32
    }
    ```

    After:

    ```mlir
    %sum = scf.for %i = %c0 to %c90000 step %c2 iter_args(%s = %zero) -> (i32) {
      %x = memref.load %buffer[%i] : memref<90000xi32>
      %next = arith.addi %s, %x : i32
      %j = arith.addi %i, %c1 : index
      %y = memref.load %buffer[%j] : memref<90000xi32>
      %last = arith.addi %next, %y : i32
      scf.yield %last : i32
    }
    ```
  }];
  let options = [
    Option<"maxLoopIterations", "max-loop-iterations", "uint64_t", "0",
           "Iterations after which the device ends the loops of a thread; 0 for "
           "any number">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def GPUPackWords : Pass<"dml-gpu-pack-words"> {
  let summary = "Let GPU kernels move 32-bit words instead of elements";
  let description = [{
    Inside `gpu.launch`, elements of any type are read as the 32-bit words that
    hold them, and stored as one word, two, or vectors of four. Elements whose
    positions differ by constants are read together: a vector of four or two
    words where alignment is known and most of it is wanted, words otherwise. Of
    several words that may begin anywhere in a vector, whole vectors are read, and
    words selected from them; elements that may begin anywhere in a word are shifted
    out of two. Elements that are only moved and selected never get
    a type, so kernels need no 8-, 16- or 64-bit features, unless a thread stores a
    single narrow element. Reads behind a guard
    become reads and a selection; a word outside of its buffer, and of
    `readable-margin` around it, is replaced by the last one. A vector of elements
    that is cast to four words becomes these words. Buffers of dynamic shapes, views
    whose place only a run knows, and stores of anything else are refused.

    Narrow elements that are selected keep their places in words, which are
    blended by masks. A guard that stays, because a loop is inside, yields words.
    Where bytes of a word are sums of bytes that make up words, these are added, in
    16 bits for each byte.

    Before:

    ```mlir
    %a = memref.load %x[%i] : memref<64xf16>     // %i = 4 * %v
    %b = memref.load %x[%i1] : memref<64xf16>    // %i1 = %i + 1
    ...
    %vector = vector.from_elements %a, %b, ... : vector<8xf16>
    vector.store %vector, %y[%p] : memref<128xf16>, vector<8xf16>
    ```

    After:

    ```mlir
    %pair = memref.load %x_pairs[%v] : memref<16xvector<2xi32>, ...>
    %ab = vector.extract %pair[0] : i32 from vector<2xi32>
    ...
    %vector = vector.from_elements %ab, ... : vector<4xi32>
    memref.store %vector, %y_vectors[%v] : memref<16xvector<4xi32>, ...>
    ```
  }];
  let options = [
    Option<"readableMargin", "readable-margin", "int64_t", "0",
           "Bytes before and behind each buffer that can be read, a multiple of "
           "16; dml-gpu-address-buffers has to follow, as bound buffers end. "
           "Kernels of more than 16 buffers do not read them">
  ];
  let dependentDialects = [
    "::dml::DMLDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::spirv::SPIRVDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def GPUSimplifyIndices : Pass<"dml-gpu-simplify-indices"> {
  let summary = "Compute indices of GPU kernels in unsigned 32-bit integers";
  let description = [{
    Inside `gpu.launch`, index values that are compared or converted are
    computed anew from the indices of threads and loops, as sums, unsigned
    quotients and remainders of 32 bits. What the ranges of these decide is
    folded.

    Before:

    ```mlir
    %i:2 = affine.delinearize_index %p into (8, 32) : index, index  // %p = 4 * %v
    %inside = arith.cmpi ult, %i#1, %c30 : index
    ```

    After:

    ```mlir
    %rest = arith.andi %v32, %c7_i32 : i32
    %column = arith.muli %rest, %c4_i32 : i32
    %inside = arith.cmpi ult, %column, %c30_i32 : i32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def GPUBindBuffers : Pass<"dml-gpu-bind-buffers", "::mlir::ModuleOp"> {
  let summary = "Turn kernel launches into dispatches of a launch plan";
  let description = [{
    After outlining, each buffer that a kernel views gets one binding, kernels
    get the attributes that the conversion to SPIR-V asks for, and launches
    become `dml.dispatch`, with a `dml.barrier` where a dispatch needs what
    others since the last barrier wrote, or writes what they read.

    Before:

    ```mlir
    gpu.launch_func @k::@k blocks in (%c4, %c1, %c1) threads in (%c128, %c1, %c1)
        args(%x_words : memref<2048xi32, ...>, %x_vectors : ..., %y_vectors : ...)
    ```

    After:

    ```mlir
    dml.dispatch @k::@k workgroups = [4, 1, 1], writes = [1]
        (%x, %y : memref<2048xf32>, memref<2048xf32>)
    ```
  }];
  let options = [
    Option<"spirvVersion", "spirv-version", "std::string", [{"v1.3"}],
           "Newest version of SPIR-V that kernels may need">,
    ListOption<"capabilities", "capabilities", "std::string",
               "Optional SPIR-V capabilities of the device, such as Int64">,
    MaxStorageBuffersOption,
    Option<"maxBufferBytes", "max-buffer-bytes", "int64_t", "134217728",
           "Largest buffer that a kernel may bind">,
    Option<"maxInvocations", "max-invocations", "int64_t", "128",
           "Threads that a workgroup may have in its first dimension">
  ];
  let dependentDialects = ["::dml::DMLDialect", "::mlir::spirv::SPIRVDialect"];
}

def GPUCheckSupport : Pass<"dml-gpu-check-support", "::mlir::ModuleOp"> {
  let summary = "Refuse what a launch plan or a kernel cannot hold";
  let description = [{
    Fails, naming the operation, unless functions are launch plans (buffers,
    `dml.dispatch`, `dml.barrier`, `dml.report_indices`, failed `dml.require`)
    and kernels hold operations that SPIR-V has, on types that the device has.
    `capabilities` lists the optional ones of Int8, Int16, Int64, Float16 and
    Float64, and of StorageBuffer8BitAccess and StorageBuffer16BitAccess for
    accesses to single elements of a buffer. The loops of a thread, one inside
    the other and one after the other, may take `max-loop-iterations`
    iterations, as far as their bounds are constant. Nothing is changed.
  }];
  let options = [
    Option<"maxLoopIterations", "max-loop-iterations", "uint64_t", "0",
           "Iterations after which the device ends the loops of a thread; 0 for "
           "any number">,
    ListOption<"capabilities", "capabilities", "std::string",
               "SPIR-V capabilities of the device: Int8, Int16, Int64, Float16, "
               "Float64, StorageBuffer8BitAccess, StorageBuffer16BitAccess">
  ];
}

def GPUEmulateWideIntegers
    : Pass<"dml-gpu-emulate-wide-integers", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Compute 64-bit integers as pairs of words";
  let description = [{
    A device may have no 64-bit integers. Kernels add, compare, shift and select
    them as vectors of two words then, and take the bits of doubles for them. The
    patterns are upstream's, but for shifts: upstream's are wrong where the distance
    is 0. A kernel that also does something else with them, such as
    a division, stays as it is, and is refused by `dml-gpu-check-support`.

    Before:

    ```mlir
    %sum = arith.addi %a, %b : i64
    ```

    After:

    ```mlir
    %low, %carry = arith.addui_extended %a0, %b0 : i32, i1
    %one = arith.extui %carry : i1 to i32
    %high0 = arith.addi %a1, %b1 : i32
    %high = arith.addi %high0, %one : i32
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"
  ];
}

def GPUExpandDivisions : Pass<"dml-gpu-expand-divisions"> {
  let summary = "Compute remainders and rounded quotients from divisions";
  let description = [{
    SPIR-V has neither `arith.ceildivsi`, `arith.ceildivui` nor
    `arith.floordivsi`, and Vulkan no signed remainder of negative operands.
    They become divisions that round towards zero, exact for all operands that
    `dml-guard-division` accepts, the smallest integer included.

    Before:

    ```mlir
    %r = arith.remsi %a, %b : i32
    ```

    After:

    ```mlir
    %q = arith.divsi %a, %b : i32
    %p = arith.muli %q, %b : i32
    %r = arith.subi %a, %p : i32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def GPUFinishKernels : Pass<"dml-gpu-finish-kernels", "::mlir::ModuleOp"> {
  let summary = "Fix what kernels leave open to devices: orders and roundings";
  let description = [{
    Each kernel's `spirv.module` moves into its `gpu.module`, of which nothing else
    is left: a launch plan names it by `@module::@kernel`.

    Atomic operations order nothing but themselves. Upstream's conversion makes
    each of them an acquire and a release, for which a device waits until its
    other accesses are done. No kernel of ours tells by an atomic operation that
    other memory was written: what other threads wrote to workgroup memory is
    read behind a barrier, what they wrote to buffers by the next dispatch.

    Floating-point operations are marked `no_contraction`: a product and a sum
    are rounded each, as on other devices.

    Vulkan lets a device take denormals for zeros, and a driver reason as if
    there were no NaNs and no negative zeros. A kernel that computes f32 asks for
    neither where the device offers it: where `capabilities` has DenormPreserve and
    SignedZeroInfNanPreserve. RoundingModeRTE there is about f16: a kernel that
    computes or converts it asks for both and for rounding to nearest even. Some
    drivers leave out sums with a constant 0 all the same, or with a select of
    constants that are 0 and -0, though -0 + 0 is 0, or truncate a number that is
    rounded to an integer and back. So a comparison replaces -0 by 0 there,
    unless the zero that is added is -0.

    Before:

    ```mlir
    spirv.module @__spv__k Logical GLSL450 {
      ...
      %before = spirv.AtomicIAdd <Device> <AcquireRelease> %entry, %one
          : !spirv.ptr<i32, StorageBuffer>
      %sum = spirv.FAdd %a, %b : f32
      spirv.EntryPoint "GLCompute" @kernel
    }
    gpu.module @k { gpu.func @kernel(...) kernel { ... } }
    ```

    After:

    ```mlir
    gpu.module @k {
      spirv.module @k Logical GLSL450 {
        ...
        %before = spirv.AtomicIAdd <Device> <None> %entry, %one
            : !spirv.ptr<i32, StorageBuffer>
        %sum = spirv.FAdd %a, %b {no_contraction} : f32
        spirv.EntryPoint "GLCompute" @kernel
        spirv.ExecutionMode @kernel "DenormPreserve", 32
        spirv.ExecutionMode @kernel "SignedZeroInfNanPreserve", 32
      }
    }
    ```
  }];
  let options = [
    ListOption<"capabilities", "capabilities", "std::string",
               "What the device can be asked for: DenormPreserve, "
               "SignedZeroInfNanPreserve, RoundingModeRTE">
  ];
}

def GPUAddressBuffers : Pass<"dml-gpu-address-buffers", "::mlir::ModuleOp"> {
  let summary = "Let kernels reach their buffers by addresses";
  let description = [{
    Bound buffers become addresses of 64 bits, which the kernel finds in its push
    constants, in the order of the bindings. The address of an element ends with
    the constant that was added to its index, if there is one: elements that are
    apart by constants share the rest of it, and loads and stores of many devices
    add a constant by themselves. An index into a bound buffer is a sum of 32
    bits, which may wrap around, so that a driver computes each address anew.

    A kernel stays as it is if it has more than 16 buffers, for whose addresses
    devices need not have room; if it does anything else with them than load,
    store and update elements; or if it has push constants of its own. With a
    `readable-margin`, the last two are errors: kernels may read what is around a
    buffer by its address only. What addresses need is added to the kernel's
    capabilities and extensions, if it has these: `spirv-update-vce` goes before
    this pass, as it would not find out that addresses lead to narrow elements.

    Before:

    ```mlir
    spirv.module Logical GLSL450 {
      spirv.GlobalVariable @x bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [0])>, StorageBuffer>
      spirv.func @kernel(%i: i32) "None" {
        %c0 = spirv.Constant 0 : i32
        %c7 = spirv.Constant 7 : i32
        %x = spirv.mlir.addressof @x : !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [0])>, StorageBuffer>
        %j = spirv.IAdd %i, %c7 : i32
        %p = spirv.AccessChain %x[%c0, %j] : !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
        %v = spirv.Load "StorageBuffer" %p : i32
        ...
      }
    }
    ```

    After:

    ```mlir
    spirv.module PhysicalStorageBuffer64 GLSL450 {
      spirv.GlobalVariable @__addresses : !spirv.ptr<!spirv.struct<(i64 [0])>, PushConstant>
      spirv.func @kernel(%i: i32) "None" {
        ...
        %a = spirv.mlir.addressof @__addresses : !spirv.ptr<!spirv.struct<(i64 [0])>, PushConstant>
        %ax = spirv.AccessChain %a[%c0] : !spirv.ptr<!spirv.struct<(i64 [0])>, PushConstant>, i32 -> !spirv.ptr<i64, PushConstant>
        %x = spirv.Load "PushConstant" %ax : i64
        %wide = spirv.SConvert %i : i32 to i64
        %bytes = spirv.IMul %wide, %c4_i64 : i64
        %q = spirv.IAdd %x, %bytes : i64
        %r = spirv.IAdd %q, %c28_i64 : i64
        %p = spirv.ConvertUToPtr %r : i64 to !spirv.ptr<i32, PhysicalStorageBuffer>
        %v = spirv.Load "PhysicalStorageBuffer" %p ["Aligned", 4] : i32
        ...
      }
    }
    ```
  }];
  let options = [
    Option<"readableMargin", "readable-margin", "int64_t", "0",
           "That of dml-gpu-pack-words">
  ];
}

#endif // DML_CODEGEN_GPU_PASSES_TD
