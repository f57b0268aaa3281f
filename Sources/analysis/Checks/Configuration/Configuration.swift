public import Bytes
internal import RuleLanguage
public import Source

/// The contents of `.errctl.yaml`: levels and options of checks, excluded paths, gates, and what editors show beside the rules.
public struct Configuration: Sendable {
  /// Levels by code.
  public private(set) var levels: [String: Level] = [:]
  /// Options by check code, then by name.
  public private(set) var options: [String: [String: OptionValue]] = [:]
  /// Paths excluded from a search of a folder, relative to the file's own folder.
  public private(set) var excluded: [String] = []

  /// Gates by command.
  package private(set) var gates: [String: [Gate]] = [:]

  /// An expression that makes a command fail if it holds, as `--fail-on` takes it.
  package struct Gate: Sendable {
    package let text: String
    package let range: SourceRange
  }

  /// The streams for editors: a sample of the errors that the rules are for, and how to read it, as `replay --input`
  /// takes it.
  package internal(set) var streams: [Named] = []
  package internal(set) var input: Named?
  /// The suites for editors, or folders of suites.
  package internal(set) var suites: [Named] = []
  /// The layers of retries around the rules, the innermost one first: rule files, or numbers of tries.
  package internal(set) var layers: [Named] = []

  package static let keys = [
    Key("version", .one, .required, "The version of this format."),
    Key(
      "levels", .other("codes to levels"), such: [#"{"missing-id": "off", "code-without-domain": "error"}"#],
      "The level of a code's findings. With off, the check does not run."),
    Key(
      "options", .other("codes to options"), such: [#"{"long-retry": {"tries": 30, "time": "30m"}}"#],
      "The options of checks, by code. errctl codes CODE lists them."),
    Key(
      "exclude", .other("list of paths"), such: [#"["generated", "old/*.yaml"]"#],
      "Paths to exclude from a search of a folder, relative to this file's folder; * matches any characters."),
    Key(
      "fail-on", .other("commands to expressions"),
      such: [#"{"replay": ["unhandled > 1 %"], "diff": ["retry->abort > 0"]}"#],
      "What makes errctl replay and errctl diff fail, beside --fail-on."),
    Key(
      "stream", .other("path, or list of paths"),
      such: [#""errors.ndjson""#, #"["monday.ndjson", "tuesday.ndjson"]"#],
      "For editors: recorded errors, relative to this file's folder. errctl lsp shows above each rule how many of them it answers."
    ),
    Key(
      "input", .other("format, or path of a mapping"), such: [#""access""#, #""api.mapping.yaml""#],
      "The format of the stream, as replay --input takes it. Default: detected."),
    Key(
      "suites", .other("path, or list of paths"), such: [#""rules.test.yaml""#, #"["tests"]"#],
      "For editors: suites, or folders of suites, relative to this file's folder. errctl lsp runs them, and writes new cases into the first."
    ),
    Key(
      "layers", .other("list of paths and numbers"), such: [#"[3, "gateway.yaml"]"#],
      "The layers of retries below the rules, the innermost one first: a rule file or a policy, relative to this file's folder, or how often a client tries whatever fails. A file in the list has those before it below itself."
    ),
  ]
  /// The commands that take gates.
  static let gatedCommands = ["replay", "diff"]
  /// The valid values of a numeric option.
  static let numbers = 1...999_999_999

  /// An empty configuration.
  public init() {}

  /// Reads a configuration and reports its problems.
  ///
  /// - Parameter codes: the codes that exist.
  /// - Returns: the configuration and the findings. The configuration is valid only if no finding is an
  ///   error.
  public static func read(
    name: String, bytes: [UInt8], limits: Limits = Limits(), codes: CodeList = CodeList()
  ) -> (
    configuration: Configuration, diagnostics: [Diagnostic]
  ) {
    var diagnostics = Diagnostics()
    var configuration = Configuration()
    let reading = SourceReader(limits: limits).read(name: name, bytes: bytes, into: &diagnostics)
    if let root = reading.node {
      ConfigurationReader(codes: codes).read(root, into: &configuration, &diagnostics)
    }
    let findings = diagnostics.sorted.map { finding in
      guard finding.code == "empty-file" else { return finding }
      return Diagnostic(
        finding.code, finding.severity,
        "This configuration is empty. Begin with “version: 1”, or delete the file.", at: finding.range)
    }
    return (configuration, findings)
  }

  /// Whether a path, relative to the file's own folder, is excluded.
  public func excludes(_ path: String) -> Bool {
    excluded.contains { pattern in
      let pattern = pattern.hasSuffix("/") ? String(pattern.dropLast()) : pattern
      var end = path.endIndex
      // Excluding a folder excludes its contents.
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
  mutating func add(_ gate: Gate, to command: String) { gates[command, default: []].append(gate) }
  mutating func exclude(_ path: String) { excluded.append(path) }
}
