//===- Instance.cpp - A connection to Vulkan ------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Vulkan/Device/Instance.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace dml;
using llvm::createStringError;
using llvm::Error;
using llvm::StringRef;

constexpr static const char *kValidationLayer = "VK_LAYER_KHRONOS_validation";

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

void VulkanMessages::add(StringRef message) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!text.empty())
    text += '\n';
  text += message;
}

std::string VulkanMessages::take() {
  std::lock_guard<std::mutex> lock(mutex);
  return std::exchange(text, std::string());
}

static VKAPI_ATTR VkBool32 VKAPI_CALL
receiveMessage(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
               VkDebugUtilsMessageTypeFlagsEXT type,
               const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
  static_cast<VulkanMessages *>(user)->add(
      data->pMessage ? data->pMessage : "a message without text");
  return VK_FALSE;
}

/// The general messages are left out: they are the loader's, about other
/// drivers on the machine.
static VkDebugUtilsMessengerCreateInfoEXT
describeMessenger(VulkanMessages &messages) {
  VkDebugUtilsMessengerCreateInfoEXT info = {};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  info.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                         VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                     VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
  info.pfnUserCallback = receiveMessage;
  info.pUserData = &messages;
  return info;
}

//===----------------------------------------------------------------------===//
// VulkanInstance
//===----------------------------------------------------------------------===//

static void printLateMessages(const std::string &messages) {
  llvm::outs().flush();
  llvm::errs() << "dml: error: Vulkan's validation layer at the end: "
               << messages << "\n";
}

/// For a process whose environment asks for validation, as sanitizers do: a
/// leak that only shows at the end must not pass, and a destructor has no error
/// to return. 2 is what the tools end with when something failed.
static void printLateMessagesAndExit(const std::string &messages) {
  printLateMessages(messages);
  std::_Exit(2);
}

llvm::Expected<std::unique_ptr<VulkanInstance>>
VulkanInstance::create(const VulkanOptions &options) {
  llvm::Expected<VulkanFunctions> functions = loadVulkan(options.library);
  if (!functions)
    return functions.takeError();
  std::unique_ptr<VulkanInstance> result(
      new VulkanInstance(*functions, options));
  auto &onLateMessages = result->options.onLateMessages;
  if (llvm::sys::Process::GetEnv("DML_VULKAN_VALIDATION") == "1") {
    result->options.validate = true;
    if (!onLateMessages)
      onLateMessages = printLateMessagesAndExit;
  }
  if (!onLateMessages)
    onLateMessages = printLateMessages;
  if (Error error = result->addMessages(result->initialize()))
    return std::move(error);
  return std::move(result);
}

llvm::Expected<std::unique_ptr<VulkanInstance>>
VulkanInstance::borrow(VkInstance instance,
                       PFN_vkGetInstanceProcAddr getInstanceProcAddr) {
  VulkanOptions options;
  VulkanFunctions functions;
  functions.vkGetInstanceProcAddr = getInstanceProcAddr;
  if (!getInstanceProcAddr) {
    llvm::Expected<VulkanFunctions> loaded = loadVulkan(options.library);
    if (!loaded)
      return loaded.takeError();
    functions = *loaded;
  }
  if (Error error = loadInstanceFunctions(functions, instance))
    return createStringError("expected a VkInstance of version 1.1 or later: " +
                             llvm::toString(std::move(error)));
  std::unique_ptr<VulkanInstance> result(
      new VulkanInstance(functions, std::move(options)));
  result->instance = instance;
  result->isBorrowed = true;
  return std::move(result);
}

Error VulkanInstance::initialize() {
  if (options.editFunctions)
    options.editFunctions(functions);

  VkApplicationInfo application = {};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.pApplicationName = "dml";
  application.apiVersion = VK_API_VERSION_1_1;
  VkInstanceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  const char *extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME,
                              VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME};
  VkDebugUtilsMessengerCreateInfoEXT messengerInfo =
      describeMessenger(messages);
  // A missing barrier gives wrong results on few devices, and seldom.
  VkValidationFeatureEnableEXT feature =
      VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
  VkValidationFeaturesEXT features = {};
  features.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT;
  features.enabledValidationFeatureCount = 1;
  features.pEnabledValidationFeatures = &feature;
  if (options.validate) {
    // Chained, it also hears of the creation and destruction of the instance.
    messengerInfo.pNext = &features;
    info.pNext = &messengerInfo;
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = &kValidationLayer;
    info.enabledExtensionCount = std::size(extensions);
    info.ppEnabledExtensionNames = extensions;
  }
  VkInstance created = VK_NULL_HANDLE;
  VkResult result = functions.vkCreateInstance(&info, nullptr, &created);
  if (result == VK_ERROR_INCOMPATIBLE_DRIVER)
    return createStringError("there is no Vulkan driver; " +
                             getVulkanInstallHint());
  if (result == VK_ERROR_LAYER_NOT_PRESENT && options.validate)
    return createStringError(
        llvm::Twine("validation is asked for, but the layer ") +
        kValidationLayer +
        " is not installed; on Debian `apt install vulkan-validationlayers` "
        "installs it");
  if (result != VK_SUCCESS)
    return createVulkanError("starting Vulkan", result);
  // Needed to destroy it if the next step fails.
  functions.vkDestroyInstance = reinterpret_cast<PFN_vkDestroyInstance>(
      functions.vkGetInstanceProcAddr(created, "vkDestroyInstance"));
  instance = created;

  if (Error error = loadInstanceFunctions(functions, instance))
    return error;
  if (options.editFunctions)
    options.editFunctions(functions);
  if (!options.validate)
    return Error::success();
  if (!functions.vkCreateDebugUtilsMessengerEXT ||
      !functions.vkDestroyDebugUtilsMessengerEXT)
    return createStringError("validation is asked for, but the Vulkan loader "
                             "has no VK_EXT_debug_utils");
  messengerInfo.pNext = nullptr;
  VkDebugUtilsMessengerEXT createdMessenger = VK_NULL_HANDLE;
  result = functions.vkCreateDebugUtilsMessengerEXT(instance, &messengerInfo,
                                                    nullptr, &createdMessenger);
  if (result != VK_SUCCESS)
    return createVulkanError("listening to the validation layer", result);
  messenger = createdMessenger;
  return Error::success();
}

VulkanInstance::~VulkanInstance() {
  if (messenger)
    functions.vkDestroyDebugUtilsMessengerEXT(instance, messenger, nullptr);
  if (instance && !isBorrowed)
    functions.vkDestroyInstance(instance, nullptr);
  // None where an application's instance is borrowed: nothing listens to it.
  std::string late = messages.take();
  if (!late.empty())
    options.onLateMessages(late);
}

Error VulkanInstance::addMessages(Error error) {
  std::string text = messages.take();
  if (text.empty())
    return error;
  return llvm::joinErrors(
      std::move(error),
      createStringError("Vulkan's validation layer: " + text));
}
