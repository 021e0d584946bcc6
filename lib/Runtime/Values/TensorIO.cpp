//===- TensorIO.cpp - Tensors in files ------------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Values/TensorIO.h"
#include "dml/Runtime/Values/NumPy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <signal.h>
#include <unistd.h>
#include <vector>

using namespace dml;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;
namespace fs = llvm::sys::fs;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// What a .zip archive begins with, and so a .npz file.
constexpr static StringRef kZipMagic = "PK\x03\x04";

static Error cannotRead(StringRef path, std::error_code error) {
  return createStringError("cannot read '" + path + "': " + error.message());
}

namespace {
/// The bytes that came from a pipe or device.
class StreamContents {
public:
  StringRef getBytes() const { return {memory.get(), size}; }

  /// Reads on until there are more than `limit` bytes; false where the file
  /// ends before.
  Expected<bool> readPast(uint64_t limit, fs::file_t file);

private:
  struct Free {
    void operator()(char *memory) const { std::free(memory); }
  };

  /// Doubles the room, up to a bound: what a header promises may never come.
  bool grow(size_t maxCapacity);

  std::unique_ptr<char, Free> memory;
  size_t size = 0, capacity = 0;
};

/// The contents of a file.
struct FileContents {
  /// Holds a regular file, mapped where it is large.
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  StreamContents stream;
  /// Whether a pipe or device had more than anybody asked for.
  bool hasMore = false;

  StringRef getBytes() const {
    return buffer ? buffer->getBuffer() : stream.getBytes();
  }
};
} // namespace

bool StreamContents::grow(size_t maxCapacity) {
  constexpr size_t minCapacity = 65536;
  size_t wanted = std::min(std::max(2 * capacity, minCapacity), maxCapacity);
  auto *grown = static_cast<char *>(std::realloc(memory.get(), wanted));
  if (!grown)
    return false;
  (void)memory.release();
  memory.reset(grown);
  capacity = wanted;
  return true;
}

Expected<bool> StreamContents::readPast(uint64_t limit, fs::file_t file) {
  while (size <= limit) {
    if (size == capacity && !grow(limit + 1))
      return llvm::errorCodeToError(
          std::make_error_code(std::errc::not_enough_memory));
    Expected<size_t> numRead =
        fs::readNativeFile(file, {memory.get() + size, capacity - size});
    if (!numRead)
      return numRead.takeError();
    if (*numRead == 0)
      return false;
    size += *numRead;
  }
  return true;
}

/// Reads a pipe or device, which may be endless, to one byte behind what the
/// header of a .npy file or `rawType` asks for.
static Error readStream(fs::file_t file, StringRef path,
                        const TensorType *rawType, FileContents &contents) {
  uint64_t rawSize = rawType ? rawType->getNumFileBytes() : 0;
  StreamContents &stream = contents.stream;
  for (uint64_t limit = kNumPyMagicSize;;) {
    Expected<bool> isPast = stream.readPast(limit, file);
    if (!isPast)
      return cannotRead(path, errorToErrorCode(isPast.takeError()));
    if (!*isPast)
      return Error::success();
    StringRef bytes = stream.getBytes();
    uint64_t next = hasNumPyMagic(bytes) ? getMinNumPySize(bytes) : rawSize;
    if (next <= limit)
      break;
    limit = next;
  }
  contents.hasMore = true;
  return Error::success();
}

/// How messages call the file.
static StringRef getInputName(StringRef path) {
  return path == kStandardStream ? "<stdin>" : path;
}

/// Standard input is read from where it stands on, whatever it is.
static Expected<FileContents> readStandardInput(const TensorType *rawType) {
  StringRef name = getInputName(kStandardStream);
  if (llvm::sys::Process::FileDescriptorIsDisplayed(STDIN_FILENO))
    return createStringError("cannot read '" + name +
                             "': it is a terminal; expected a file or a pipe");
  FileContents contents;
  if (Error error = readStream(fs::getStdinHandle(), name, rawType, contents))
    return error;
  return contents;
}

static Expected<FileContents> readFile(StringRef path,
                                       const TensorType *rawType) {
  if (path == kStandardStream)
    return readStandardInput(rawType);
  Expected<fs::file_t> file = fs::openNativeFileForRead(path);
  if (!file)
    return cannotRead(path, errorToErrorCode(file.takeError()));
  llvm::scope_exit close([&] { fs::closeFile(*file); });
  fs::file_status status;
  if (std::error_code error = fs::status(*file, status))
    return cannotRead(path, error);
  if (status.type() == fs::file_type::directory_file)
    return cannotRead(path, std::make_error_code(std::errc::is_a_directory));

  FileContents contents;
  if (status.type() != fs::file_type::regular_file) {
    if (Error error = readStream(*file, path, rawType, contents))
      return error;
    return contents;
  }
  auto buffer = llvm::MemoryBuffer::getOpenFile(
      *file, path, status.getSize(), /*RequiresNullTerminator=*/false);
  if (!buffer)
    return cannotRead(path, buffer.getError());
  contents.buffer = std::move(*buffer);
  return contents;
}

static Expected<Tensor> parseRaw(const FileContents &contents, StringRef path,
                                 const TensorType *type) {
  StringRef name = getInputName(path);
  if (!type && contents.getBytes().starts_with(kZipMagic))
    return createStringError("'" + name +
                             "' is an archive of several arrays (.npz); "
                             "expected one of its .npy files, which unzip "
                             "takes out");
  if (!type)
    return createStringError("'" + name +
                             "' is not a .npy file; say its type before '@', "
                             "such as 2x3xf32=@" +
                             path);
  StringRef bytes = contents.getBytes();
  if (bytes.size() != static_cast<uint64_t>(type->getNumFileBytes()))
    return createStringError(
        "'" + name + "' is not a .npy file, and " + stringify(*type) +
        " takes exactly " + Twine(type->getNumFileBytes()) +
        " raw bytes: found " + (contents.hasMore ? "at least " : "") +
        Twine(bytes.size()) + (type->isStrided() ? " [T4]" : ""));
  Expected<Tensor> tensor = Tensor::allocate(*type);
  if (tensor)
    std::memcpy(tensor->data(), bytes.data(), tensor->getNumBytes());
  return tensor;
}

Expected<Tensor> dml::readTensorFile(StringRef path,
                                     const TensorType *rawType) {
  Expected<FileContents> contents = readFile(path, rawType);
  if (!contents)
    return contents.takeError();
  if (hasNumPyMagic(contents->getBytes()))
    return parseNumPy(contents->getBytes(), getInputName(path),
                      contents->hasMore);
  return parseRaw(*contents, path, rawType);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static Error cannotWrite(StringRef path, const Twine &reason) {
  StringRef name = path == kStandardStream ? "<stdout>" : path;
  return createStringError("cannot write '" + name + "': " + reason);
}

bool dml::writesNumPy(StringRef path) {
  return path == kStandardStream || path.ends_with(".npy");
}

/// Writes the tensor's memory. A strided tensor takes a multiple of four bytes
/// (T4).
static void writeRaw(llvm::raw_ostream &os, const Tensor &tensor) {
  os.write(tensor.data(), tensor.getNumBytes());
  os.write_zeros(tensor.getType().getNumFileBytes() - tensor.getNumBytes());
}

/// Writes the tensor to an open file.
static Error writeContents(int descriptor, const TensorOutput &output) {
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/false,
                          /*unbuffered=*/true);
  if (writesNumPy(output.path))
    writeNumPy(os, *output.tensor);
  else
    writeRaw(os, *output.tensor);
  std::error_code error = os.error();
  os.clear_error();
  return error ? cannotWrite(output.path, error.message()) : Error::success();
}

namespace {
/// Blocks SIGPIPE in this thread, so that writing to a pipe that nobody reads
/// fails like any other write. The signal would end the process and leave the
/// temporary files: InitLLVM of LLVM 22 registers LLVM's signal handlers before
/// it asks for one of SIGPIPE, and so there is none.
class PipeSignalBlocker {
public:
  PipeSignalBlocker() {
    sigemptyset(&pipeSignal);
    sigaddset(&pipeSignal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipeSignal, &previousMask);
  }
  ~PipeSignalBlocker() {
    sigset_t pending;
    sigpending(&pending);
    int signal;
    if (sigismember(&pending, SIGPIPE))
      sigwait(&pipeSignal, &signal);
    pthread_sigmask(SIG_SETMASK, &previousMask, nullptr);
  }

private:
  sigset_t pipeSignal, previousMask;
};

/// Writes files under temporary names and renames them all at the end.
class OutputFiles {
public:
  ~OutputFiles() {
    for (StagedFile &staged : stagedFiles)
      llvm::consumeError(staged.file.discard());
  }

  Error write(const TensorOutput &output);
  /// Gives every file its name.
  Error commit();

private:
  struct StagedFile {
    fs::TempFile file;
    std::string target;
    StringRef path;
  };

  Error writeStandardOutput(const TensorOutput &output);
  Error writeDirectly(const TensorOutput &output, int descriptor);
  /// Writes beside the target, which has this status where it exists.
  Error stage(const TensorOutput &output, StringRef target,
              const fs::file_status *existing);

  std::vector<StagedFile> stagedFiles;
  llvm::StringSet<> targets;
};
} // namespace

/// The name behind a symbolic link to what does not exist yet, or behind
/// several of them, which are no loop.
static Expected<std::string> followLinks(StringRef path) {
  std::filesystem::path name = path.str();
  std::error_code error;
  while (std::filesystem::is_symlink(name, error)) {
    std::filesystem::path target = std::filesystem::read_symlink(name, error);
    if (error)
      return cannotWrite(path, error.message());
    name = name.parent_path() / target;
  }
  return name.string();
}

/// The open file of this process that a path leads to, by symbolic links such
/// as /dev/stdout: an entry of its /proc/self/fd.
static std::optional<int> getOpenDescriptor(StringRef path) {
  std::filesystem::path name = path.str();
  std::error_code error;
  const auto own = std::filesystem::canonical("/proc/self/fd", error);
  // Longer chains are those of loops.
  for (unsigned links = 0; links < 64 && !error; ++links) {
    std::filesystem::path parent =
        name.has_parent_path() ? name.parent_path() : ".";
    parent = std::filesystem::canonical(parent, error);
    int descriptor;
    if (!error && parent == own &&
        !StringRef(name.filename().string()).getAsInteger(10, descriptor))
      return descriptor;
    if (!error && !std::filesystem::is_symlink(name, error))
      return std::nullopt;
    if (!error)
      name = parent / std::filesystem::read_symlink(name, error);
  }
  return std::nullopt;
}

/// The one name of a file that exists or is about to: through symbolic links,
/// so that a link to a file is no second file, and stays a link.
static Expected<std::string> resolveTarget(StringRef path, bool exists) {
  llvm::SmallString<128> resolved;
  if (exists) {
    if (std::error_code error = fs::real_path(path, resolved))
      return cannotWrite(path, error.message());
    return resolved.str().str();
  }
  Expected<std::string> name = followLinks(path);
  if (!name)
    return name;
  StringRef directory = llvm::sys::path::parent_path(*name);
  if (directory.empty())
    directory = ".";
  if (std::error_code error = fs::real_path(directory, resolved))
    return cannotWrite(path,
                       "the directory '" + directory + "': " + error.message());
  llvm::sys::path::append(resolved, llvm::sys::path::filename(*name));
  return resolved.str().str();
}

Error OutputFiles::write(const TensorOutput &output) {
  if (output.path.empty())
    return createStringError("the name of an output file is empty");
  if (output.path == kStandardStream)
    return writeStandardOutput(output);
  fs::file_status status;
  std::error_code error = fs::status(output.path, status);
  if (error && error != std::errc::no_such_file_or_directory)
    return cannotWrite(output.path, error.message());
  bool exists = !error;
  if (exists && status.type() == fs::file_type::directory_file)
    return cannotWrite(output.path, "it is a directory");
  // What is open is written where it stands: it may have contents, and others
  // may be writing to it.
  if (std::optional<int> open = getOpenDescriptor(output.path); exists && open)
    return writeDirectly(output, dup(*open));
  if (exists && status.type() != fs::file_type::regular_file) {
    int descriptor;
    if (std::error_code error = fs::openFileForWrite(
            output.path, descriptor, fs::CD_OpenExisting, fs::OF_None))
      return cannotWrite(output.path, error.message());
    return writeDirectly(output, descriptor);
  }

  Expected<std::string> target = resolveTarget(output.path, exists);
  if (!target)
    return target.takeError();
  if (!targets.insert(*target).second)
    return cannotWrite(output.path, "another output goes to the same file");
  return stage(output, *target, exists ? &status : nullptr);
}

Error OutputFiles::writeStandardOutput(const TensorOutput &output) {
  if (llvm::sys::Process::FileDescriptorIsDisplayed(STDOUT_FILENO))
    return cannotWrite(output.path,
                       "it is a terminal; expected a file or a pipe");
  return writeDirectly(output, dup(STDOUT_FILENO));
}

/// Closes the descriptor, which is -1 where there is none for the reason that
/// `errno` has.
Error OutputFiles::writeDirectly(const TensorOutput &output, int descriptor) {
  if (descriptor < 0)
    return cannotWrite(output.path, llvm::errnoAsErrorCode().message());
  llvm::scope_exit close([&] {
    fs::file_t file = fs::convertFDToNativeFile(descriptor);
    fs::closeFile(file);
  });
  return writeContents(descriptor, output);
}

/// Gives a file the owner, where that is allowed, and the mode of the one that
/// it is to replace.
static std::error_code copyAttributes(const fs::file_status &from,
                                      int descriptor) {
  (void)fs::changeFileOwnership(descriptor, from.getUser(), from.getGroup());
  return fs::setPermissions(descriptor, from.permissions() & fs::all_all);
}

Error OutputFiles::stage(const TensorOutput &output, StringRef target,
                         const fs::file_status *existing) {
  llvm::SmallString<128> model = llvm::sys::path::parent_path(target);
  llvm::sys::path::append(model, ".dml-%%%%%%%%%%.tmp");
  // Nobody else may open it before it has the mode of the file it replaces.
  Expected<fs::TempFile> file =
      fs::TempFile::create(model, existing ? fs::owner_read | fs::owner_write
                                           : fs::all_read | fs::all_write);
  if (!file)
    return cannotWrite(output.path, toString(file.takeError()));
  int descriptor = file->FD;
  stagedFiles.push_back({std::move(*file), target.str(), output.path});
  if (existing)
    if (std::error_code error = copyAttributes(*existing, descriptor))
      return cannotWrite(output.path,
                         "its mode cannot be kept: " + error.message());
  return writeContents(descriptor, output);
}

Error OutputFiles::commit() {
  while (!stagedFiles.empty()) {
    StagedFile staged = std::move(stagedFiles.back());
    stagedFiles.pop_back();
    std::string temporary = staged.file.TmpName;
    if (Error error = staged.file.keep(staged.target))
      return cannotWrite(staged.path, toString(std::move(error)));
    // A file that cannot be replaced, as one that is mounted, is copied to, and
    // LLVM leaves the copy's source.
    fs::remove(temporary);
  }
  return Error::success();
}

Error dml::writeTensorFiles(llvm::ArrayRef<TensorOutput> outputs) {
  PipeSignalBlocker blocker;
  OutputFiles files;
  for (const TensorOutput &output : outputs)
    if (Error error = files.write(output))
      return error;
  return files.commit();
}
