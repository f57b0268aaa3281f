/// The limits of inputs, each with its name in messages and in `--limit`.
public struct Limits: Sendable {
  /// `rule-file-bytes`: the size of a rule file.
  public var ruleFileBytes = 4 << 20
  /// `rule-file-depth`: the nesting of lists and mappings, at most 128, because tree walks recurse.
  public var ruleFileDepth = 64 {
    didSet { ruleFileDepth = min(ruleFileDepth, 128) }
  }
  /// `rule-file-nodes`: values in a file, aliases expanded.
  public var ruleFileNodes = 1_000_000
  /// `alias-expansion`: the factor by which aliases may multiply a file's values.
  public var aliasExpansion = 100
  /// `aliases`: aliases in a file.
  public var aliases = 1_000
  /// `scalar-bytes`: the size of one scalar.
  public var scalarBytes = 1 << 20
  /// `import-files`: the files that a rule file imports, directly and through others.
  public var importFiles = 256
  /// `import-depth`: the length of a chain of imports, not counting the entry file; at most 128.
  public var importDepth = 16 {
    didSet { importDepth = min(importDepth, 128) }
  }
  /// `record-bytes`: the length of a stream's line.
  public var recordBytes = 1 << 20
  /// `record-depth`: the nesting of a recorded error.
  public var recordDepth = 128
  /// `record-values`: values in one recorded error, keys included.
  public var recordValues = 10_000
  /// `causes`: causes of one recorded error.
  public var causes = 64
  /// `replacement-bytes`: the bytes that rules may add to a record's error in all by replacing it.
  public var replacementBytes = 16 << 20
  /// `state-keys`: keys that each retry budget, rate and throttle remembers.
  public var stateKeys = 100_000

  /// `check-steps`: the steps of the checks of a run, spent evenly on the questions about all its rule files.
  public var checkSteps = 60_000_000

  /// `pattern-bytes`: the length of a pattern.
  public var patternBytes = 4_096
  /// `pattern-repetition`: the largest count in `{n,m}`, and the largest product of nested counts.
  public var patternRepetition = 1_000
  /// `pattern-nesting`: the nesting of a pattern's groups.
  public var patternNesting = 250
  /// `pattern-program`: the steps of a compiled pattern, with repetitions expanded.
  public var patternProgram = 100_000
  /// `pattern-memory`: the bytes of each thread's cache for one pattern.
  public var patternMemory = 1 << 20

  /// The sizes of caches, which are not limits of an input and have no name.
  package var caches = CacheLimits()

  /// The default limits.
  public init() {}

  /// The limit of a name; nil, and nothing is set, if the name is unknown.
  public subscript(named name: String) -> Int? {
    get {
      var (limits, value) = (self, Int?.none)
      limits.change(name) { value = $0 }
      return value
    }
    set { if let newValue { change(name) { $0 = newValue } } }
  }

  /// The names of all limits.
  public static var names: [String] { all.map { $0.name } }

  private mutating func change(_ name: String, _ body: (inout Int) -> Void) {
    Self.all.first { $0.name == name }?.access(&self, body)
  }

  // Key paths would be shorter, but Embedded Swift has none.
  private static var all: [(name: String, access: (inout Limits, (inout Int) -> Void) -> Void)] {
    [
      ("rule-file-bytes", { $1(&$0.ruleFileBytes) }),
      ("rule-file-depth", { $1(&$0.ruleFileDepth) }),
      ("rule-file-nodes", { $1(&$0.ruleFileNodes) }),
      ("alias-expansion", { $1(&$0.aliasExpansion) }),
      ("aliases", { $1(&$0.aliases) }),
      ("scalar-bytes", { $1(&$0.scalarBytes) }),
      ("import-files", { $1(&$0.importFiles) }),
      ("import-depth", { $1(&$0.importDepth) }),
      ("record-bytes", { $1(&$0.recordBytes) }),
      ("record-depth", { $1(&$0.recordDepth) }),
      ("record-values", { $1(&$0.recordValues) }),
      ("causes", { $1(&$0.causes) }),
      ("replacement-bytes", { $1(&$0.replacementBytes) }),
      ("state-keys", { $1(&$0.stateKeys) }),
      ("check-steps", { $1(&$0.checkSteps) }),
      ("pattern-bytes", { $1(&$0.patternBytes) }),
      ("pattern-repetition", { $1(&$0.patternRepetition) }),
      ("pattern-nesting", { $1(&$0.patternNesting) }),
      ("pattern-program", { $1(&$0.patternProgram) }),
      ("pattern-memory", { $1(&$0.patternMemory) }),
    ]
  }

  /// The end of a limit's message: its name, its value, and the option that raises it.
  package func hint(_ name: String) -> String {
    let value = self[named: name].map { " is \($0)" } ?? " is too low"
    return "The limit \(name)\(value); raise it with --limit \(name)=N."
  }
}
