internal import Bytes
internal import Patterns
internal import Records
internal import RuleLanguage

/// A chain's tables, read one by one where they lie: together they are too much to be copied.
///
/// What keeps it safe: as for ``Table``, the memory belongs to the chain, which frees it when it ends and never changes it
/// before. Whoever holds a reference holds the chain too.
struct TablesReference: @unchecked Sendable, BitwiseCopyable {
  private let pointer: UnsafePointer<ChainTables>

  /// The tables in memory of their own, until ``free()``.
  init(_ tables: ChainTables) {
    let memory = UnsafeMutablePointer<ChainTables>.allocate(capacity: 1)
    memory.initialize(to: tables)
    pointer = UnsafePointer(memory)
  }

  var bytes: Table<UInt8> { pointer.pointee.bytes }
  var instructions: Table<Instruction> { pointer.pointee.instructions }
  var subjects: Table<SubjectReference> { pointer.pointee.subjects }
  var ranges: Table<CompiledRange> { pointer.pointee.ranges }
  var categoryFlags: Table<Bool> { pointer.pointee.categoryFlags }
  var categories: Table<CompiledCategory> { pointer.pointee.categories }
  var responders: Table<CompiledResponder> { pointer.pointee.responders }
  var stations: Table<CompiledStation> { pointer.pointee.stations }
  var budgets: Table<CompiledBudget> { pointer.pointee.budgets }
  var rates: Table<CompiledRate> { pointer.pointee.rates }
  var throttles: Table<CompiledThrottle> { pointer.pointee.throttles }
  var keySubjects: Table<UInt32> { pointer.pointee.keySubjects }
  var actions: Table<CompiledAction> { pointer.pointee.actions }
  var pieces: Table<Piece> { pointer.pointee.pieces }
  var alerts: Table<CompiledAlert> { pointer.pointee.alerts }
  var buttons: Table<CompiledButton> { pointer.pointee.buttons }
  var replacements: Table<CompiledReplacement> { pointer.pointee.replacements }
  var subjectAtoms: Table<SubjectAtoms> { pointer.pointee.subjectAtoms }
  var atoms: Table<Int32> { pointer.pointee.atoms }
  var boundaries: Table<Int64> { pointer.pointee.boundaries }
  var remembersAlerts: Bool { pointer.pointee.remembersAlerts }
  var origins: OriginTable { pointer.pointee.origins }
  /// The responder that is asked first, or -1, where it is the same for every origin; else nil.
  var onlyStart: Int32? { pointer.pointee.origins.only }
  var defaultCategory: Int32 { pointer.pointee.defaultCategory }
  var ignored: Int32 { pointer.pointee.ignored }
  var sieve: Int32 { pointer.pointee.sieve }
  var unhandledWithoutPath: Evaluation { pointer.pointee.unhandledWithoutPath }
  var defaultPlatform: Platform { pointer.pointee.defaultPlatform }

  /// Gives the tables' memory back; nothing may be read after.
  func free() {
    pointer.pointee.free()
    UnsafeMutablePointer(mutating: pointer).deallocate()
  }
}
