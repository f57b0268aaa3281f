internal import Bytes

enum FieldPredicate {}

/// The distinct comparisons of one subject. Values that satisfy the same predicates belong to one class.
struct SubjectPredicates: BitwiseCopyable {
  /// The number of patterns below which a text is compared with each.
  static let many = 64

  let instructions: IndexRange<Index<ConditionInstruction>>
  /// Boundaries, ascending, of intervals of whole numbers within which no predicate changes; empty if a
  /// predicate is not numeric.
  let boundaries: IndexRange<Int64>
  let isNumeric: Bool
}
