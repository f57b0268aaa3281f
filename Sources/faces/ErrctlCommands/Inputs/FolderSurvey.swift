internal import Bytes
internal import RuleLanguage
internal import Source

/// The files of a folder that errctl has a use for, after a short look: it opens no log, no pipe and no device, and follows no
/// link.
struct FolderSurvey {
  private static let entries = 2_000
  private static let levels = 4
  /// The bytes of a file, and of all files, that are read to see what they are.
  private static let fileBytes = 1 << 20
  private static let allBytes = 4 << 20

  struct Policy {
    let path: String
    /// The name of its format: `grpc`.
    let format: String
    let noun: String
  }

  private(set) var rules: [String] = []
  private(set) var suites: [String] = []
  private(set) var policies: [Policy] = []
  private(set) var logs: [String] = []
  /// The names of the folder itself.
  private(set) var names: [String] = []
  /// Whether it ended before it had seen everything.
  private(set) var isCutShort = false
  private var entriesLeft = entries
  private var bytesLeft = allBytes

  /// Level by level, so that what is nearest comes first.
  init(of folder: String) {
    var folders = [folder]
    for level in 1...Self.levels {
      var below: [String] = []
      for folder in folders { below += look(into: folder) }
      if level == 1 { names = topNames(of: folder) }
      folders = below
    }
    if !folders.isEmpty { isCutShort = true }
  }

  private func topNames(of folder: String) -> [String] {
    (InputFile.names(in: folder, limit: Self.entries) ?? []).sorted()
  }

  /// The folders in it.
  private mutating func look(into folder: String) -> [String] {
    guard entriesLeft > 0 else {
      isCutShort = true
      return []
    }
    var folders: [String] = []
    let names = InputFile.names(in: folder, limit: entriesLeft) ?? []
    entriesLeft -= names.count
    for name in names.sorted() where !RuleFiles.isSkipped(name) && Self.isShowable(name) {
      let plain = folder == "." ? PlainPath.of("./\(name)") : PlainPath.joined(folder, name)
      // A command would take it for an option.
      let path = plain.hasPrefix("-") ? "./\(plain)" : plain
      guard let kind = try? FileKind(of: path, followsLinks: false) else { continue }
      if kind.isFolder { folders.append(path) } else if kind.isRegular { look(at: path, name, kind.size) }
    }
    return folders
  }

  /// Whether a terminal takes no part of the name for a command.
  private static func isShowable(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
  }

  private mutating func look(at path: String, _ name: String, _ size: Int) {
    if [".test.yaml", ".test.yml"].contains(where: { name.hasSuffix($0) }) {
      suites.append(path)
    } else if RuleFiles.isOfOtherKind(name) {
      return
    } else if RuleFiles.mayHoldRules(name) || size <= bytesLeft && RuleFiles.isPolicyText(path) {
      read(path, size)
    } else if size > 0, Self.isLog(name) {
      logs.append(path)
    }
  }

  /// `app.log`, `app.log.1`, `app-2026.log.gz`, `errors.ndjson`; not the resolutions that a replay wrote.
  private static func isLog(_ name: String) -> Bool {
    if name.hasPrefix("resolutions.") { return false }
    let parts = name.split(separator: ".").dropFirst().filter { part in
      !["gz", "zst"].contains(part) && !part.allSatisfy { $0.isNumber || $0 == "-" }
    }
    return parts.last.map { ["log", "ndjson", "jsonl"].contains($0) } ?? (name == "syslog")
  }

  private mutating func read(_ path: String, _ size: Int) {
    guard size <= Self.fileBytes, size <= bytesLeft,
      let bytes = try? InputFile.read(path, limit: Self.fileBytes)
    else {
      isCutShort = isCutShort || size > bytesLeft
      return
    }
    bytesLeft -= bytes.count
    var diagnostics = Diagnostics()
    let document = PolicyDocument(
      name: path, bytes: bytes, formats: CommandRegistry.current.policyFormats, limits: Limits(),
      into: &diagnostics)
    if let format = document.format {
      policies.append(Policy(path: path, format: format.name, noun: format.noun))
    } else if let root = document.node {
      if root["version"] != nil, RuleFileSign.isRuleFile(root) { rules.append(path) }
    } else if RuleFileSign.isLikely(SourceFile(name: path, bytes: bytes)) {
      rules.append(path)
    }
  }
}
