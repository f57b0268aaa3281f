internal import Bytes

/// The number of CUDA's error in the text of an exception, by its name or its sentence, and that of JAX's status.
///
/// PyTorch, CuPy and JAX raise exceptions that have the number, but their tracebacks have only the text.
enum GPUErrorCode {
  private struct Code: Sendable {
    let number: StaticString
    let runtime: StaticString
    let driver: StaticString
    let sentence: StaticString

    init(
      _ number: StaticString, _ runtime: StaticString, _ driver: StaticString, _ sentence: StaticString
    ) {
      (self.number, self.runtime, self.driver, self.sentence) = (number, runtime, driver, sentence)
    }
  }

  private static let codes = [
    Code("1", "InvalidValue", "INVALID_VALUE", "invalid argument"),
    Code("2", "MemoryAllocation", "OUT_OF_MEMORY", "out of memory"),
    Code("3", "InitializationError", "NOT_INITIALIZED", "initialization error"),
    Code("100", "NoDevice", "NO_DEVICE", "no CUDA-capable device is detected"),
    Code("101", "InvalidDevice", "INVALID_DEVICE", "invalid device ordinal"),
    Code(
      "209", "NoKernelImageForDevice", "NO_BINARY_FOR_GPU",
      "no kernel image is available for execution on the device"),
    Code("214", "ECCUncorrectable", "ECC_UNCORRECTABLE", "uncorrectable ECC error encountered"),
    Code("700", "IllegalAddress", "ILLEGAL_ADDRESS", "an illegal memory access was encountered"),
    Code(
      "701", "LaunchOutOfResources", "LAUNCH_OUT_OF_RESOURCES", "too many resources requested for launch"),
    Code("702", "LaunchTimeout", "LAUNCH_TIMEOUT", "the launch timed out and was terminated"),
    Code("710", "Assert", "ASSERT", "device-side assert triggered"),
    Code("714", "HardwareStackError", "HARDWARE_STACK_ERROR", "hardware stack error"),
    Code("715", "IllegalInstruction", "ILLEGAL_INSTRUCTION", "an illegal instruction was encountered"),
    Code("716", "MisalignedAddress", "MISALIGNED_ADDRESS", "misaligned address"),
    Code(
      "717", "InvalidAddressSpace", "INVALID_ADDRESS_SPACE",
      "operation not supported on global/shared address space"),
    Code("718", "InvalidPc", "INVALID_PC", "invalid program counter"),
    Code("719", "LaunchFailure", "LAUNCH_FAILED", "unspecified launch failure"),
    Code(
      "900", "StreamCaptureUnsupported", "STREAM_CAPTURE_UNSUPPORTED",
      "operation not permitted when stream is capturing"),
    Code(
      "901", "StreamCaptureInvalidated", "STREAM_CAPTURE_INVALIDATED",
      "operation failed due to a previous error during capture"),
    Code("999", "Unknown", "UNKNOWN", "unknown error"),
  ]

  /// The names of gRPC's status codes, from 1.
  private static let statuses: [(name: StaticString, number: StaticString)] = [
    ("CANCELLED", "1"), ("UNKNOWN", "2"), ("INVALID_ARGUMENT", "3"), ("DEADLINE_EXCEEDED", "4"),
    ("NOT_FOUND", "5"), ("ALREADY_EXISTS", "6"), ("PERMISSION_DENIED", "7"), ("RESOURCE_EXHAUSTED", "8"),
    ("FAILED_PRECONDITION", "9"), ("ABORTED", "10"), ("OUT_OF_RANGE", "11"), ("UNIMPLEMENTED", "12"),
    ("INTERNAL", "13"), ("UNAVAILABLE", "14"), ("DATA_LOSS", "15"), ("UNAUTHENTICATED", "16"),
  ]

  /// Nil if the exception is not one of CUDA or JAX.
  static func code(of error: ErrorTexts.Error) -> ByteSlice? {
    let message = error.message.firstLine
    guard message.count > 4, !error.type.isEmpty else { return nil }
    let name = ByteSlice("cudaError")
    let driver = ByteSlice("CUDA_ERROR_")
    let sentence = ByteSlice("CUDA error: ")
    if message.hasPrefix(sentence) {
      let text = message[sentence.count..<message.count]
      return codes.first { text == $0.sentence }.map { ByteSlice($0.number) }
    }
    if message.hasPrefix(name) {
      let word = word(message[name.count..<message.count])
      return codes.first { word == $0.runtime }.map { ByteSlice($0.number) }
    }
    if message.hasPrefix(driver) {
      let word = word(message[driver.count..<message.count])
      return codes.first { word == $0.driver }.map { ByteSlice($0.number) }
    }
    guard
      error.type.hasSuffix(ByteSlice("JaxRuntimeError")) || error.type.hasSuffix(ByteSlice("XlaRuntimeError"))
    else { return nil }
    let status = word(message)
    return statuses.first { status == $0.name }.map { ByteSlice($0.number) }
  }

  /// The text before the colon.
  private static func word(_ text: ByteSlice) -> ByteSlice {
    text[0..<(text.firstIndex(of: UInt8(ascii: ":")) ?? text.count)]
  }
}
