/// Rule, event rule, `otherwise` or `always`.
public enum ClauseKind: UInt8, BitwiseCopyable, Sendable {
  case rule, otherwise, always, eventRule
}
