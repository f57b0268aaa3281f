public import Records
public import Source

/// The documentation of a check, which `errctl codes`, the reference page and the example tests use.
public struct CheckPage: Sendable {
  /// A group of related checks.
  public enum Family: String, Sendable, CaseIterable {
    case traps = "matching traps"
    case reachability
    case overlap
    case gaps
    case retries = "retry safety"
    case escalation
    case actions = "safety of actions"
    case names = "names and hygiene"
    case stream = "with a stream"
    case suppression = "suppression and configuration"
  }

  /// The stable code, such as `code-without-domain`.
  public let code: String
  /// The group under which the reference lists the check.
  public let family: Family
  /// The default level of its findings.
  public let level: Level
  /// The problem in one line.
  public let summary: String
  /// The explanation: the cause and the consequence.
  public let meaning: String
  /// The change that removes the finding.
  public let advice: String
  /// A rule file in YAML with a finding.
  public let fires: String
  /// A similar rule file in YAML without a finding.
  public let silent: String
  /// Recorded errors for both examples, one per line. Empty if none are needed.
  public let stream: String
  /// The `.errctl.yaml` of both examples. Empty if none is needed.
  public let configuration: String
  /// The options that `.errctl.yaml` may set.
  public let options: [Option]
  /// The effect of `--fix`. Nil without an automatic fix.
  public let autoFix: AutoFix?

  /// The effect of `--fix` on the findings of a check.
  public struct AutoFix: Sendable {
    /// The change of the file, in one sentence.
    public let summary: String
    /// The change of outcomes, in one sentence. Nil if every outcome stays the same.
    public let change: String?

    /// Describes a fix that changes outcomes only if `change` says so.
    public init(_ summary: String, change: String? = nil) {
      self.summary = summary
      self.change = change
    }

    /// Both sentences.
    public var text: String { "--fix \(summary) \(change ?? "No outcome changes.")" }
  }

  /// An option of a check, set in `.errctl.yaml`.
  public struct Option: Sendable {
    /// The name in `.errctl.yaml`.
    public let name: String
    /// The value without a configuration.
    public let value: OptionValue
    /// The effect of the option, as a phrase for the check's page.
    public let meaning: String

    /// Creates an option with its default value.
    public init(_ name: String, _ value: OptionValue, _ meaning: String) {
      self.name = name
      self.value = value
      self.meaning = meaning
    }
  }

  /// Creates the documentation of a check.
  public init(
    _ code: String, _ family: Family, _ level: Level, summary: String, meaning: String, advice: String,
    fires: String = "", silent: String = "", stream: String = "", configuration: String = "",
    options: [Option] = [], autoFix: AutoFix? = nil
  ) {
    self.code = code
    self.family = family
    self.level = level
    self.summary = summary
    self.meaning = meaning
    self.advice = advice
    self.fires = fires
    self.silent = silent
    self.stream = stream
    self.configuration = configuration
    self.options = options
    self.autoFix = autoFix
  }
}

/// The level of a check's findings. With `off` the check does not run.
public enum Level: String, Sendable, CaseIterable, Comparable {
  case off, note, warning, error

  init(_ severity: Diagnostic.Severity) {
    self =
      switch severity {
      case .note: .note
      case .warning: .warning
      case .error: .error
      }
  }

  /// The severity of a finding, or nil for `off`.
  public var severity: Diagnostic.Severity? { Diagnostic.Severity(rawValue: rawValue) }

  /// Orders levels from `off` to `error`.
  public static func < (left: Level, right: Level) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}

/// The value of an option.
public enum OptionValue: Sendable, Equatable {
  case number(Int)
  case duration(TimeSpan)
  case texts([String])
  case flag(Bool)

  /// The value as written in `.errctl.yaml`.
  public var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .duration(let span): span.shownText
    case .texts(let texts): "[ \(texts.joined(separator: ", ")) ]"
    case .flag(let flag): "\(flag)"
    }
  }
}

/// The options of a check, with the configuration applied.
public struct CheckOptions: Sendable {
  private let values: [String: OptionValue]

  package init(_ page: CheckPage, changes: [String: OptionValue]) {
    var values = Dictionary(uniqueKeysWithValues: page.options.map { ($0.name, $0.value) })
    values.merge(changes) { $1 }
    self.values = values
  }

  func number(_ name: String) -> Int {
    if case .number(let number)? = values[name] { number } else { 0 }
  }

  func duration(_ name: String) -> TimeSpan {
    if case .duration(let span)? = values[name] { span } else { TimeSpan(microseconds: 0) }
  }

  func flag(_ name: String) -> Bool {
    if case .flag(let flag)? = values[name] { flag } else { false }
  }

  func texts(_ name: String) -> [String] {
    if case .texts(let texts)? = values[name] { texts } else { [] }
  }
}

extension TimeSpan {
  /// The duration from the largest unit down: `14 min 32 s`, `850 ms`.
  var shownText: String {
    let units: [(length: Int64, name: String)] = [
      (86_400_000_000, "d"), (3_600_000_000, "h"), (60_000_000, "min"), (1_000_000, "s"), (1_000, "ms"),
    ]
    var rest = microseconds
    var parts: [String] = []
    for unit in units where rest >= unit.length && parts.count < 2 {
      parts.append("\(rest / unit.length) \(unit.name)")
      rest %= unit.length
    }
    return parts.isEmpty ? "0 s" : parts.joined(separator: " ")
  }
}
