/*===- dml-c/Vulkan.h - Programs in an application's commands -----*- C -*-===*\
|*                                                                            *|
|* Part of the dml project, under the Apache License v2.0 with LLVM           *|
|* Exceptions.                                                                *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* For applications that use Vulkan themselves: executables are recorded into *|
|* the application's command buffers, on its VkDevice and its VkBuffers. The  *|
|* application submits them; the library never does.                          *|
|*                                                                            *|
|* Needs Vulkan's headers. What stands at the top of dml-c/Runtime.h about    *|
|* errors, handles and threads holds here, too, but that Vulkan's objects     *|
|* outlive the handles that were made with them.                              *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef DML_C_VULKAN_H
#define DML_C_VULKAN_H

#include "dml-c/Runtime.h"
#include <vulkan/vulkan_core.h>

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*\
|* Devices                                                                    *|
\*===----------------------------------------------------------------------===*/

/** What kernels may use beyond Vulkan 1.1 where it is enabled on the VkDevice:
 * the features shaderInt8, shaderInt16, shaderInt64, shaderFloat16 and
 * shaderFloat64, for arithmetic on such types;
 * VK_KHR_shader_float_controls, or Vulkan 1.2, for denormals of f32 and
 * conversions of f16; and storageBuffer16BitAccess, with which some kernels of
 * halves are faster if there is shaderInt16, and storageBuffer8BitAccess, with
 * which those of bytes are if there is shaderInt8 as well. The operators that
 * move elements need none of them. Flags of what the device does not have do
 * nothing. Kernels reach buffers through
 * descriptors, not by addresses, as these would need further features. */
enum {
  DML_VULKAN_INT8 = 1,
  DML_VULKAN_INT16 = 2,
  DML_VULKAN_INT64 = 4,
  DML_VULKAN_FLOAT16 = 8,
  DML_VULKAN_FLOAT64 = 16,
  DML_VULKAN_FLOAT_CONTROLS = 32,
  DML_VULKAN_STORAGE_8BIT = 64,
  DML_VULKAN_STORAGE_16BIT = 128
};

typedef struct DmlVulkanDeviceInfo {
  /** sizeof(DmlVulkanDeviceInfo): later versions have more members. */
  size_t size;
  /** Null for that of libvulkan.so.1. */
  PFN_vkGetInstanceProcAddr getInstanceProcAddr;
  /** Made for Vulkan 1.1 or later. */
  VkInstance instance;
  VkPhysicalDevice physicalDevice;
  VkDevice device;
  /** The family of the queue that the command buffers are submitted to; it has
   * VK_QUEUE_COMPUTE_BIT. */
  uint32_t queueFamily;
  /** Flags from DML_VULKAN_INT8 on. */
  uint32_t features;
} DmlVulkanDeviceInfo;

/** Uses the application's VkDevice. Functions are compiled for it as for any
 * other device; their executables are recorded, and dmlExecutableRun fails. */
DmlError *dmlDeviceFromVulkan(const DmlVulkanDeviceInfo *info,
                              DmlDevice **device);

/*===----------------------------------------------------------------------===*\
|* Buffers                                                                    *|
\*===----------------------------------------------------------------------===*/

/** The bytes of a VkBuffer that hold an argument or a result: its elements as
 * in the memory that a DmlTensor names, from the offset on. */
typedef struct DmlVulkanBuffer {
  VkBuffer buffer;
  VkDeviceSize offset;
  /** How many bytes there are from the offset on. */
  VkDeviceSize size;
  /** The flags that the buffer was created with. */
  VkBufferUsageFlags usage;
} DmlVulkanBuffer;

/** What a DmlVulkanBuffer needs. */
typedef struct DmlVulkanNeeds {
  /** The least size: that of the tensor rounded up to 16 bytes. Kernels may
   * read and write the rounding. 0 for an argument that is not read, whose
   * DmlVulkanBuffer is ignored; those of type index, whose value is known, are
   * such ones. */
  VkDeviceSize size;
  /** What the offset is a multiple of. */
  VkDeviceSize alignment;
  /** VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, and with it, where the executable
   * copies what its kernels cannot access in place,
   * VK_BUFFER_USAGE_TRANSFER_SRC_BIT for an argument and
   * VK_BUFFER_USAGE_TRANSFER_DST_BIT for a result. */
  VkBufferUsageFlags usage;
} DmlVulkanNeeds;

/** Fail where the executable is not for a device of dmlDeviceFromVulkan, where
 * there is no such argument or result, and where every run breaks a rule. */
DmlError *dmlExecutableGetVulkanArgument(const DmlExecutable *executable,
                                         size_t index, DmlVulkanNeeds *needs);
DmlError *dmlExecutableGetVulkanResult(const DmlExecutable *executable,
                                       size_t index, DmlVulkanNeeds *needs);

/*===----------------------------------------------------------------------===*\
|* Recordings                                                                 *|
\*===----------------------------------------------------------------------===*/

/** How the recorded commands access arguments and results, for the barriers of
 * the application: what wrote an argument must be visible to the reads, earlier
 * accesses to a result must be done before the writes, and the writes must be
 * visible to what uses the result. */
#define DML_VULKAN_STAGES                                                      \
  (VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT)
#define DML_VULKAN_READS                                                       \
  (VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT)
#define DML_VULKAN_WRITES                                                      \
  (VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT)

/** What recorded commands use: intermediate tensors, constants, descriptor
 * sets. */
typedef struct DmlVulkanRecording DmlVulkanRecording;

/** Records the executable into a command buffer, outside of a render pass.
 * Other commands may go before and after it, other recordings among them;
 * compute's pipeline and descriptor sets are others afterwards. Arguments are
 * not changed. Results must not overlap arguments and each other.
 *
 * The recording must live until the commands have been executed. The command
 * buffer may be submitted any number of times, the next time when the last one
 * has been executed or with its commands in order on the same queue; constants
 * are copied to the device each time.
 *
 * Nothing is recorded after a failure. */
DmlError *dmlExecutableRecord(const DmlExecutable *executable,
                              VkCommandBuffer commands,
                              const DmlVulkanBuffer *arguments,
                              size_t numArguments,
                              const DmlVulkanBuffer *results, size_t numResults,
                              DmlVulkanRecording **recording);

/** After the commands have been executed, as a fence says: fails as
 * dmlExecutableRun does where a rule was broken that only the values show, with
 * unpooling indices out of range (rule U3) unless flags are
 * DML_IGNORE_OUT_OF_RANGE_INDICES. The results hold no particular values after
 * any other failure. */
DmlError *dmlVulkanRecordingCheck(const DmlVulkanRecording *recording,
                                  uint32_t flags);
void dmlVulkanRecordingDestroy(DmlVulkanRecording *recording);

#ifdef __cplusplus
}
#endif

#endif /* DML_C_VULKAN_H */
