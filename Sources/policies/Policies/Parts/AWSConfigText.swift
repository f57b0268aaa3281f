internal import Source

/// A config file of AWS's clients as text, or their environment, read as a mapping.
///
/// The grammar is that of Python's `configparser`, as botocore's `configloader.py` uses it: sections, of which `[default]` and
/// `[profile NAME]` are profiles; lines that are indented continue a value. Lines such as `export AWS_RETRY_MODE=standard` before
/// the first section are the environment.
struct AWSConfigText {
  /// The key of the root that no other document has.
  static let root = "~/.aws/config"
  /// The settings of retries in a profile, and those of the environment.
  static let profileKeys = ["retry_mode", "max_attempts"]
  static let environmentKeys = ["AWS_RETRY_MODE", "AWS_MAX_ATTEMPTS"]

  private let file: SourceFile
  private var environment: [(String, Node)] = []
  private var profiles: [(name: String, place: SourceRange, members: [(String, Node)])] = []
  private var isInProfile = false
  private var hasSection = false
  private var hasSettings = false
  private var found = Diagnostics()

  private init(_ file: SourceFile) { self.file = file }

  /// Nil if no profile and no environment says how often a client tries again, or how.
  static func read(_ file: SourceFile, in diagnostics: inout Diagnostics) -> Node? {
    var text = AWSConfigText(file)
    var start = file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < file.bytes.count {
      let end = file.bytes[start...].firstIndex(of: 0x0A) ?? file.bytes.count
      text.read(start..<end)
      start = end + 1
    }
    guard text.hasSettings else { return nil }
    for finding in text.found.all { diagnostics.report(finding) }
    let whole = SourceRange(file: file, bytes: 0..<file.bytes.count)
    let profiles = text.profiles.map { ($0.name, Node.mapping($0.members, at: $0.place)) }
    let settings: [(String, Node)] = [
      ("environment", .mapping(text.environment, at: whole)), ("profiles", .mapping(profiles, at: whole)),
    ]
    return .mapping([(root, .mapping(settings, at: whole))], at: whole)
  }

  private mutating func read(_ line: Range<Int>) {
    let bytes = file.bytes
    let content = trimmed(line)
    guard let first = content.first.map({ bytes[$0] }), first != UInt8(ascii: "#"), first != UInt8(ascii: ";")
    else {
      return
    }
    // It continues the value above.
    if hasSection, content.lowerBound > line.lowerBound { return }
    if first == UInt8(ascii: "["), bytes[content.upperBound - 1] == UInt8(ascii: "]") {
      begin(content)
    } else {
      setting(content)
    }
  }

  private mutating func begin(_ header: Range<Int>) {
    hasSection = true
    let words = text(header).dropFirst().dropLast().split(separator: " ").map { String($0) }
    isInProfile = words == ["default"] || words.count == 2 && words[0] == "profile"
    guard isInProfile, let name = words.last else { return }
    let place = SourceRange(file: file, bytes: header)
    if profiles.contains(where: { $0.name == name }) {
      found.report(
        .policyFault("There is already a profile “\(name)”. botocore can't read the file.", at: place))
    }
    profiles.append((name, place, []))
  }

  private mutating func setting(_ line: Range<Int>) {
    let bytes = file.bytes
    let signs = hasSection ? [UInt8(ascii: "="), UInt8(ascii: ":")] : [UInt8(ascii: "=")]
    guard let sign = line.first(where: { signs.contains(bytes[$0]) }) else {
      found.report(
        .policyFault(
          "This line is not a setting. A setting is such as retry_mode = standard.",
          at: SourceRange(file: file, bytes: line)))
      return
    }
    var key = text(trimmed(line.lowerBound..<sign))
    var value = trimmed(sign + 1..<line.upperBound)
    if hasSection {
      key = key.lowercased()
      hasSettings = hasSettings || isInProfile && Self.profileKeys.contains(key)
    } else {
      if key.hasPrefix("export ") { key = String(key.dropFirst(7)) }
      let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]
      if value.count > 1, quotes.contains(bytes[value.lowerBound]),
        bytes[value.lowerBound] == bytes[value.upperBound - 1]
      {
        value = value.lowerBound + 1..<value.upperBound - 1
      }
      hasSettings = hasSettings || Self.environmentKeys.contains(key)
    }
    let node = Node.text(text(value), at: SourceRange(file: file, bytes: value.isEmpty ? line : value))
    if !hasSection { environment.append((key, node)) }
    guard isInProfile else { return }
    let last = profiles.count - 1
    if profiles[last].members.contains(where: { $0.0 == key }) {
      found.report(
        .policyFault(
          "The profile already has “\(key)”. botocore can't read the file.",
          at: SourceRange(file: file, bytes: line)))
    }
    profiles[last].members.append((key, node))
  }

  // MARK: - Characters

  private func text(_ range: Range<Int>) -> String { String(decoding: file.bytes[range], as: UTF8.self) }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    let spaces: [UInt8] = [0x20, 0x09, 0x0D]
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, spaces.contains(file.bytes[start]) { start += 1 }
    while end > start, spaces.contains(file.bytes[end - 1]) { end -= 1 }
    return start..<end
  }
}
