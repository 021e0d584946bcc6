//===- ProfilePasses.cpp - Times of MLIR's passes -------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfilePasses.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"

using namespace mlir;

namespace dml {
namespace {

class PassProfiler : public PassInstrumentation {
public:
  explicit PassProfiler(Profile &profile) : profile(profile) {}

  void runBeforePass(Pass *, Operation *) override {
    begins.push_back(profile.getTime());
  }
  void runAfterPass(Pass *pass, Operation *) override { finish(*pass); }
  void runAfterPassFailed(Pass *pass, Operation *) override { finish(*pass); }

private:
  void finish(const Pass &pass) {
    double begin = begins.pop_back_val();
    // What only holds the passes of a kind of operation has no argument.
    if (pass.getArgument().empty())
      return;
    ProfileEvent event;
    event.name = pass.getArgument().str();
    event.category = ProfileCategory::Pass;
    event.begin = begin;
    event.duration = profile.getTime() - begin;
    profile.add(std::move(event));
  }

  Profile &profile;
  /// Of the passes that are running: a pass may run others.
  SmallVector<double> begins;
};

} // namespace

void profilePasses(PassManager &pm, Profile *profile) {
  if (profile)
    pm.addInstrumentation(std::make_unique<PassProfiler>(*profile));
}

} // namespace dml
