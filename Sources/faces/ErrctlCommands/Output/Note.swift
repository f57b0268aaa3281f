internal import Bytes

/// A sentence on standard error that is not a failure.
enum Note {
  static func write(_ name: String, _ sentence: String) throws {
    try CheckedOutput.standardError.write("errctl: \(EscapedText.of(name)): \(EscapedText.of(sentence))\n")
    try CheckedOutput.standardError.flush()
  }

  /// Says what a search passed over because opening it could wait for ever.
  static func write(passedOver files: [PassedOverFile]) throws {
    for file in files { try write(file.path, "This is \(file.noun). It is passed over: name it to read it.") }
  }
}

/// A pipe, a device or a socket that a search has found.
struct PassedOverFile {
  let path: String
  let noun: String

  /// Nil for a regular file or a folder.
  init?(_ path: String, _ kind: FileKind) {
    guard let noun = kind.specialNoun else { return nil }
    (self.path, self.noun) = (path, noun)
  }
}
