internal import Bytes
import SystemPackage

/// A sentence on standard error that is not a failure.
enum Note {
  static func write(_ name: String, _ sentence: String) throws {
    try CheckedOutput.standardError.write("errctl: \(EscapedText.of(name)): \(EscapedText.of(sentence))\n")
    try CheckedOutput.standardError.flush()
  }

  /// Says what a search passed over.
  static func write(passedOver files: [PassedOverFile]) throws {
    for file in files { try write(file.path, file.sentence) }
  }
}

/// A file that a search has found and does not open: opening it could wait for ever, or its name can't be written.
struct PassedOverFile {
  let path: String
  let sentence: String

  /// Nil for a regular file or a folder.
  init?(_ path: String, _ kind: FileKind) {
    guard let noun = kind.specialNoun else { return nil }
    (self.path, sentence) = (path, "This is \(noun). It is passed over: name it to read it.")
  }

  /// Nil unless the path was read with bytes that are no text, and so leads nowhere.
  init?(_ path: String, _ error: Errno) {
    guard error == .noSuchFileOrDirectory, path.unicodeScalars.contains("\u{FFFD}") else { return nil }
    (self.path, sentence) = (path, "This name is not UTF-8. It is passed over: rename it to have it read.")
  }
}
