/* Records a program into a command buffer after a command of its own, on a
 * device and buffers of its own, and submits that twice. */

#include <dml-c/Vulkan.h>
#include <stdio.h>
#include <stdlib.h>
#include <vulkan/vulkan.h>

enum { NumElements = 1 * 8 * 2 * 3, Channel = 2 * 3 };

/* Ends the program with the message of an error, if there is one. */
static void check(DmlError *error) {
  if (!error)
    return;
  fprintf(stderr, "%s\n", dmlErrorGetMessage(error));
  dmlErrorDestroy(error);
  exit(1);
}

static void checkVulkan(VkResult result, const char *what) {
  if (result == VK_SUCCESS)
    return;
  fprintf(stderr, "%s: VkResult %d\n", what, (int)result);
  exit(1);
}

static VkInstance instance;
static VkPhysicalDevice physicalDevice;
static VkDevice device;
static uint32_t queueFamily;

/* The first device, with its first queue family that runs compute kernels. */
static void openVulkan(void) {
  VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                   .apiVersion = VK_API_VERSION_1_1};
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                               .pApplicationInfo = &application};
  checkVulkan(vkCreateInstance(&info, NULL, &instance), "vkCreateInstance");
  uint32_t count = 1;
  vkEnumeratePhysicalDevices(instance, &count, &physicalDevice);
  if (!physicalDevice)
    checkVulkan(VK_ERROR_INITIALIZATION_FAILED, "there is no Vulkan device");

  VkQueueFamilyProperties families[16];
  count = 16;
  vkGetPhysicalDeviceQueueFamilyProperties(physicalDevice, &count, families);
  while (queueFamily + 1 < count &&
         !(families[queueFamily].queueFlags & VK_QUEUE_COMPUTE_BIT))
    ++queueFamily;
  VkDeviceQueueCreateInfo queueInfo = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
      .queueFamilyIndex = queueFamily,
      .queueCount = 1,
      .pQueuePriorities = &(float){1}};
  VkDeviceCreateInfo deviceInfo = {.sType =
                                       VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                   .queueCreateInfoCount = 1,
                                   .pQueueCreateInfos = &queueInfo};
  checkVulkan(vkCreateDevice(physicalDevice, &deviceInfo, NULL, &device),
              "vkCreateDevice");
}

/* A buffer in memory that the host sees. */
typedef struct Buffer {
  DmlVulkanBuffer dml;
  VkDeviceMemory memory;
  uint32_t *elements;
} Buffer;

static Buffer createBuffer(DmlVulkanNeeds needs) {
  Buffer made = {.dml = {.size = needs.size, .usage = needs.usage}};
  VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                             .size = needs.size,
                             .usage = needs.usage};
  checkVulkan(vkCreateBuffer(device, &info, NULL, &made.dml.buffer), "buffer");
  VkMemoryRequirements required;
  vkGetBufferMemoryRequirements(device, made.dml.buffer, &required);
  VkPhysicalDeviceMemoryProperties memory;
  vkGetPhysicalDeviceMemoryProperties(physicalDevice, &memory);
  VkMemoryPropertyFlags wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                 VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  VkMemoryAllocateInfo allocation = {.sType =
                                         VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                     .allocationSize = required.size};
  uint32_t *type = &allocation.memoryTypeIndex;
  while (!(required.memoryTypeBits & 1u << *type) ||
         (memory.memoryTypes[*type].propertyFlags & wanted) != wanted)
    ++*type;
  checkVulkan(vkAllocateMemory(device, &allocation, NULL, &made.memory),
              "memory");
  vkBindBufferMemory(device, made.dml.buffer, made.memory, 0);
  void *mapped;
  checkVulkan(vkMapMemory(device, made.memory, 0, VK_WHOLE_SIZE, 0, &mapped),
              "mapping");
  made.elements = mapped;
  return made;
}

static void destroyBuffer(Buffer buffer) {
  vkDestroyBuffer(device, buffer.dml.buffer, NULL);
  vkFreeMemory(device, buffer.memory, NULL);
}

/* Compiles the program for the device. */
static DmlExecutable *compile(const char *path) {
  DmlVulkanDeviceInfo info = {.size = sizeof(info),
                              .getInstanceProcAddr = vkGetInstanceProcAddr,
                              .instance = instance,
                              .physicalDevice = physicalDevice,
                              .device = device,
                              .queueFamily = queueFamily};
  DmlDevice *dmlDevice;
  check(dmlDeviceFromVulkan(&info, &dmlDevice));
  DmlProgram *program;
  check(dmlProgramLoad(path, &program));
  DmlFunction *function;
  check(dmlFunctionCreate(program, NULL, dmlDevice, &function));
  DmlTensor type = {.elementType = DML_UI32, .rank = 4, .sizes = {1, 8, 2, 3}};
  DmlExecutable *executable;
  check(dmlFunctionCompile(function, &type, 1, &executable));
  dmlFunctionDestroy(function);
  dmlProgramDestroy(program);
  dmlDeviceDestroy(dmlDevice);
  return executable;
}

static void barrier(VkCommandBuffer commands, VkPipelineStageFlags stages,
                    VkAccessFlags accesses, VkPipelineStageFlags laterStages,
                    VkAccessFlags laterAccesses) {
  VkMemoryBarrier memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                            .srcAccessMask = accesses,
                            .dstAccessMask = laterAccesses};
  vkCmdPipelineBarrier(commands, stages, laterStages, 0, 1, &memory, 0, NULL, 0,
                       NULL);
}

/* Overwrites the first channel of the argument, and runs the program. */
static DmlVulkanRecording *record(VkCommandBuffer commands,
                                  DmlExecutable *executable, Buffer argument,
                                  Buffer result) {
  VkCommandBufferBeginInfo begin = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  checkVulkan(vkBeginCommandBuffer(commands, &begin), "begin");
  vkCmdFillBuffer(commands, argument.dml.buffer, 0,
                  Channel * sizeof(*argument.elements), 7);
  barrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT,
          VK_ACCESS_TRANSFER_WRITE_BIT, DML_VULKAN_STAGES, DML_VULKAN_READS);
  DmlVulkanRecording *recording;
  check(dmlExecutableRecord(executable, commands, &argument.dml, 1, &result.dml,
                            1, &recording));
  barrier(commands, DML_VULKAN_STAGES, DML_VULKAN_WRITES,
          VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
  checkVulkan(vkEndCommandBuffer(commands), "end");
  return recording;
}

int main(int argc, char **argv) {
  openVulkan();
  VkQueue queue;
  vkGetDeviceQueue(device, queueFamily, 0, &queue);
  VkCommandPoolCreateInfo poolInfo = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
      .queueFamilyIndex = queueFamily};
  VkCommandPool pool;
  checkVulkan(vkCreateCommandPool(device, &poolInfo, NULL, &pool), "pool");
  VkCommandBufferAllocateInfo allocation = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
      .commandPool = pool,
      .commandBufferCount = 1};
  VkCommandBuffer commands;
  checkVulkan(vkAllocateCommandBuffers(device, &allocation, &commands),
              "commands");

  DmlExecutable *executable =
      compile(argc > 1 ? argv[1] : "examples/depth_to_space1_dcr.mlir");
  DmlVulkanNeeds needs;
  check(dmlExecutableGetVulkanArgument(executable, 0, &needs));
  needs.usage |= VK_BUFFER_USAGE_TRANSFER_DST_BIT; /* for vkCmdFillBuffer */
  Buffer argument = createBuffer(needs);
  check(dmlExecutableGetVulkanResult(executable, 0, &needs));
  Buffer result = createBuffer(needs);
  DmlVulkanRecording *recording =
      record(commands, executable, argument, result);
  dmlExecutableDestroy(executable);

  for (uint32_t first = 0; first <= 100; first += 100) {
    for (uint32_t i = 0; i < NumElements; ++i)
      argument.elements[i] = first + i;
    VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                           .commandBufferCount = 1,
                           .pCommandBuffers = &commands};
    checkVulkan(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE), "submit");
    checkVulkan(vkQueueWaitIdle(queue), "wait");
    check(dmlVulkanRecordingCheck(recording, 0));
    for (uint32_t i = 0; i < 12; ++i)
      printf("%u%c", (unsigned)result.elements[i], i % 6 == 5 ? '\n' : ' ');
  }

  dmlVulkanRecordingDestroy(recording);
  vkDestroyCommandPool(device, pool, NULL);
  destroyBuffer(argument);
  destroyBuffer(result);
  vkDestroyDevice(device, NULL);
  vkDestroyInstance(instance, NULL);
  return 0;
}
