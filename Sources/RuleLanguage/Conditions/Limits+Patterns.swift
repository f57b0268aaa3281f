internal import Bytes
internal import Patterns

extension Limits {
  /// What a pattern may cost.
  var patterns: PatternLimits {
    PatternLimits(
      sourceLength: patternBytes,
      repetition: patternRepetition,
      nesting: patternNesting,
      programSize: patternProgram,
      dfaMemory: patternMemory
    )
  }

  /// The name by which `--limit` knows a limit of patterns.
  static func name(of limit: PatternLimits.Name) -> String {
    switch limit {
    case .sourceLength: "pattern-bytes"
    case .repetition: "pattern-repetition"
    case .nesting: "pattern-nesting"
    case .programSize: "pattern-program"
    }
  }
}
