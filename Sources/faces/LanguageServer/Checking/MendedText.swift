internal import Source

/// The value of a text that can't be read, without the lines that are to blame.
enum MendedText {
  /// The lines that may be left out.
  private static let most = 8

  /// Everything else keeps its place. Nil if too many lines are to blame.
  static func root(of identity: String, _ texts: Texts) -> Node? {
    guard var bytes = try? texts.bytes(of: identity) else { return nil }
    for _ in 0..<most {
      var diagnostics = Diagnostics()
      let reading = SourceReader(limits: texts.limits).read(name: identity, bytes: bytes, into: &diagnostics)
      if let node = reading.node { return node }
      guard let finding = diagnostics.all.first(where: { $0.severity == .error }) else { return nil }
      // A character that is missing at the beginning of a line is often missing at the end of the one before.
      var line = reading.file.position(of: finding.range.bytes.lowerBound).line
      while line > 0, isBlank(line, reading.file) { line -= 1 }
      guard line > 0 else { return nil }
      for index in reading.file.lineRange(line) { bytes[index] = 0x20 }
    }
    return nil
  }

  private static func isBlank(_ line: Int, _ file: SourceFile) -> Bool {
    file.bytes[file.lineRange(line)].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }
}
