internal import Bytes

/// One finding about a file: what is wrong, exactly where, and what to do.
public struct Diagnostic: Sendable {
  /// The severity of a finding.
  public enum Severity: String, Sendable, CaseIterable, Comparable {
    case note
    case warning
    case error

    /// Notes come before warnings, warnings before errors.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// A place related to the finding.
  public struct Related: Sendable {
    /// The relation of the place to the finding.
    public let message: String
    /// The range that the message is about.
    public let range: SourceRange

    /// A related place with its message.
    public init(_ message: String, at range: SourceRange) {
      self.message = message
      self.range = range
    }
  }

  /// The stable word code, such as `unknown-key`.
  public let code: String
  /// The severity.
  public let severity: Severity
  /// One sentence: what is wrong, and what to do.
  public let message: String
  /// The exact range that the message is about.
  public let range: SourceRange
  /// Related places that explain the finding.
  public let related: [Related]
  /// A recorded error, as JSON, that demonstrates the finding; input for `errctl explain --error`.
  public let witness: String?
  /// Several recorded errors, each as JSON, that demonstrate the finding in this order; input for `errctl replay`, a line each.
  public let stream: [String]
  /// The safe fix, if there is one.
  public let fix: Patch?

  /// A finding with a code, a sentence and a place.
  public init(
    _ code: String, _ severity: Severity = .error, _ message: String, at range: SourceRange,
    related: [Related] = [], witness: String? = nil, stream: [String] = [], fix: Patch? = nil
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.range = range
    self.related = related
    self.witness = witness
    self.stream = stream
    self.fix = fix
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The finding on one line, as errctl prints it: `rules.yaml:8:17: error: … [unknown-key]`.
  public var description: String {
    let start = range.start
    return "\(EscapedText.of(range.file.name)):\(start.line):\(start.column): \(severity.rawValue): "
      + "\(EscapedText.of(message)) [\(code)]"
  }
}

/// Collects all findings of a run.
public struct Diagnostics: Sendable {
  /// The findings, in the order they were reported.
  public private(set) var all: [Diagnostic] = []
  /// The names of files in reading order, as far as known before their findings.
  private var files: [String] = []

  /// An empty list of findings.
  public init() {}

  /// Whether any finding is an error.
  public var hasErrors: Bool { all.contains { $0.severity == .error } }

  package var errorCount: Int { all.count { $0.severity == .error } }

  /// Adds a finding.
  public mutating func report(_ diagnostic: Diagnostic) {
    all.append(diagnostic)
  }

  package mutating func filter(_ isKept: (Diagnostic) -> Bool) {
    all = all.filter(isKept)
  }

  /// Begins a file: its findings come before those of later files.
  package mutating func begin(_ file: String) {
    files.append(file)
  }

  /// The findings in source order: by file in reading order, then by place.
  public var sorted: [Diagnostic] {
    var order: [String: Int] = [:]
    for file in files where order[file] == nil { order[file] = order.count }
    for diagnostic in all where order[diagnostic.range.file.name] == nil {
      order[diagnostic.range.file.name] = order.count
    }
    return all.enumerated().sorted { left, right in
      let a = (order[left.element.range.file.name] ?? 0, left.element.range.bytes.lowerBound, left.offset)
      let b = (order[right.element.range.file.name] ?? 0, right.element.range.bytes.lowerBound, right.offset)
      return a < b
    }.map { $0.element }
  }
}
