internal import Bytes

/// Slices of a text: the thrown error first, then its causes, the direct one first.
struct ErrorTexts: ~Copyable {
  struct Error: BitwiseCopyable {
    var type = ByteSlice("")
    var caseName = ByteSlice("")
    var domain = ByteSlice("")
    var code = ByteSlice("")
    var status = ByteSlice("")
    var message = ByteSlice("")
    /// The classes above its type, as a JSON array.
    var above = ByteSlice("")
    /// The system whose errno the code is.
    var platform = ByteSlice("")
    /// The delay in seconds that it asks for, such as `12.25`.
    var retryAfter = ByteSlice("")
    /// The try that failed, from 1; 0 if the text does not tell it.
    var attempt = 0
    var isCancelled = false
    /// A SQLSTATE is a text, also without a letter.
    var isCodeText = false
    /// The indentation of its line in a trace; -1 if that is unknown.
    var indentation = -1
  }

  private(set) var errors = Buffer<Error>()
  /// The plain form of a text that was escaped; the errors are its slices.
  var plain = Buffer<UInt8>()
  var tracebacks = Buffer<PythonTraceback.Part>()
  static let most = 64

  mutating func removeAll() { errors.removeAll() }

  mutating func append(_ error: Error) {
    guard errors.count < Self.most else { return }
    var error = error
    if error.code.isEmpty, let code = GPUErrorCode.code(of: error) { error.code = code }
    errors.append(error)
  }

  /// Changes the error at an index.
  mutating func update(_ index: Int, _ change: (inout Error) -> Void) { change(&errors[index]) }

  mutating func removeFirst() { errors.removeFirst(1) }

  mutating func reverse() {
    var (low, high) = (0, errors.count - 1)
    while low < high {
      let error = errors[low]
      errors[low] = errors[high]
      errors[high] = error
      low += 1
      high -= 1
    }
  }
}
