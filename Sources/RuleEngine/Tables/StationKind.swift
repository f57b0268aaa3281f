/// Rule, event rule, `otherwise` or `always`.
public enum StationKind: UInt8, BitwiseCopyable, Sendable {
  case rule, otherwise, always, eventRule
}
