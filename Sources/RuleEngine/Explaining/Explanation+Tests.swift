internal import RuleLanguage

extension Explanation {
  /// A value of the error beside what the rule file asks for.
  public struct Comparison: Sendable {
    /// What was compared, such as `status` or `attributes.http.route`.
    public let subject: String
    /// The operator where the rule file names one (`atLeast`, `hasPrefix`, …), else nil.
    public let `operator`: String?
    /// What the rule file says, as written.
    public let expected: String
    /// The error's value as JSON, or nil where it is missing.
    public let found: String?
    /// Whether the comparison holds.
    public let holds: Bool
    /// Whether the error's type was compared by name, its ancestors and protocols too.
    package let isAboutType: Bool
    /// Whether no plugin answers what is asked, so that the answer is assumed.
    public let isAssumed: Bool
    /// Whether what is assumed is a stub's answer.
    public let isStub: Bool
  }

  /// Comparisons that belong together, and what came of them.
  package struct Group: Sendable {
    package let kind: StepGroup
    package internal(set) var tests: [Test] = []
    package internal(set) var holds = false
  }

  /// What a matcher asked: a comparison, or several that belong together.
  package indirect enum Test: Sendable {
    case comparison(Comparison)
    case group(Group)

    package var holds: Bool {
      switch self {
      case .comparison(let comparison): comparison.holds
      case .group(let group): group.holds
      }
    }

    /// The comparisons, in the order they were made.
    package var comparisons: [Comparison] {
      switch self {
      case .comparison(let comparison): [comparison]
      case .group(let group): group.tests.flatMap { $0.comparisons }
      }
    }
  }
}
