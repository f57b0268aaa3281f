/// The matchers and actions of the language itself.
public struct BuiltIn: Plugin {
  /// The language's own plugin.
  public init() {}

  /// The keys of the language below `when`.
  public var matchers: [any MatcherPlugin] {
    [
      AllMatcher(), AnyMatcher(), NotMatcher(), NamedMatcher(),
      TypeMatcher(), CaseMatcher(), PayloadMatcher(), NameMatcher.domain, CodeMatcher(),
      NumberMatcher.status, NumberMatcher.attempt, DurationMatcher(),
      TextMatcher.message, TextMatcher.reason, TextMatcher.suggestion, TextMatcher.time, TextMatcher.id,
      TextMatcher.platform,
      NameMatcher.origin, NameMatcher.operation, CategoryMatcher(), SeverityMatcher(),
      BooleanMatcher.fatal, BooleanMatcher.cancelled,
      ProblemMatcher(), AttributesMatcher(), UnderlyingMatcher(), RootCauseMatcher(),
      PresenceMatcher.options, PresenceMatcher.answers, PresenceMatcher.ancestors,
    ]
  }

  /// The keys of the language below `do`.
  public var actions: [any ActionPlugin] {
    [NothingAction(), LogAction(), PerformAction(), SetAction(), WaitAction(), PresentAction()]
  }
}
