internal import Bytes
internal import Records
internal import RuleLanguage

/// Everything a compiled chain looks up while an error climbs: plain values in memory of its own, read without reference
/// counting. A table is named here and nowhere else: what compiles a part appends it, what evaluates reads it.
struct ChainTables: ~Copyable {
  /// The texts, each written once.
  var bytes = Buffer<UInt8>()
  var instructions = Buffer<Instruction>()
  var subjects = Buffer<SubjectReference>()
  var ranges = Buffer<CompiledRange>()
  var categoryFlags = Buffer<Bool>()
  var categories = Buffer<CompiledCategory>()
  var responders = Buffer<CompiledResponder>()
  var stations = Buffer<CompiledStation>()
  var budgets = Buffer<CompiledBudget>()
  var rates = Buffer<CompiledRate>()
  var throttles = Buffer<CompiledThrottle>()
  var keySubjects = Buffer<SubjectIndex>()
  var actions = Buffer<CompiledAction>()
  var pieces = Buffer<Piece>()
  var alerts = Buffer<CompiledAlert>()
  var buttons = Buffer<CompiledButton>()
  var replacements = Buffer<CompiledReplacement>()
  /// What is asked of each subject, by its place; one instruction for each atom; where intervals of numbers begin.
  var subjectAtoms = Buffer<SubjectAtoms>()
  var atoms = Buffer<Index<Instruction>>()
  var boundaries = Buffer<Int64>()
  /// Whether an alert may take the answer of the one before it, so that the last one has to be remembered.
  var remembersAlerts = false
  var origins = OriginTable([], Buffer(), fallback: .nowhere)
  /// The category of an error that none claims.
  var defaultCategory = CategoryIndex.nowhere
  /// The first instruction of the matcher of ignored errors, none where none is ignored.
  var ignored = Index<Instruction>.nowhere
  /// The first instruction of what records must match to be answered at all, none where all are.
  var sieve = Index<Instruction>.nowhere
  var unhandledWithoutPath = Evaluation.proceed
  var defaultPlatform = Platform.darwin
}

/// Where a chain's tables lie: they are read in place.
///
/// What keeps it safe: the tables belong to the chain, which frees them when it ends and never changes them before. Whoever
/// holds a reference holds the chain too.
struct TablesReference: @unchecked Sendable, BitwiseCopyable {
  let address: UnsafePointer<ChainTables>

  /// The tables in memory of their own, until ``free()``.
  init(_ tables: consuming ChainTables) {
    let memory = UnsafeMutablePointer<ChainTables>.allocate(capacity: 1)
    memory.initialize(to: tables)
    address = UnsafePointer(memory)
  }

  var tables: ChainTables { @inline(__always) unsafeAddress { address } }

  /// Gives the tables' memory back; nothing may be read after.
  func free() {
    let memory = UnsafeMutablePointer(mutating: address)
    memory.deinitialize(count: 1)
    memory.deallocate()
  }
}
