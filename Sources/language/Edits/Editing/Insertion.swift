internal import Bytes
package import Source

/// Inserts a member at the beginning of a mapping, on a line of its own if the other members have one.
package enum Insertion {
  /// Nil if the mapping at `place` is empty, or if a comment precedes its first member.
  package static func patch(of key: String, _ text: String, into place: SourceRange) -> Patch? {
    let bytes = place.file.bytes
    let start = place.bytes.lowerBound
    guard start < bytes.count else { return nil }
    guard bytes[start] == UInt8(ascii: "{") else {
      var line = start
      while line > 0, bytes[line - 1] != 0x0A, bytes[line - 1] != 0x0D { line -= 1 }
      let indentation = String(repeating: " ", count: bytes.characterCount(line..<start))
      let member = "\(key): \(ScalarText(isInFlow: false).text(of: text))"
      return Patch(empty(at: start, in: place.file), "\(member)\n\(indentation)")
    }
    var first = start + 1
    while first < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[first]) { first += 1 }
    guard first < bytes.count, bytes[first] != UInt8(ascii: "}"), bytes[first] != UInt8(ascii: "#") else {
      return nil
    }
    var space = String(decoding: bytes[(start + 1)..<first], as: UTF8.self)
    if space.isEmpty { space = " " }
    let isJSON = place.file.name.lowercased().hasSuffix(".json")
    let member =
      isJSON ? "\(key.json): \(text.json)" : "\(key): \(ScalarText(isInFlow: true).text(of: text))"
    return Patch(empty(at: first, in: place.file), "\(member),\(space)")
  }

  private static func empty(at offset: Int, in file: SourceFile) -> SourceRange {
    SourceRange(file: file, bytes: offset..<offset)
  }
}
