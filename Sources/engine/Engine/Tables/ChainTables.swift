internal import Bytes
internal import Records
internal import RuleLanguage

/// All lookup tables of a compiled chain, in memory of its own, read without reference counting.
struct ChainTables: ~Copyable {
  var bytes = Buffer<UInt8>()
  var conditions = ConditionTables()
  var limits = LimitTables()
  var responses = ResponseTables()
  var categoryFlags = Buffer<Bool>()
  var categories = Buffer<CompiledCategory>()
  var responders = Buffer<CompiledResponder>()
  var clauses = Buffer<CompiledClause>()
  /// Whether the last alert must be kept because a coalescing alert may reuse its answer.
  var remembersAlerts = false
  var codeSymbols = CodeSymbols()
  var origins = OriginTable([], Buffer(), fallback: .nowhere)
  var defaultCategory = CategoryIndex.nowhere
  /// The first instruction of the matcher of ignored errors; none if there is none.
  var ignored = Index<ConditionInstruction>.nowhere
  /// The entries of `defaults.unwrap`.
  var unwraps = Buffer<CompiledUnwrap>()
  var breakers = Buffer<CompiledBreaker>()
  /// The breakers that instructions ask.
  var askedBreakers = Buffer<BreakerIndex>()
  /// The first instruction of the record filter; none if there is none.
  var recordFilter = Index<ConditionInstruction>.nowhere
  var unhandledWithoutPath = Evaluation.proceed
  var defaultPlatform = Platform.darwin

  /// The tables of conditions.
  struct ConditionTables: ~Copyable {
    var instructions = Buffer<ConditionInstruction>()
    var subjects = Buffer<SubjectReference>()
    var ranges = Buffer<CompiledRange>()
    /// The predicates of each subject; one instruction for each predicate; the boundaries of number intervals.
    var subjectPredicates = Buffer<SubjectPredicates>()
    var fieldPredicates = Buffer<Index<ConditionInstruction>>()
    var boundaries = Buffer<Int64>()
  }

  /// The limits of retries, rates and throttles, and the keys that they are counted by.
  struct LimitTables: ~Copyable {
    var budgets = Buffer<CompiledBudget>()
    var retryLimits = Buffer<CompiledRetryLimits>()
    var quotas = Buffer<CompiledQuota>()
    /// The delays of budgets that list them, in microseconds.
    var delays = Buffer<Int64>()
    var rates = Buffer<CompiledRate>()
    var throttles = Buffer<CompiledThrottle>()
    var keySubjects = Buffer<SubjectIndex>()
  }

  /// The actions of rules, with their texts, alerts and replacement errors.
  struct ResponseTables: ~Copyable {
    var actions = Buffer<CompiledAction>()
    var pieces = Buffer<TemplatePiece>()
    var alerts = Buffer<CompiledAlert>()
    var buttons = Buffer<CompiledButton>()
    var replacements = Buffer<CompiledReplacement>()
  }
}

/// The address of a chain's tables, which are read in place.
///
/// Safety: the chain owns the tables and frees them when it ends, never changes them, and every holder of a
/// reference also holds the chain.
struct TablesReference: @unchecked Sendable, BitwiseCopyable {
  let address: UnsafePointer<ChainTables>

  /// Moves the tables into memory of their own, until ``free()``.
  init(_ tables: consuming ChainTables) {
    let memory = UnsafeMutablePointer<ChainTables>.allocate(capacity: 1)
    memory.initialize(to: tables)
    address = UnsafePointer(memory)
  }

  var tables: ChainTables { @inline(__always) unsafeAddress { address } }

  func free() {
    let memory = UnsafeMutablePointer(mutating: address)
    memory.deinitialize(count: 1)
    memory.deallocate()
  }
}
