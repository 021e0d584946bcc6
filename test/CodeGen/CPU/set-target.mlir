// RUN: dml-opt %s --dml-cpu-set-target='cpu=znver4 features=+avx2,+f16c vector-width=512' | FileCheck %s --check-prefix=ALL
// RUN: dml-opt %s --dml-cpu-set-target=cpu=znver4 | FileCheck %s --check-prefix=CPU
// RUN: dml-opt %s --dml-cpu-set-target=features=+avx2 | FileCheck %s --check-prefix=FEATURES
// RUN: dml-opt %s --dml-cpu-set-target=vector-width=256 | FileCheck %s --check-prefix=WIDTH
// RUN: dml-opt %s --dml-cpu-set-target | FileCheck %s --check-prefix=NONE

// ALL:      llvm.func @defined() attributes {prefer_vector_width = "512", target_cpu = "znver4", target_features = #llvm.target_features<["+avx2", "+f16c"]>} {
// CPU:      llvm.func @defined() attributes {target_cpu = "znver4"} {
// FEATURES: llvm.func @defined() attributes {target_features = #llvm.target_features<["+avx2"]>} {
// WIDTH:    llvm.func @defined() attributes {prefer_vector_width = "256"} {
// NONE:     llvm.func @defined() {
llvm.func @defined() {
  llvm.return
}

// A declaration is somebody else's.
// ALL:      llvm.func @declared(){{$}}
// CPU:      llvm.func @declared(){{$}}
// FEATURES: llvm.func @declared(){{$}}
// WIDTH:    llvm.func @declared(){{$}}
// NONE:     llvm.func @declared(){{$}}
llvm.func @declared()
