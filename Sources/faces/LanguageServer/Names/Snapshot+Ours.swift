internal import Source
internal import Engine
internal import RuleLanguage

extension Snapshot {
  /// Whether errctl knows what the file is, so that it may answer for it.
  func isOurs(_ document: Document) -> Bool {
    let identity = document.file.name
    guard let kind = DocumentKind(name: identity) else { return false }
    guard kind == .rules else { return true }
    let reading = units[Unit(kind: .rules, identity: identity)]?.reading
    if let reading, !reading.isSkipped { return reading.compilation?.policyFormat == nil }
    // A text that can't be read now is what it was before; in an empty one anything may be written.
    return lastRoots[identity].map { RuleFileSign.isRuleFile($0) } ?? document.isBlank
  }
}

extension Document {
  /// Only white space and comments.
  fileprivate var isBlank: Bool {
    (1...file.lineCount).allSatisfy { number in
      let first = file.bytes[file.lineRange(number)].first { $0 != 0x20 && $0 != 0x09 }
      return first == nil || first == UInt8(ascii: "#")
    }
  }
}
