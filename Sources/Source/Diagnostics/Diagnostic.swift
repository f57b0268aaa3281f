internal import Bytes

/// One finding about a file: what is wrong, exactly where, and what to do.
public struct Diagnostic: Sendable {
  /// How much a finding matters.
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

  /// Another place that has to do with the finding.
  public struct Related: Sendable {
    /// What the place has to do with it.
    public let message: String
    /// The place.
    public let range: SourceRange

    /// A related place.
    public init(_ message: String, at range: SourceRange) {
      self.message = message
      self.range = range
    }
  }

  /// The stable word code, such as `unknown-key`.
  public let code: String
  /// How much it matters.
  public let severity: Severity
  /// One sentence: what is wrong, and what to do.
  public let message: String
  /// Exactly what the message speaks of.
  public let range: SourceRange
  /// Other places that explain it.
  public let related: [Related]
  /// A recorded error, as JSON, that shows what is said: what `errctl explain --error` takes.
  public let witness: String?
  /// The change that surely does what is asked for, where there is one.
  public let fix: Patch?

  /// A finding.
  public init(
    _ code: String,
    _ severity: Severity = .error,
    _ message: String,
    at range: SourceRange,
    related: [Related] = [],
    witness: String? = nil,
    fix: Patch? = nil
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.range = range
    self.related = related
    self.witness = witness
    self.fix = fix
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The finding on one line, as errctl begins it: `rules.yaml:8:17: error: … [unknown-key]`.
  public var description: String {
    let start = range.start
    return "\(VisibleText.of(range.file.name)):\(start.line):\(start.column): \(severity.rawValue): "
      + "\(VisibleText.of(message)) [\(code)]"
  }
}

/// Collects every problem of a run; nothing stops at the first.
public struct Diagnostics: Sendable {
  /// What was found, in the order it was found.
  public private(set) var all: [Diagnostic] = []
  /// The names of files in the order they are read, where that is known before anything is found in them.
  private var files: [String] = []

  /// No finding yet.
  public init() {}

  /// Whether an error is among the findings.
  public var hasErrors: Bool { all.contains { $0.severity == .error } }

  /// How many of the findings are errors.
  package var errorCount: Int { all.count { $0.severity == .error } }

  /// Adds a finding.
  public mutating func report(_ diagnostic: Diagnostic) {
    all.append(diagnostic)
  }

  /// Leaves out the findings for which `isKept` does not hold.
  package mutating func filter(_ isKept: (Diagnostic) -> Bool) {
    all = all.filter(isKept)
  }

  /// Says that a file is read now: its findings come before those of files read later.
  package mutating func begin(_ file: String) {
    files.append(file)
  }

  /// The findings in the order of the source: by file in the order of reading, then by place.
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
