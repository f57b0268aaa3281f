internal import Bytes
internal import Patterns

extension Limits {
  var patterns: PatternLimits {
    PatternLimits(
      sourceLength: patternBytes, repetition: patternRepetition, nesting: patternNesting,
      programSize: patternProgram, dfaMemory: patternMemory)
  }

  static func name(of limit: PatternLimits.Name) -> String {
    switch limit {
    case .sourceLength: "pattern-bytes"
    case .repetition: "pattern-repetition"
    case .nesting: "pattern-nesting"
    case .programSize: "pattern-program"
    }
  }
}
