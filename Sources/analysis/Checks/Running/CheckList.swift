/// All built-in checks.
public enum CheckList {
  /// The checks of rule sets in the order of the reference.
  public static let all: [any Check] =
    traps + reachability + overlap + gaps + retries + escalation + actions + names + streams + [NotDecided()]
    + suppression

  private static let traps: [any Check] = [
    CodeWithoutDomain(), CodeOfSwiftEnum(), ForeignSymbol(), ErrnoNumber(), UnbridgedDomain(), PrivateType(),
    CaseAsType(), LetterCase(), LocalisedText(), RangeAsText(), PartialClass(), RedundantValue(),
    ProblemTypeTwice(),
    ImpossibleValue(), CodeOfStruct(), MisspeltDomain(),
    LiteralWildcard(), SlashedPattern(), PlainPattern(), PatternMatchesAll(), PatternMatchesNothing(),
    OtherYAML(),
    DoubledBraces(), ForeignPlaceholder(), UnfilledTemplate(),
  ]

  private static let reachability: [any Check] = [
    AncestorFirst(), UnreachableRule(), UnreachableOtherwise(), UnreachableCategory(), UnreachableResponder(),
    UnreachableButton(), IgnoredCategory(), MarkedCancellation(), TakenCategory(), AlwaysUnwrapped(),
    ClosedBreaker(),
  ]

  private static let overlap: [any Check] = [OrderDecides(), BothRun()]

  private static let gaps: [any Check] = [
    UnansweredError(), UnansweredContract(), UnansweredCase(), EndlessCategory(),
  ]

  private static let streams: [any Check] = [
    NeverFired(), UnnamedErrors(), BrokenContract(), UnraisedContract(), UnseenField(), UnseenKey(),
    UntimedRecords(), WrappedCancellation(), RetriedCancellation(), ShownCancellation(),
    MisspeltMember(), MistypedMember(),
  ]

  private static let retries: [any Check] = [
    UnstatedRetry(), VainRetry(), RetriedBeforeRefused(), RetryAbove(), StarvedRate(), LongRetry(),
    CutBackoff(), HotRetry(),
    EarlyDeadline(), IdleQuota(), UnreturnedTokens(), UnsafeRetry(), UnknownOutcome(), DifferingSibling(),
    LayersMultiply(),
  ]

  private static let escalation: [any Check] = [
    OrphanResponder(), WiderContract(), UnheardEvent(), RaisedAtRoot(), UnansweredRaise(),
    RaisedPastOwnRule(), NoWayOut(),
    AlwaysMisses(),
  ]

  private static let actions: [any Check] = [
    UnconstrainedValue(), TechnicalText(), MisleadingButton(), EmptyAlert(), NeedlessFailed(),
  ]

  private static let names: [any Check] = [
    UnusedName(), UnusedCategory(), UnaskedBreaker(), UnusedType(), MissingID(), ReservedID(), NearName(),
    UnknownPerform(),
  ]

  private static let suppression: [any Check] = [
    SuppressionCheck.unused, SuppressionCheck.expired, SuppressionCheck.faulty,
  ]
}
