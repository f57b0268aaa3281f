/// The matchers and actions of the language itself.
public struct BuiltIn: Plugin {
  /// The language's own plugin.
  public init() {}

  /// The keys of the language below `when`.
  @PluginList public var matchers: [AnyMatcherPlugin] {
    AllMatcher()
    AnyMatcher()
    NotMatcher()
    NamedMatcher()
    CustomMatcher()
    TypeMatcher()
    CaseMatcher()
    PayloadMatcher()
    FieldMatcher.domain
    CodeMatcher()
    FieldMatcher.status
    FieldMatcher.attempt
    FieldMatcher.retryAfter
    FieldMatcher.elapsed
    FieldMatcher.message
    FieldMatcher.reason
    FieldMatcher.suggestion
    FieldMatcher.time
    FieldMatcher.id
    FieldMatcher.platform
    FieldMatcher.origin
    FieldMatcher.operation
    CategoryMatcher()
    OpenMatcher()
    SeverityMatcher()
    BooleanMatcher.fatal
    BooleanMatcher.cancelled
    ProblemMatcher()
    AttributesMatcher()
    UnderlyingMatcher()
    RootCauseMatcher()
    InsideMatcher()
    PresenceMatcher.options
    PresenceMatcher.answers
    PresenceMatcher.performed
    PresenceMatcher.ancestors
    EventMatcher()
    WithMatcher()
  }

  /// The keys of the language below `do`.
  @PluginList public var actions: [AnyActionPlugin] {
    NothingAction()
    LogAction()
    PerformAction()
    SetAction()
    WaitAction()
    PresentAction()
  }
}

extension Registry {
  /// A registry of the language's own matchers and actions.
  public init() {
    self.init(plugins: [PluginList.buildExpression(BuiltIn())])
  }
}
