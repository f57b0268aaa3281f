public import RuleEngine

/// What `.errctl.yaml` says: levels and options of checks, and the paths that are left out.
public struct Configuration: Sendable {
  /// Levels by code.
  public private(set) var levels: [String: Level] = [:]
  /// Options by the code of their check and by name.
  public private(set) var options: [String: [String: OptionValue]] = [:]
  /// The paths that are left out where a folder is searched, relative to the file's own folder.
  public private(set) var excluded: [String] = []

  /// The keys of the file.
  package static let keys = ["version", "levels", "options", "exclude"]
  /// What an option that is a number may be.
  static let numbers = 1...999_999_999

  /// Nothing is said.
  public init() {}

  /// Reads a configuration; what is wrong with it is reported.
  ///
  /// - Returns: What could be read, and the findings; it counts only where none of them is an error.
  public static func read(
    name: String,
    bytes: [UInt8],
    limits: Limits = Limits()
  ) -> (configuration: Configuration, diagnostics: [Diagnostic]) {
    var diagnostics = Diagnostics()
    var configuration = Configuration()
    let reading = SourceReader(limits: limits).read(name: name, bytes: bytes, into: &diagnostics)
    if let root = reading.node {
      ConfigurationReader.read(root, into: &configuration, &diagnostics)
    }
    let findings = diagnostics.sorted.map { finding in
      guard finding.code == "empty-file" else { return finding }
      return Diagnostic(
        finding.code,
        finding.severity,
        "Nothing stands in this configuration. Begin with “version: 1”, or delete the file.",
        at: finding.range
      )
    }
    return (configuration, findings)
  }

  /// Whether a path, relative to the file's own folder, is left out.
  public func excludes(_ path: String) -> Bool {
    excluded.contains { pattern in
      let pattern = pattern.hasSuffix("/") ? String(pattern.dropLast()) : pattern
      var end = path.endIndex
      // A folder that is left out takes all below it along.
      while true {
        if GlobPattern(pattern).matches(String(path[..<end])) { return true }
        guard let slash = path[..<end].lastIndex(of: "/") else { return false }
        end = slash
      }
    }
  }

  mutating func set(_ level: Level, of code: String) { levels[code] = level }
  mutating func set(_ value: OptionValue, _ name: String, of code: String) {
    options[code, default: [:]][name] = value
  }
  mutating func exclude(_ path: String) { excluded.append(path) }
}
