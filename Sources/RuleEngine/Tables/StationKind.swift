/// What kind of place in a chain actions and verdicts stand at.
public enum StationKind: UInt8, BitwiseCopyable, Sendable {
  case rule, otherwise, always, eventRule
}
