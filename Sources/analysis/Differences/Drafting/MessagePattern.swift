internal import Bytes
internal import Records
internal import Secrets
internal import Source

/// The message of a kind of errors, with `*` where its errors differ, and for a secret.
struct MessagePattern {
  private let message: String
  /// The whole message as a glob; the message itself if all errors of the kind have the same one.
  private let glob: String

  /// The words of a kind's message that stand for what differs.
  private static let folded = ["n", "time", "duration", "ip", "id", "hex", "text"].map { "<\($0)>" }

  /// - Parameters:
  ///   - message: the message as recorded.
  ///   - hidden: the message without its secrets. They are hidden first: a folded token is hardly known as one.
  init(_ message: String, hidden: String) {
    self.message = message
    var template = Buffer<UInt8>(capacity: 256)
    Array(hidden.utf8).withUnsafeBytes { MessageTemplate.append(of: ByteSlice($0), to: &template) }
    var glob = String(template.slice)
    // The end of a long message, which is not a part of its kind.
    if glob.hasSuffix("…"), !hidden.hasSuffix("…") { glob = "\(glob.dropLast())*" }
    for word in Self.folded + [SecretText.mark] {
      glob = glob.split(separator: word, omittingEmptySubsequences: false).joined(separator: "*")
    }
    self.glob = glob
  }

  /// The condition; a plain text would be a part of the message.
  var condition: Node {
    guard glob != message, glob.contains(where: { $0.isLetter }), !message.contains(where: Self.isWild) else {
      return .made([("equals", .made(message))])
    }
    return .made([("glob", .made(glob))])
  }

  /// The first words of the message that all errors of the kind have.
  var words: String { glob.split { !$0.isLetter }.prefix(5).joined(separator: "-") }

  static func isWild(_ character: Character) -> Bool { character == "*" || character == "?" }
}
