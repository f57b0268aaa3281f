package import Bytes
package import Source

/// A policy that is neither YAML nor JSON.
package enum PolicyText {
  /// The document and its format; nil if the file is YAML or JSON by its name, or has none of the formats.
  package static func document(
    name: String, bytes: [UInt8], formats: [AnyPolicyFormat], limits: Limits,
    into diagnostics: inout Diagnostics
  ) -> (node: Node, format: AnyPolicyFormat)? {
    guard !SourceReader.knowsKind(of: name), bytes.count <= limits.ruleFileBytes, !bytes.contains(0),
      bytes.withUnsafeBytes({ ByteSlice($0).firstInvalidUTF8 }) == nil
    else { return nil }
    let file = SourceFile(name: name, bytes: bytes)
    for format in formats {
      if let document = format.document(of: file, in: &diagnostics) { return (document, format) }
    }
    return nil
  }
}
