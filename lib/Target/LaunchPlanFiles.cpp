//===- LaunchPlanFiles.cpp - Launch plans as files ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Target/LaunchPlanFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FormatVariadic.h"

namespace dml {

namespace json = llvm::json;
using llvm::ArrayRef;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

constexpr static StringRef kKindNames[] = {"input", "constant", "intermediate"};
constexpr static StringRef kAccessNames[] = {"read", "write"};
constexpr static StringRef kBarrierNames[] = {"none", "kernels", "grids"};

const std::string *findFile(ArrayRef<NamedBytes> files, StringRef name) {
  auto file = llvm::find_if(
      files, [&](const NamedBytes &file) { return file.name == name; });
  return file == files.end() ? nullptr : &file->bytes;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

namespace {
class PlanWriter {
public:
  explicit PlanWriter(std::vector<NamedBytes> &files) : files(files) {}

  Expected<json::Object> write(const LaunchPlan &plan);

private:
  json::Object write(const GPUKernel &kernel);
  json::Object write(const PlanBuffer &buffer, size_t number);
  static json::Object write(const Dispatch &dispatch);
  json::Value text(StringRef bytes);
  std::string addFile(StringRef stem, StringRef suffix, std::string bytes);

  std::vector<NamedBytes> &files;
  llvm::StringSet<> names;
  bool isUTF8 = true;
};
} // namespace

json::Value PlanWriter::text(StringRef bytes) {
  if (json::isUTF8(bytes))
    return bytes.str();
  isUTF8 = false;
  return nullptr;
}

/// Kernels may have the same name.
std::string PlanWriter::addFile(StringRef stem, StringRef suffix,
                                std::string bytes) {
  std::string name = (stem + suffix).str();
  for (unsigned number = 1; !names.insert(name).second; ++number)
    name = (stem + "-" + Twine(number) + suffix).str();
  files.push_back({name, std::move(bytes)});
  return name;
}

json::Object PlanWriter::write(const GPUKernel &kernel) {
  json::Array bindings;
  for (bool isWritten : kernel.writes)
    bindings.push_back(kAccessNames[isWritten]);
  std::string bytes(kernel.spirv.size() * sizeof(uint32_t), '\0');
  for (auto [i, word] : llvm::enumerate(kernel.spirv))
    llvm::support::endian::write32le(&bytes[i * sizeof(uint32_t)], word);
  return json::Object{
      {"name", text(kernel.name)},
      {"file", text(addFile(kernel.name, ".spv", std::move(bytes)))},
      {"workgroupSize", json::Array(kernel.workgroupSize)},
      {"workgroupMemory", kernel.workgroupMemory},
      {"bindings", std::move(bindings)}};
}

json::Object PlanWriter::write(const PlanBuffer &buffer, size_t number) {
  json::Object result{{"kind", kKindNames[static_cast<size_t>(buffer.kind)]},
                      {"bytes", buffer.numBytes},
                      // What a reader other than ours needs to allocate.
                      {"allocatedBytes", buffer.getNumAllocatedBytes()}};
  if (buffer.kind == PlanBuffer::Kind::Input)
    result["argument"] = buffer.argument;
  if (buffer.kind == PlanBuffer::Kind::Constant)
    result["file"] =
        addFile("constant-" + std::to_string(number), ".bin",
                std::string(buffer.contents.begin(), buffer.contents.end()));
  return result;
}

json::Object PlanWriter::write(const Dispatch &dispatch) {
  json::Object result{
      {"kernel", dispatch.kernel},
      {"workgroups", json::Array(dispatch.workgroups)},
      {"buffers", json::Array(dispatch.buffers)},
      {"barrier", kBarrierNames[static_cast<size_t>(dispatch.barrier)]}};
  if (dispatch.grid)
    result["grid"] = json::Object{{"buffer", dispatch.grid->buffer},
                                  {"offset", dispatch.grid->offset}};
  return result;
}

Expected<json::Object> PlanWriter::write(const LaunchPlan &plan) {
  json::Array kernels, buffers, words, dispatches, results, reports, checks;
  for (const GPUKernel &kernel : plan.kernels)
    kernels.push_back(write(kernel));
  for (auto [i, buffer] : llvm::enumerate(plan.buffers))
    buffers.push_back(write(buffer, i));
  for (const InitialWord &word : plan.initialWords)
    words.push_back(json::Object{{"buffer", word.buffer},
                                 {"offset", word.offset},
                                 {"value", word.value}});
  for (const Dispatch &dispatch : plan.dispatches)
    dispatches.push_back(write(dispatch));
  // A plan that fails need not have them.
  if (!plan.failure)
    for (auto [buffer, sizes] : llvm::zip_equal(plan.results, plan.resultSizes))
      results.push_back(
          json::Object{{"buffer", buffer}, {"sizes", json::Array(sizes)}});
  for (const IndexReport &report : plan.indexReports)
    reports.push_back(json::Object{{"buffer", report.buffer},
                                   {"offset", report.offset},
                                   {"bound", report.bound},
                                   {"prefix", text(report.prefix)}});
  for (const PlanCheck &check : plan.checks) {
    json::Object object{{"buffer", check.buffer},
                        {"offset", check.offset},
                        {"message", text(check.message)}};
    if (check.assumption != IndexAssumption::None)
      object["assumption"] = stringify(check.assumption);
    checks.push_back(std::move(object));
  }
  json::Object result{
      {"schema", "dml launch plan"},      {"version", kManifestVersion},
      {"kernels", std::move(kernels)},    {"buffers", std::move(buffers)},
      {"initialWords", std::move(words)}, {"dispatches", std::move(dispatches)},
      {"results", std::move(results)},    {"indexReports", std::move(reports)},
      {"checks", std::move(checks)}};
  if (plan.failure)
    result["failure"] = text(*plan.failure);
  if (!isUTF8)
    return createStringError("names and places that are not UTF-8 cannot stand "
                             "in a manifest");
  return std::move(result);
}

Expected<json::Object> writeLaunchPlan(const LaunchPlan &plan,
                                       std::vector<NamedBytes> &files) {
  return PlanWriter(files).write(plan);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Brackets in brackets; LLVM's parser needs stack for each.
constexpr static unsigned kMaxDepth = 16;

Expected<json::Value> parseManifest(StringRef text) {
  unsigned depth = 0;
  bool isInString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (isInString && c == '\\')
      ++i;
    else if (c == '"')
      isInString = !isInString;
    else if (!isInString && (c == '[' || c == '{') && ++depth > kMaxDepth)
      return createStringError("expected brackets at most " + Twine(kMaxDepth) +
                               " deep");
    else if (!isInString && (c == ']' || c == '}') && depth > 0)
      --depth;
  }
  return json::parse(text);
}

/// What the manifest says, before its files are read.
namespace {
struct ReadKernel {
  GPUKernel kernel;
  std::string file;
};

struct ReadBuffer {
  PlanBuffer buffer;
  std::optional<std::string> file;
};

struct ReadResult {
  uint32_t buffer = 0;
  std::vector<int64_t> sizes;
};

struct ReadPlan {
  std::vector<ReadKernel> kernels;
  std::vector<ReadBuffer> buffers;
  std::vector<ReadResult> results;
  LaunchPlan plan;
};
} // namespace

/// A number of 32 bits.
static bool mapWord(json::ObjectMapper &object, llvm::StringLiteral name,
                    uint32_t &out, json::Path path) {
  uint64_t value;
  if (!object.map(name, value))
    return false;
  out = static_cast<uint32_t>(value);
  if (out == value)
    return true;
  path.field(name).report("expected a number of 32 bits");
  return false;
}

static bool mapWords(json::ObjectMapper &object, llvm::StringLiteral name,
                     std::vector<uint32_t> &out, json::Path path) {
  std::vector<uint64_t> values;
  if (!object.map(name, values))
    return false;
  for (auto [i, value] : llvm::enumerate(values)) {
    out.push_back(static_cast<uint32_t>(value));
    if (out.back() == value)
      continue;
    path.field(name).index(i).report("expected a number of 32 bits");
    return false;
  }
  return true;
}

static bool mapTriple(json::ObjectMapper &object, llvm::StringLiteral name,
                      std::array<uint32_t, 3> &out, json::Path path) {
  std::vector<uint32_t> values;
  if (!mapWords(object, name, values, path))
    return false;
  if (values.size() != out.size()) {
    path.field(name).report("expected three numbers");
    return false;
  }
  llvm::copy(values, out.begin());
  return true;
}

/// The position of a name in a list.
static bool mapName(json::ObjectMapper &object, llvm::StringLiteral name,
                    ArrayRef<StringRef> names, size_t &out,
                    llvm::StringLiteral expected, json::Path path) {
  std::string text;
  if (!object.map(name, text))
    return false;
  out = llvm::find(names, text) - names.begin();
  if (out < names.size())
    return true;
  path.field(name).report(expected);
  return false;
}

static bool fromJSON(const json::Value &value, PlanGrid &out, json::Path path) {
  json::ObjectMapper object(value, path);
  return object && mapWord(object, "buffer", out.buffer, path) &&
         object.map("offset", out.offset);
}

static bool fromJSON(const json::Value &value, InitialWord &out,
                     json::Path path) {
  json::ObjectMapper object(value, path);
  return object && mapWord(object, "buffer", out.buffer, path) &&
         object.map("offset", out.offset) &&
         mapWord(object, "value", out.value, path);
}

static bool fromJSON(const json::Value &value, Dispatch &out, json::Path path) {
  json::ObjectMapper object(value, path);
  size_t barrier;
  if (!object || !mapWord(object, "kernel", out.kernel, path) ||
      !mapTriple(object, "workgroups", out.workgroups, path) ||
      !mapWords(object, "buffers", out.buffers, path) ||
      !mapName(object, "barrier", kBarrierNames, barrier,
               "expected none, kernels or grids", path) ||
      !object.map("grid", out.grid))
    return false;
  out.barrier = static_cast<PlanBarrier>(barrier);
  return true;
}

static bool fromJSON(const json::Value &value, IndexReport &out,
                     json::Path path) {
  json::ObjectMapper object(value, path);
  return object && mapWord(object, "buffer", out.buffer, path) &&
         object.map("offset", out.offset) && object.map("bound", out.bound) &&
         object.map("prefix", out.prefix);
}

static bool fromJSON(const json::Value &value, PlanCheck &out,
                     json::Path path) {
  json::ObjectMapper object(value, path);
  if (!object || !mapWord(object, "buffer", out.buffer, path) ||
      !object.map("offset", out.offset) || !object.map("message", out.message))
    return false;
  if (!value.getAsObject()->get("assumption"))
    return true;
  size_t assumption;
  if (!mapName(object, "assumption", kIndexAssumptionNames, assumption,
               "expected none, pooled or disjoint", path))
    return false;
  out.assumption = static_cast<IndexAssumption>(assumption);
  return true;
}

// Found by the namespace of their types.
namespace {
bool fromJSON(const json::Value &value, ReadKernel &out, json::Path path) {
  json::ObjectMapper object(value, path);
  GPUKernel &kernel = out.kernel;
  std::vector<std::string> bindings;
  if (!object || !object.map("name", kernel.name) ||
      !object.map("file", out.file) ||
      !mapTriple(object, "workgroupSize", kernel.workgroupSize, path) ||
      !mapWord(object, "workgroupMemory", kernel.workgroupMemory, path) ||
      !object.map("bindings", bindings))
    return false;
  for (auto [i, access] : llvm::enumerate(bindings)) {
    if (!llvm::is_contained(kAccessNames, access)) {
      path.field("bindings").index(i).report("expected read or write");
      return false;
    }
    kernel.writes.push_back(access == kAccessNames[true]);
  }
  kernel.numBindings = kernel.writes.size();
  return true;
}

bool fromJSON(const json::Value &value, ReadBuffer &out, json::Path path) {
  json::ObjectMapper object(value, path);
  PlanBuffer &buffer = out.buffer;
  size_t kind;
  if (!object ||
      !mapName(object, "kind", kKindNames, kind,
               "expected input, constant or intermediate", path) ||
      !object.map("bytes", buffer.numBytes))
    return false;
  buffer.kind = static_cast<PlanBuffer::Kind>(kind);
  if (buffer.kind == PlanBuffer::Kind::Input)
    return mapWord(object, "argument", buffer.argument, path);
  return buffer.kind != PlanBuffer::Kind::Constant ||
         object.map("file", out.file.emplace());
}

bool fromJSON(const json::Value &value, ReadResult &out, json::Path path) {
  json::ObjectMapper object(value, path);
  return object && mapWord(object, "buffer", out.buffer, path) &&
         object.map("sizes", out.sizes);
}

bool fromJSON(const json::Value &value, ReadPlan &out, json::Path path) {
  json::ObjectMapper object(value, path);
  std::string schema;
  int64_t version;
  if (!object || !object.map("schema", schema) ||
      !object.map("version", version))
    return false;
  if (schema != "dml launch plan") {
    path.field("schema").report("expected dml launch plan");
    return false;
  }
  static_assert(kManifestVersion == 2, "the message says another version");
  if (version != kManifestVersion) {
    path.field("version").report("expected 2");
    return false;
  }
  return object.map("kernels", out.kernels) &&
         object.map("buffers", out.buffers) &&
         object.map("initialWords", out.plan.initialWords) &&
         object.map("dispatches", out.plan.dispatches) &&
         object.map("results", out.results) &&
         object.map("indexReports", out.plan.indexReports) &&
         object.map("checks", out.plan.checks) &&
         object.map("failure", out.plan.failure);
}
} // namespace

Expected<LaunchPlan> readLaunchPlan(const json::Value &manifest,
                                    FileReader readFile) {
  json::Path::Root root("manifest");
  ReadPlan read;
  if (!fromJSON(manifest, read, root))
    return root.getError();
  LaunchPlan plan = std::move(read.plan);
  for (ReadKernel &kernel : read.kernels) {
    Expected<std::string> bytes = readFile(kernel.file);
    if (!bytes)
      return bytes.takeError();
    if (bytes->size() % sizeof(uint32_t) != 0)
      return createStringError("'" + kernel.file +
                               "': expected whole words of 4 bytes, given " +
                               Twine(bytes->size()) + " bytes");
    for (size_t i = 0; i < bytes->size(); i += sizeof(uint32_t))
      kernel.kernel.spirv.push_back(
          llvm::support::endian::read32le(&(*bytes)[i]));
    plan.kernels.push_back(std::move(kernel.kernel));
  }
  for (ReadBuffer &buffer : read.buffers) {
    if (buffer.file) {
      Expected<std::string> bytes = readFile(*buffer.file);
      if (!bytes)
        return bytes.takeError();
      buffer.buffer.contents.assign(bytes->begin(), bytes->end());
    }
    plan.buffers.push_back(std::move(buffer.buffer));
  }
  for (ReadResult &result : read.results) {
    plan.results.push_back(result.buffer);
    plan.resultSizes.push_back(std::move(result.sizes));
  }
  return std::move(plan);
}

Expected<std::vector<NamedBytes>> packLaunchPlan(const LaunchPlan &plan) {
  std::vector<NamedBytes> files;
  Expected<json::Object> manifest = writeLaunchPlan(plan, files);
  if (!manifest)
    return manifest.takeError();
  std::string text = llvm::formatv("{0}", json::Value(std::move(*manifest)));
  files.push_back({kManifestName.str(), std::move(text)});
  return files;
}

Expected<LaunchPlan> unpackLaunchPlan(ArrayRef<NamedBytes> files) {
  auto readFile = [&](StringRef name) -> Expected<std::string> {
    if (const std::string *bytes = findFile(files, name))
      return *bytes;
    return createStringError("there is no file '" + name + "'");
  };
  Expected<std::string> text = readFile(kManifestName);
  if (!text)
    return text.takeError();
  Expected<json::Value> manifest = parseManifest(*text);
  if (!manifest)
    return manifest.takeError();
  return readLaunchPlan(*manifest, readFile);
}

} // namespace dml
