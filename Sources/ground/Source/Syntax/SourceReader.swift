public import Bytes

/// Reads a rule file of any format. The extension selects it: `.json`, or `.yaml` and `.yml`. Accepts UTF-8
/// with or without a byte order mark, and UTF-16 with one; the resulting file, to which all places refer, is
/// UTF-8.
public struct SourceReader: Sendable {
  private let limits: Limits
  private let dialect: YAMLDialect

  /// A reader with limits.
  public init(limits: Limits = Limits()) {
    self.init(limits: limits, dialect: .rules)
  }

  package init(limits: Limits, dialect: YAMLDialect) {
    self.limits = limits
    self.dialect = dialect
  }

  /// The result of reading a file.
  public struct Reading: Sendable {
    /// The file as text, to which the places of nodes and findings refer.
    public let file: SourceFile
    /// Its value, or nil if it can't be read. There may be errors in `diagnostics` beside a value.
    public let node: Node?
  }

  /// Reads `bytes`, the contents of the file `name`; findings go to `diagnostics`.
  public func read(name: String, bytes: [UInt8], into diagnostics: inout Diagnostics) -> Reading {
    func reject(_ file: SourceFile, _ finding: Diagnostic) -> Reading {
      diagnostics.report(finding)
      return Reading(file: file, node: nil)
    }
    let isTooLong = bytes.count > limits.ruleFileBytes
    let raw = SourceFile(name: name, bytes: isTooLong ? [] : bytes)
    // A log in the place of the rules is told from a rule file, however long it is.
    guard let read = reader(of: name) else { return reject(raw, unknownKind(raw)) }
    guard !isTooLong else { return reject(raw, tooLong(raw)) }
    let file: SourceFile
    switch SourceEncoding(of: bytes) {
    case .other(let encoding): return reject(raw, otherEncoding(encoding, raw))
    case .utf16(let isBigEndian):
      let (text, fault) = SourceEncoding.transcode(bytes, isBigEndian: isBigEndian)
      file = SourceFile(name: name, bytes: text)
      if let fault { return reject(file, notUTF16(file, fault)) }
    case .utf8:
      file = raw
      let fault = bytes.withUnsafeBytes { ByteSlice($0).firstInvalidUTF8 }
      if let fault, !isBinary(bytes) { return reject(file, notUTF8(file, fault)) }
    }
    if let place = file.bytes.firstIndex(of: 0) { return reject(file, binary(file, place)) }
    return Reading(file: file, node: read(file, limits, &diagnostics))
  }

  package static func knowsKind(of name: String) -> Bool {
    [".json", ".yaml", ".yml"].contains(ending(of: name))
  }

  private static func ending(of name: String) -> String? {
    name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name[$0...].lowercased() }
  }

  private func reader(of name: String) -> ((SourceFile, Limits, inout Diagnostics) -> Node?)? {
    return switch Self.ending(of: name) {
    case ".json": { JSONReader.read($0, limits: $1, into: &$2) }
    case ".yaml", ".yml": { YAMLReader.read($0, limits: $1, dialect: dialect, into: &$2) }
    default: nil
    }
  }

  private func isBinary(_ bytes: [UInt8]) -> Bool { bytes.contains(0) }
}

extension SourceReader {
  private func tooLong(_ file: SourceFile) -> Diagnostic {
    Diagnostic(
      "limit-exceeded", .error, "The file is too long. Split it. \(limits.hint("rule-file-bytes"))",
      at: SourceRange(file: file, bytes: 0..<0))
  }

  private func unknownKind(_ file: SourceFile) -> Diagnostic {
    Diagnostic(
      "unknown-file-kind", .error,
      "This is not a rule file: its name does not end in .yaml, .yml or .json. Name the rules first, then the streams.",
      at: SourceRange(file: file, bytes: 0..<0))
  }

  private func otherEncoding(_ encoding: String, _ file: SourceFile) -> Diagnostic {
    Diagnostic(
      "not-utf8", .error, "The file is \(encoding). Save it as UTF-8.",
      at: SourceRange(file: file, bytes: 0..<0))
  }

  private func notUTF16(_ file: SourceFile, _ place: Range<Int>) -> Diagnostic {
    Diagnostic(
      "not-utf8", .error, "This is half of a UTF-16 surrogate pair. Save the file as UTF-8.",
      at: SourceRange(file: file, bytes: place))
  }

  private func notUTF8(_ file: SourceFile, _ place: Range<Int>) -> Diagnostic {
    Diagnostic(
      "not-utf8", .error, "These bytes are not UTF-8. Save the file as UTF-8.",
      at: SourceRange(file: file, bytes: place))
  }

  private func binary(_ file: SourceFile, _ place: Int) -> Diagnostic {
    Diagnostic(
      "binary-file", .error,
      "There is a zero byte here, so this is not a text file. Give the path of a rule file.",
      at: SourceRange(file: file, bytes: place..<(place + 1)))
  }
}
