/// What a rule file may cost, each limit with the name its message and `--limit` use.
public struct Limits: Sendable {
  /// `rule-file-bytes`: the size of a rule file.
  public var ruleFileBytes = 4 << 20
  /// `rule-file-depth`: how deep lists and mappings nest, at most 128: what walks a tree recurses.
  public var ruleFileDepth = 64 {
    didSet { ruleFileDepth = min(ruleFileDepth, 128) }
  }
  /// `rule-file-nodes`: values in a file, aliases expanded.
  public var ruleFileNodes = 1_000_000
  /// `alias-expansion`: how many times more nodes aliases may make of a file than it has written.
  public var aliasExpansion = 100
  /// `aliases`: aliases in a file.
  public var aliases = 1_000
  /// `scalar-bytes`: the size of one scalar.
  public var scalarBytes = 1 << 20
  /// `import-files`: the files that a rule file imports, directly and through others.
  public var importFiles = 256
  /// `import-depth`: how many files import one another in a row, the entry file not counted; at most 128.
  public var importDepth = 16 {
    didSet { importDepth = min(importDepth, 128) }
  }
  /// `record-bytes`: the length of a stream's line.
  public var recordBytes = 1 << 20
  /// `record-depth`: how deep a recorded error nests.
  public var recordDepth = 128
  /// `record-values`: values in one recorded error, keys included.
  public var recordValues = 10_000
  /// `causes`: causes of one recorded error.
  public var causes = 64
  /// `replacement-bytes`: what rules that replace a record's error may add to it in all.
  public var replacementBytes = 16 << 20
  /// `state-keys`: keys that each retry budget, rate and throttle remembers.
  public var stateKeys = 100_000

  /// `pattern-bytes`: the length of a pattern.
  public var patternBytes = 4_096
  /// `pattern-repetition`: the largest count in `{n,m}`, and the largest product of nested counts.
  public var patternRepetition = 1_000
  /// `pattern-nesting`: how deep a pattern's groups nest.
  public var patternNesting = 250
  /// `pattern-program`: the steps of a compiled pattern, repetitions written out.
  public var patternProgram = 100_000
  /// `pattern-memory`: the bytes that each thread may use to run one pattern faster.
  public var patternMemory = 1 << 20

  /// What threads learn to be faster; no limit of an input, so it has no name.
  package var learning = LearningLimits()

  /// The defaults.
  public init() {}

  /// The limit that carries a name, to read and to set.
  public static func named(_ name: String) -> (any WritableKeyPath<Limits, Int> & Sendable)? {
    names.first { $0.name == name }?.path
  }

  /// Every limit with its name.
  public static var names: [(name: String, path: any WritableKeyPath<Limits, Int> & Sendable)] {
    [
      ("rule-file-bytes", \.ruleFileBytes),
      ("rule-file-depth", \.ruleFileDepth),
      ("rule-file-nodes", \.ruleFileNodes),
      ("alias-expansion", \.aliasExpansion),
      ("aliases", \.aliases),
      ("scalar-bytes", \.scalarBytes),
      ("import-files", \.importFiles),
      ("import-depth", \.importDepth),
      ("record-bytes", \.recordBytes),
      ("record-depth", \.recordDepth),
      ("record-values", \.recordValues),
      ("causes", \.causes),
      ("replacement-bytes", \.replacementBytes),
      ("state-keys", \.stateKeys),
      ("pattern-bytes", \.patternBytes),
      ("pattern-repetition", \.patternRepetition),
      ("pattern-nesting", \.patternNesting),
      ("pattern-program", \.patternProgram),
      ("pattern-memory", \.patternMemory),
    ]
  }

  /// How every message of a limit ends: the limit's name, its value, and how to raise it.
  package func hint(_ name: String) -> String {
    let value = Limits.named(name).map { " = \(self[keyPath: $0])" } ?? ""
    return "(limit \(name)\(value); raise it with --limit \(name)=N)"
  }
}
