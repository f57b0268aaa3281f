internal import Bytes

/// A comparison that matchers of a chain share.
enum FieldPredicate {}

/// The distinct comparisons (predicates) of one subject in a chain's matchers. Values that satisfy the same
/// predicates belong to one class.
struct SubjectPredicates: BitwiseCopyable {
  /// One instruction for each predicate, among the chain's predicates.
  let instructions: IndexRange<Index<ConditionInstruction>>
  /// The boundaries of intervals of whole numbers within which no predicate changes, ascending, among the
  /// chain's boundaries; empty if a predicate is not numeric.
  let boundaries: IndexRange<Int64>
  let isNumeric: Bool
}
