//===- Passes.td - Code generation for the CPU -------------*- tablegen -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_CODEGEN_CPU_PASSES_TD
#define DML_CODEGEN_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def CPULowerUnpool : Pass<"dml-cpu-lower-unpool", "::mlir::ModuleOp"> {
  let summary = "Lower dml.unpool on buffers to loops";
  let description = [{
    Writing zeros and then scattering moves the destination through memory more
    than once. There are three ways that do not:

    - One thread clears and writes a destination that stays in the second-level
      cache.
    - Where planes correspond, the inputs of a task are written to a ring buffer
      on its stack, which slides over the destination with them. It holds the
      rows at the place of an input and those that one to four rows of inputs at
      either side have there; cache lines leave it whole. An input that points
      elsewhere makes the next way do it all again. Buffers that are all NHWC are
      used as they are; the other ways get packed copies.
    - A stable radix partition sorts chunks of inputs by bucket of the
      destination, then fills the buckets one by one. Chunks and buckets fit the
      second-level cache.

    One thread writes a given element, in input order: of equal indices the last
    wins (U4), whatever the number of threads. Indices that are out of range are
    counted and reported (U3). Operations that touch more than `cache-bytes`
    store their lines past the caches.

    An operation with a condition, which `convert-dml-pooled-unpool-to-linalg`
    makes for indices that its forms do not handle, becomes a cold function,
    `NAME_fallback`, with the LLVM attribute `dml-cold`. Many programs never call
    it, so the compiler of the module may compile it on first call.

    Before:

    ```mlir
    dml.unpool ins(%v, %i : memref<1x4x256x256xf32>, memref<1x4x256x256xi32>)
               if(%missed : memref<i32>)
               outs(%d : memref<1x4x512x512xf32>)
    ```

    After:

    ```mlir
    %0 = memref.load %missed[] : memref<i32>
    %1 = arith.cmpi ne, %0, %c0_i32 : i32
    scf.if %1 {
      func.call @main_fallback(%d, %v, %i)
    }
    // in @main_fallback, the partition:
    scf.parallel (%chunk) = (%c0) to (%c4) step (%c1) {
      // A counting sort of 65536 inputs by bucket.
    }
    scf.parallel (%bucket) = (%c0) to (%buckets) step (%c1) {
      // A bucket is filled on the stack, from its inputs in each chunk, and
      // copied to %d in whole cache lines.
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
  let options = [
    Option<"cacheBytes", "cache-bytes", "int64_t", /*default=*/"8 << 20",
           "Bytes that may stay in the caches; operations that touch more "
           "store past them">
  ];
}

def CPULowerContractions : Pass<"dml-cpu-lower-contractions"> {
  let summary = "Lower matrix products and convolutions to tasks of blocks";
  let description = [{
    A contraction combines two factors along reduction loops: `linalg.matmul`,
    `linalg.batch_matmul`, the convolutions, and any operation on buffers whose
    body is arithmetic and whose loops have these roles:

    - along **columns** the result's elements are neighbours, and one factor
      moves. Columns become vectors;
    - along **rows** only the other factor moves;
    - a **batch** is all other parallel loops.

    A task computes a tile of rows and columns in blocks, of as many rows and
    vectors as registers hold. It copies the elements of the column factor that
    some blocks read, which may be windows of an image, to where they follow each
    other, so that layouts, transpositions and windows differ in these copies
    only. The row factor is copied where it is not packed along the reduction. A
    factor is computed from one element while that is copied: casts, other
    arithmetic, and a constant where predicates of its position fail, as in
    padding. Only the lanes of a vector whose predicates hold are loaded. With
    what `dml-fuse` gives, a factor that is unfolded or padded is never written.

    Each element of the result begins with what it was and is combined in the
    order of the reduction loops, with one rounding for each operation: results
    do not depend on the schedule, the processor or the number of threads. With
    `contract`, products and sums may be rounded together. A fill of the
    result right before is done in registers.

    One operation that alone reads the sums, and computes each element of its
    result from one of them, as a bias and an activation do, is done on the
    vectors of a block when its sums are complete. Neighbours along columns must
    be neighbours in its result, and neighbours or one element in what else it
    reads.

    Before:

    ```mlir
    linalg.matmul ins(%a, %b : memref<64x576xf32>, memref<576x4800xf32>)
                  outs(%c : memref<64x4800xf32>)
    ```

    After, in short:

    ```mlir
    scf.parallel (%task) = (%c0) to (%c60) step (%c1) {
      %columns = memref.alloc() {alignment = 64 : i64} : memref<23056xf32>
      scf.for %k = %c0 to %c576 step %c288 {
        // 288 rows of 80 elements of %b to %columns.
        scf.for %column = %first to %last step %c16 {
          scf.for %row = %c0 to %c64 step %c16 {
            // 16 rows of a vector of %c: zeros, or loaded.
            %sums:16 = scf.for %i = %c0 to %c288 step %c1 iter_args(...) {
              %v = vector.load %columns[%at] : memref<23056xf32>, vector<16xf32>
              %x = memref.load %a[%from] : memref<?xf32>
              %row0 = vector.broadcast %x : f32 to vector<16xf32>
              %product = arith.mulf %row0, %v : vector<16xf32>
              %sum = arith.addf %sum0, %product : vector<16xf32>
              ...
            }
            // The block goes back to %c.
          }
        }
      }
    }
    ```

    Operations of dynamic sizes or strides, small ones, those in which both
    factors move along the result's neighbours (depthwise convolutions of NHWC
    data), and those that add in place of one of their operands are left as they
    are.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
  let options = [
    Option<"vectorBytes", "vector-bytes", "int64_t", /*default=*/"16",
           "Bytes of a vector register: 64 with AVX-512, 32 with AVX">,
    Option<"contract", "contract", "bool", /*default=*/"false",
           "Let products and sums be rounded together">
  ];
}

def CPUInsertInPlace : Pass<"dml-cpu-insert-in-place"> {
  let summary = "Compute results where they are inserted";
  let description = [{
    The result of a structured operation that is inserted in a tensor, as a part
    of a concatenation is, is computed there. Only for slices of static shape
    whose elements follow each other without gaps: others would be written in
    parts of lines.

    Before:

    ```mlir
    %e = tensor.empty() : tensor<4x6xf32>
    %part = linalg.generic ... outs(%e : tensor<4x6xf32>)
    %flat = tensor.collapse_shape %part [[0, 1]]
    %y = tensor.insert_slice %flat into %x[8] [24] [1]
    ```

    After:

    ```mlir
    %slice = tensor.extract_slice %x[8] [24] [1]
    %place = tensor.expand_shape %slice [[0, 1]] output_shape [4, 6]
    %part = linalg.generic ... outs(%place : tensor<4x6xf32>)
    %flat = tensor.collapse_shape %part [[0, 1]]
    %y = tensor.insert_slice %flat into %x[8] [24] [1]
    ```

    Bufferization makes one buffer of all of them.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def CPUWidenMinMax : Pass<"dml-cpu-widen-min-max"> {
  let summary = "Compute minima and maxima of f16 and bf16 in f32";
  let description = [{
    The largest of numbers is the same before and after they are rounded, so
    what is rounded last is rounded once. LLVM would convert before and after
    each operation, which takes longer than the operations themselves.

    Before:

    ```mlir
    %sum = arith.addf %x, %bias : f16
    %positive = arith.maximumf %sum, %zero : f16
    %pixel = arith.minimumf %positive, %one : f16
    ```

    After, with constants of f32:

    ```mlir
    %wide_x = arith.extf %x : f16 to f32
    %wide_bias = arith.extf %bias : f16 to f32
    %sum = arith.addf %wide_x, %wide_bias : f32
    %positive = arith.maximumf %sum, %zero : f32
    %pixel = arith.minimumf %positive, %one : f32
    %result = arith.truncf %pixel : f32 to f16
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def CPUSplitDividedLoops : Pass<"dml-cpu-split-divided-loops"> {
  let summary = "Split loops into quotients and remainders";
  let description = [{
    `fold` of windows with a large stride reads at quotients of the innermost
    loop by the stride, and at remainders. Neighbours of one remainder are
    neighbours in its input; elements in the loop's order are far apart. The
    pass makes two loops of such a loop, and operations of their own of what
    lies before the first multiple and behind the last one.
    `dml-cpu-lower-to-tasks` then finds vectors along the quotients, and
    transposes blocks.
    Loops divided by up to 8 stay, and by up to 32 where elements have at most 4
    reads: there, iterations have an element of each remainder. These are
    interleaved by halves; a divisor of more than 20 whose odd part is more than
    13 would take too many shuffles, and is split, too. Long rows of windows that
    overlap stay, too: `dml-cpu-lower-to-tasks` computes them phase by phase. So
    do short rows, whose planes it computes at once, and rows of two or three
    quotients, which it computes in vectors. Of less than 4 bytes, such rows are
    split if there are more than 8 remainders.
    If windows do not overlap, `fold` moves elements. Then the other divided
    loops are split, too, and it reads as a transposition does; so they are where
    the innermost loop is not divided, as that over channels of an NHWC result.
    Where only elements are moved, fewer than 4 quotients suffice if there are
    more than 8 remainders.

    Before:

    ```mlir
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],
        iterator_types = ["parallel"]} outs(%y : memref<1000xf32>) {
    ^bb0(%old: f32):
      %i = linalg.index 0 : index
      %r = affine.apply affine_map<(d0) -> (d0 mod 100)>(%i)
      %q = affine.apply affine_map<(d0) -> (d0 floordiv 100)>(%i)
      %v = memref.load %x[%r, %q] : memref<100x10xf32>
      linalg.yield %v : f32
    }
    ```

    After:

    ```mlir
    %rows = memref.expand_shape %y [[0, 1]] output_shape [10, 100]
        : memref<1000xf32> into memref<10x100xf32>
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>],
        iterator_types = ["parallel", "parallel"]}
        outs(%rows : memref<10x100xf32>) {
    ^bb0(%old: f32):
      %q = linalg.index 0 : index
      %r = linalg.index 1 : index
      %v = memref.load %x[%r, %q] : memref<100x10xf32>
      linalg.yield %v : f32
    }
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect"];
}

def CPULowerToTasks : Pass<"dml-cpu-lower-to-tasks"> {
  let summary = "Lower structured operations to tasks of vectors";
  let description = [{
    An operation on buffers is bound by memory if three things hold: it works in
    vectors, it writes its output in order, and it does not read the output's
    cache lines only to overwrite them. An operation that touches more than
    `cache-bytes` writes past the caches. One that moves elements in runs may
    touch twice as many, and more if it writes much more than it reads, but less
    than `kept-multiple` times `cache-bytes`.

    **Operations that move.** A transposition, a strided copy or a window with
    padding reads each element of its result from a place that is linear in the
    loops' indices, or takes a constant where a guard says so. If its result is
    packed,

    - the innermost loops become runs of vectors of 64 bytes: neighbours in the
      source, elements up to 16 apart, or up to 16 sources in turn; padding is a
      run of its own, before and after;
    - each task gathers a contiguous range of the output in an array on its
      stack, where a run's last vector may reach past the run's end, and writes
      whole cache lines from there. Where the caches keep the output, vectors
      go straight to it, but for the last rows of a task.

    Short rows that follow each other in the source as well are gathered several
    at a time; where sizes are dynamic, the code decides that when it runs.

    Where neighbours in the result lie far apart in the source, but neighbours
    along another loop near each other, as in those that make packed data of
    NHWC data, tasks load vectors along that other loop, transpose blocks of them
    in registers, and store vectors of the result. Rows and columns of a block
    may run through several loops. Those of rows have static sizes; whether there
    are columns for a block is decided at run time where theirs have not. Blocks that
    follow each other in the result are gathered as above. So is each row of a
    block by itself if rows begin anywhere in a cache line, several blocks follow
    each other along it, and the result is more than the caches keep.

    Before:

    ```mlir
    linalg.transpose ins(%x : memref<64x256x2x256xf32>)
                     outs(%y : memref<64x256x256x2xf32>)
                     permutation = [0, 1, 3, 2]
    ```

    After, without what reads the last elements and writes the first ones:

    ```mlir
    scf.parallel (%task) = (%c0) to (%c256) step (%c1) {
      %stage = memref.alloca() {alignment = 64 : i64} : memref<800xi32>
      scf.for %row = %first to %last step %c1
          iter_args(%size = %start, %base = %position) -> (index, index) {
        %a = vector.load %x[%from] : memref<?xi32>, vector<16xi32>
        %b = vector.load %x[%other] : memref<?xi32>, vector<16xi32>
        %low = vector.shuffle %a, %b [0, 16, 1, 17, ...]
        vector.store %low, %stage[%size]
        // ... and, once the stage holds 1 KiB:
        scf.for %i = %c0 to %full step %c16 {
          %line = vector.load %stage[%i]
          vector.store %line, %y[%to] {nontemporal = true, alignment = 64}
        }
      }
    }
    ```

    **Operations that compute.** An operation that writes packed results in
    order, each element once, becomes tasks of neighbouring rows. A
    task computes strips of its rows in vectors. They are gathered in an array on
    its stack, one for each result, and leave it in whole cache lines, where
    these bypass the caches or vectors are shorter than lines; else they are
    stored in place. Up to four rows that read much of the same, as windows that
    overlap do, are computed at once. Where rows are short, the lanes of a vector
    are elements of several; short runs of moves are done so, too. What
    neighbours read lies at most 4 elements apart, or 8 along another dimension
    than the last one, as in a `fold` of few windows in one dimension. That is
    done where

    - the operation touches more than `cache-bytes`. From an eighth of that on,
      loads prefetch what later ones will read;
    - it reads at divided positions, as `fold` of windows with strides and the
      forms of `max_unpooling` do. An iteration then computes as many elements as
      the divisor says, so that positions are linear in its number. If these are
      too many to interleave and rows are long, a task computes blocks of rows
      phase by phase: the first elements of all iterations, then the second ones.
      So it reads long parts of the input in order. Phases are transposed when
      they are written. Of short rows, a vector has several that begin at the
      same element of a window, loaded under masks of lanes. A task interleaves
      the vectors of all elements, up to 15, and writes planes of such rows;
    - it has several results, or one that is combined of all elements;
    - it reads under predicates, which LLVM's loops would test for each element;
    - it reads near elements along another loop than the innermost one, as `fold`
      to an NHWC result does. Both loops change places: a task computes blocks of
      rows along the other loop in memory of its own, and writes them transposed.

    Predicates that restrict elements of a row hold in its interior, which is a
    loop of vectors without them. The vectors before and after it, and those of
    rows that a predicate excludes, load under masks of lanes. Results of
    combiners, such as the flag for inputs that were missed, are combined for
    each task and then once in memory.

    Before:

    ```mlir
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>],
        iterator_types = ["parallel", "parallel"]}
        outs(%y : memref<512x512xf32>) {
    ^bb0(%old: f32):
      %row = linalg.index 0 : index
      %column = linalg.index 1 : index
      %half = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%column)
      %v = memref.load %x[%row, %half] : memref<512x256xf32>
      linalg.yield %v : f32
    }
    ```

    After, in short:

    ```mlir
    scf.parallel (%first) = (%c0) to (%c512) step (%c64) {
      %buffer = memref.alloca(...) {alignment = 64 : i64} : memref<?xi32>
      scf.for %row = %first to %last step %c1
          iter_args(%size = %start, %base = %position) -> (index, index) {
        scf.for %i = %c0 to %c256 step %c16 {
          %v = vector.load %x[%row, %i] : memref<512x256xf32>, vector<16xf32>
          // Elements 2 * %i to 2 * %i + 31: each of %v twice, as integers.
          vector.store %low, %buffer[%at] : memref<?xi32>, vector<16xi32>
          vector.store %high, %buffer[%next] : memref<?xi32>, vector<16xi32>
        }
        // Whole cache lines of the buffer to %y.
      }
    }
    ```

    Everything else is left to `convert-linalg-to-parallel-loops`.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
  let options = [
    Option<"cacheBytes", "cache-bytes", "int64_t", /*default=*/"8 << 20",
           "Bytes that may stay in the caches; operations that touch more, or "
           "twice as many if they move elements in runs, write past them">,
    Option<"keptMultiple", "kept-multiple", "int64_t", /*default=*/"4",
           "What operations that mostly write may write before they write "
           "past the caches, as a multiple of cache-bytes">
  ];
}

def CPUDistributeParallelLoops : Pass<"dml-cpu-distribute-parallel-loops"> {
  let summary = "Tile outermost parallel loops into tasks of whole rows";
  let description = [{
    An outermost `scf.parallel` over many dimensions becomes one parallel loop
    over tasks. A task covers a range of the outer dimensions, flattened; as
    many inner dimensions as make a row of 128 elements stay plain loops in
    output order, which is what LLVM's vectoriser wants. A long innermost
    dimension is cut into pieces, so that one long row still feeds all cores.
    Iterations that loop themselves are a task each.

    Before:

    ```mlir
    scf.parallel (%n, %c, %h, %w) = (%c0, %c0, %c0, %c0)
        to (%c1, %c64, %c56, %c56) step (%c1, %c1, %c1, %c1) { body }
    ```

    After:

    ```mlir
    scf.parallel (%task) = (%c0) to (%c64) step (%c6) {
      %end = arith.minui ...
      scf.for %row = %task to %end step %c1 {
        // %n and %c from %row by unsigned division
        scf.for %h = %c0 to %c56 step %c1 {
          scf.for %w = %c0 to %c56 step %c1 { body }
        }
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def CPUOutlineParallelLoops
    : Pass<"dml-cpu-outline-parallel-loops", "::mlir::ModuleOp"> {
  let summary = "Turn parallel loops into calls of the runtime's thread pool";
  let description = [{
    The body of an outermost one-dimensional `scf.parallel` becomes a function
    of its index and of a pointer to the values it uses; the loop becomes a call
    of `dmlParallelFor`, which runs the iterations on all threads and returns
    when all are done. The loop bodies of a cold function, which has the LLVM
    attribute `dml-cold`, have it as well.

    Before:

    ```mlir
    scf.parallel (%i) = (%begin) to (%end) step (%step) { body(%i, %m) }
    ```

    After:

    ```mlir
    %context = llvm.alloca ...  // holds %m
    %body = func.constant @main_parallel : (index, !llvm.ptr) -> ()
    func.call @dmlParallelFor(%body, %context, %begin, %end, %step)
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect"];
}

def CPULowerChecks : Pass<"dml-cpu-lower-checks", "::mlir::ModuleOp"> {
  let summary = "Lower dml.require and failed allocations to an early return";
  let description = [{
    Needs control flow in branches (after `convert-scf-to-cf`). A failed check
    calls `dmlReportFailure` and returns; so does a caller of a function that
    may fail, once the callee has, and whoever gets no memory from an allocation
    (which the allocator has reported). The results of a function that failed
    are poison, which the runner never looks at.

    Before:

    ```mlir
    dml.require %ok, "channels: expected a multiple of 4, given {0} [D2]", %c
    ```

    After:

    ```mlir
      cf.cond_br %ok, ^next, ^failed
    ^next:
      ...
    ^failed:
      func.call @dmlReportFailure(%message, %values, %count)
      return
    ```
  }];
  let dependentDialects = ["::dml::DMLDialect", "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::ub::UBDialect"];
}

def CPUSetTarget : Pass<"dml-cpu-set-target", "::mlir::ModuleOp"> {
  let summary = "Attach CPU, features and vector width to LLVM functions";
  let description = [{
    Before:

    ```mlir
    llvm.func @main(...) { ... }
    ```

    After `dml-cpu-set-target{cpu=znver4 vector-width=512}`:

    ```mlir
    llvm.func @main(...) attributes {prefer_vector_width = "512",
        target_cpu = "znver4"} { ... }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let options = [
    Option<"cpu", "cpu", "std::string", /*default=*/"\"\"",
           "LLVM's name of the CPU; empty: the target's generic one">,
    Option<"features", "features", "std::string", /*default=*/"\"\"",
           "LLVM's target features, such as +avx2,+f16c">,
    Option<"vectorWidth", "vector-width", "unsigned", /*default=*/"0",
           "Preferred vector width in bits; 0: LLVM's choice for the CPU">
  ];
}

#endif // DML_CODEGEN_CPU_PASSES_TD
