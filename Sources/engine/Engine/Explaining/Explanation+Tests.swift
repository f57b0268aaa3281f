extension Explanation {
  /// A value of the error beside the expected value in the rule file.
  public struct ComparedValue: Sendable {
    /// The compared subject, such as `status` or `attributes.http.route`.
    public let subject: String
    /// The operator's name (`atLeast`, `hasPrefix`, …); nil for a bare value.
    public let `operator`: String?
    /// The expected value as written in the rule file.
    public let expected: String
    /// The error's value as JSON; nil if it is missing.
    public let found: String?
    /// Whether the comparison matched.
    public let holds: Bool
    /// Whether the type was compared by name, including its ancestors and protocols.
    package let isAboutType: Bool
    /// Whether the result is assumed because no plugin provides the matcher.
    public let isAssumed: Bool
    /// Whether the assumed result is a stub's.
    public let isStub: Bool
  }

  package struct Group: Sendable {
    package let kind: StepGroup
    package internal(set) var tests: [Test] = []
    package internal(set) var holds = false
  }

  package indirect enum Test: Sendable {
    case comparison(ComparedValue)
    case group(Group)

    package var holds: Bool {
      switch self {
      case .comparison(let comparison): comparison.holds
      case .group(let group): group.holds
      }
    }

    package var comparisons: [ComparedValue] {
      switch self {
      case .comparison(let comparison): [comparison]
      case .group(let group): group.tests.flatMap { $0.comparisons }
      }
    }
  }
}
