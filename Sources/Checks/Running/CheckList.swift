/// All built-in checks.
public enum CheckList {
  /// The checks of rule sets in the order of the reference.
  public static let all: [AnyCheck] =
    traps + reachability + overlap + gaps + retries + escalation + actions + names + streams + open
    + suppression

  @CheckListBuilder private static var traps: [AnyCheck] {
    CodeWithoutDomain()
    CodeOfSwiftEnum()
    ForeignSymbol()
    ErrnoNumber()
    UnbridgedDomain()
    PrivateType()
    CaseAsType()
    LetterCase()
    LocalisedText()
    RangeAsText()
    PartialClass()
    RedundantValue()
    ProblemTypeTwice()
    ImpossibleValue()
    CodeOfStruct()
    MisspeltDomain()
    LiteralWildcard()
    SlashedPattern()
    PlainPattern()
    PatternMatchesAll()
    PatternMatchesNothing()
    OtherYAML()
    DoubledBraces()
    UnfilledTemplate()
  }

  @CheckListBuilder private static var reachability: [AnyCheck] {
    AncestorFirst()
    UnreachableRule()
    UnreachableOtherwise()
    UnreachableCategory()
    UnreachableResponder()
    UnreachableButton()
    IgnoredCategory()
    AlwaysUnwrapped()
    ClosedBreaker()
  }

  @CheckListBuilder private static var overlap: [AnyCheck] {
    OrderDecides()
    BothRun()
  }

  @CheckListBuilder private static var gaps: [AnyCheck] {
    UnansweredError()
    UnansweredContract()
    UnansweredCase()
    EndlessCategory()
  }

  @CheckListBuilder private static var streams: [AnyCheck] {
    #if !hasFeature(Embedded)
      NeverFired()
      UnnamedErrors()
      BrokenContract()
      UnraisedContract()
      UnseenField()
      UntimedRecords()
    #endif
  }

  @CheckListBuilder private static var retries: [AnyCheck] {
    UnstatedRetry()
    VainRetry()
    RetryAbove()
    StarvedRate()
    LongRetry()
    CutBackoff()
    HotRetry()
    EarlyDeadline()
    IdleQuota()
    UnsafeRetry()
    DifferingSibling()
  }

  @CheckListBuilder private static var escalation: [AnyCheck] {
    OrphanResponder()
    WiderContract()
    UnheardEvent()
    RaisedAtRoot()
    UnansweredRaise()
    RaisedPastOwnRule()
    NoWayOut()
    AlwaysMisses()
  }

  @CheckListBuilder private static var actions: [AnyCheck] {
    UnconstrainedValue()
    TechnicalText()
    MisleadingButton()
    EmptyAlert()
    NeedlessFailed()
  }

  @CheckListBuilder private static var names: [AnyCheck] {
    UnusedName()
    UnaskedBreaker()
    UnusedType()
    MissingID()
    ReservedID()
    NearName()
    UnknownPerform()
  }

  @CheckListBuilder private static var open: [AnyCheck] { NotDecided() }

  @CheckListBuilder private static var suppression: [AnyCheck] {
    SuppressionCheck.unused
    SuppressionCheck.expired
    SuppressionCheck.faulty
  }
}

/// Checks of several types, one below the other.
@resultBuilder
enum CheckListBuilder {
  static func buildExpression(_ check: some Check) -> AnyCheck {
    #if hasFeature(Embedded)
      AnyCheck(check)
    #else
      check
    #endif
  }

  static func buildBlock(_ checks: AnyCheck...) -> [AnyCheck] { checks }
}
