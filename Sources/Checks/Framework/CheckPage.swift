public import RuleEngine

/// What a check says about itself: the one source of `errctl codes`, the reference page and the example tests.
public struct CheckPage: Sendable {
  /// What checks have in common.
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

  /// The stable word code, such as `code-without-domain`.
  public let code: String
  /// What it has in common with others.
  public let family: Family
  /// How much a finding matters where the configuration does not say.
  public let level: Level
  /// One line: what is found.
  public let summary: String
  /// What it means and why it matters.
  public let meaning: String
  /// What to do.
  public let advice: String
  /// A rule file in YAML for which it reports something.
  public let fires: String
  /// A rule file in YAML, much the same, for which it reports nothing.
  public let silent: String
  /// Recorded errors, one a line, that both are asked with; empty where none are needed.
  public let stream: String
  /// What `.errctl.yaml` says beside both; empty where it need not say anything.
  public let configuration: String
  /// What the configuration may change.
  public let options: [Option]
  /// What `--fix` does about it; nil where a person has to.
  public let mending: Mending?

  /// What `--fix` does about findings of a check, where it is certain.
  public struct Mending: Sendable {
    /// What becomes of the file, in one sentence.
    public let summary: String
    /// What becomes of outcomes, in one sentence; nil: each error ends as it did before.
    public let change: String?

    /// A patch after which each error ends as before, or, where `change` says so, otherwise.
    public init(_ summary: String, change: String? = nil) {
      self.summary = summary
      self.change = change
    }

    /// Both, for people.
    public var text: String { "--fix \(summary) \(change ?? "No outcome changes.")" }
  }

  /// Something the configuration may change.
  public struct Option: Sendable {
    /// Its name in `.errctl.yaml`.
    public let name: String
    /// What it is where nothing is said.
    public let value: OptionValue
    /// What it means.
    public let meaning: String

    /// An option that is `value` where nothing is said.
    public init(_ name: String, _ value: OptionValue, _ meaning: String) {
      self.name = name
      self.value = value
      self.meaning = meaning
    }
  }

  /// A page.
  public init(
    _ code: String,
    _ family: Family,
    _ level: Level,
    summary: String,
    meaning: String,
    advice: String,
    fires: String = "",
    silent: String = "",
    stream: String = "",
    configuration: String = "",
    options: [Option] = [],
    mending: Mending? = nil
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
    self.mending = mending
  }
}

/// How much the findings of a check matter; `off`: it does not run.
public enum Level: String, Sendable, CaseIterable, Comparable {
  case off, note, warning, error

  /// The severity of a finding, or nil where there is none.
  public var severity: Diagnostic.Severity? { Diagnostic.Severity(rawValue: rawValue) }

  /// `off` comes first, `error` last.
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

  /// As a rule author writes it.
  public var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .duration(let span): span.shownText
    case .texts(let texts): "[ \(texts.joined(separator: ", ")) ]"
    case .flag(let flag): "\(flag)"
    }
  }
}

/// What the options of a check are, after the configuration.
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
  /// The length for people, its greatest units first: `14 min 32 s`, `850 ms`.
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
