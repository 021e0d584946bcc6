//===- FunctionFlags.h - Flags of tools that run functions ------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_TOOLS_COMMON_FUNCTIONFLAGS_H
#define DML_TOOLS_COMMON_FUNCTIONFLAGS_H

#include "dml/IR/FeatureLevels.h"
#include "dml/Runtime/Compile/CompileCache.h"
#include "dml/Runtime/Device.h"
#include "llvm/Support/CommandLine.h"

namespace dml {

enum class Switch { Off, On };
enum class FloatContraction { Off, Fast };
enum class TaskOrder { Forward, Reverse };

inline llvm::cl::ValuesClass getTaskOrders() {
  return llvm::cl::values(
      clEnumValN(TaskOrder::Forward, "forward", "with the first one"),
      clEnumValN(TaskOrder::Reverse, "reverse", "with the last one"));
}

inline llvm::Error checkThreads(unsigned threads) {
  if (threads <= kMaxThreads)
    return llvm::Error::success();
  return llvm::createStringError("--threads: expected at most " +
                                 llvm::Twine(kMaxThreads) + ", given " +
                                 llvm::Twine(threads));
}

/// Which function to run, where and on what. Constructed after LLVM's own flags
/// are gone, one of which is --threads too.
struct FunctionFlags {
  explicit FunctionFlags(llvm::cl::OptionCategory &category)
      : category(category) {}

  llvm::cl::OptionCategory &category;
  llvm::cl::opt<std::string> file{llvm::cl::Positional,
                                  llvm::cl::desc("FILE|-"), llvm::cl::init("-"),
                                  llvm::cl::cat(category)};
  llvm::cl::opt<bool> listDevices{
      "list-devices", llvm::cl::cat(category),
      llvm::cl::desc("List the devices of this machine, and run nothing")};
  llvm::cl::opt<std::string> function{
      "function", llvm::cl::value_desc("NAME"), llvm::cl::cat(category),
      llvm::cl::desc("Function to run; the only public one by default")};
  llvm::cl::opt<std::string> device{
      "device", llvm::cl::value_desc("URI"), llvm::cl::init("cpu"),
      llvm::cl::cat(category),
      llvm::cl::desc("Where to run: cpu (compiled), reference (interpreted), "
                     "vulkan, vulkan://INDEX or vulkan://UUID")};
  llvm::cl::list<std::string> inputs{
      "input", llvm::cl::value_desc("VALUE"), llvm::cl::cat(category),
      llvm::cl::desc(
          "An argument, in order: 2x2xf32=1 2 3 4, 2x2xui8=[[1 2][3 4]], "
          "4xi32=7 (all alike), index=3, @x.npy, 4xf16=@raw.bin, @- (standard "
          "input), 4x8xf32=iota, 4x8xf32=normal:SEED, "
          "4x8xf32=uniform:SEED:LOW:HIGH, 4x8xf32=random:SEED (bits), "
          "4x8xui32=random:SEED:BOUND, 1x1x4x4xui32=pooled:SEED:1x1x8x8")};
  llvm::cl::opt<FeatureLevel> featureLevel{
      "feature-level", llvm::cl::value_desc("LEVEL"),
      llvm::cl::init(kHighestFeatureLevel), llvm::cl::cat(category),
      llvm::cl::desc("Refuse operators and types that DirectML has only from a "
                     "later feature level on, such as 3_0; the highest by "
                     "default")};
  llvm::cl::opt<Switch> refine{
      "refine", llvm::cl::init(Switch::On), llvm::cl::cat(category),
      llvm::cl::desc("Specialise dynamic types to the inputs before compiling"),
      llvm::cl::values(
          clEnumValN(Switch::On, "on", "compile static code (default)"),
          clEnumValN(Switch::Off, "off",
                     "compile the function as it is written"))};
  llvm::cl::opt<Switch> fuse{
      "fuse", llvm::cl::init(Switch::On), llvm::cl::cat(category),
      llvm::cl::desc("Compute elementwise operations in the loops that move "
                     "data"),
      llvm::cl::values(
          clEnumValN(Switch::On, "on", "fuse (default)"),
          clEnumValN(Switch::Off, "off", "run each operation by itself"))};
  llvm::cl::opt<FloatContraction> contract{
      "fp-contract", llvm::cl::init(FloatContraction::Off),
      llvm::cl::cat(category),
      llvm::cl::desc("Round products and sums of matrix products and "
                     "convolutions together"),
      llvm::cl::values(clEnumValN(FloatContraction::Off, "off",
                                  "one rounding for each operation (default)"),
                       clEnumValN(FloatContraction::Fast, "fast",
                                  "fused multiply-add where it is faster"))};
  llvm::cl::opt<unsigned> threads{
      "threads", llvm::cl::init(0), llvm::cl::value_desc("N"),
      llvm::cl::cat(category),
      llvm::cl::desc("Threads of the CPU; 0: one for each core")};
  llvm::cl::opt<TaskOrder> taskOrder{
      "task-order", llvm::cl::init(TaskOrder::Forward), llvm::cl::cat(category),
      llvm::cl::desc("With which of its tasks of a parallel loop a thread of "
                     "the CPU begins; no result depends on it"),
      getTaskOrders()};
  llvm::cl::opt<uint32_t> cacheBytes{
      "cache-bytes", llvm::cl::value_desc("N"), llvm::cl::cat(category),
      llvm::cl::desc(
          "What a cache holds. CPU: operations that touch more bytes, "
          "or twice as many if they move elements in runs, write past "
          "the caches; by default 3/8 of a last cache of at most 64 "
          "MiB, and of a larger one 2 MiB a thread, at most a quarter "
          "of it. Vulkan: "
          "max_unpooling partitions results of more than a quarter "
          "as many elements")};

  llvm::cl::opt<std::string> cache{
      "cache", llvm::cl::value_desc("on|off|DIR"), llvm::cl::cat(category),
      llvm::cl::desc("Whether compiled functions are kept for the next time, "
                     "in ~/.cache/dml (on) or in DIR")};

  /// Without the sigil that it may be spelled with.
  std::string getFunction() const {
    return llvm::StringRef(function).ltrim('@').str();
  }

  /// `cacheDefault` is what --cache stands for without a value.
  DeviceOptions getDeviceOptions(llvm::StringRef cacheDefault) const {
    DeviceOptions options;
    options.cacheDirectory = getCacheDirectory(
        cache.empty() ? cacheDefault : llvm::StringRef(cache));
    options.numThreads = threads;
    options.reversesTasks = taskOrder == TaskOrder::Reverse;
    options.fuse = fuse == Switch::On;
    options.contract = contract == FloatContraction::Fast;
    if (cacheBytes.getNumOccurrences() > 0)
      options.cacheBytes = cacheBytes;
    return options;
  }
};

} // namespace dml

#endif // DML_TOOLS_COMMON_FUNCTIONFLAGS_H
