internal import Bytes

/// A comparison that the matchers of a chain have in common.
enum Atom {}

/// What a chain's matchers ask of one subject, each question once: an atom is a comparison, by its place in the list of
/// its subject. Values of which the same atoms hold are of one class.
struct SubjectAtoms: BitwiseCopyable {
  /// One instruction for each atom, among the chain's atoms.
  let instructions: Run<Index<Instruction>>
  /// Where intervals of whole numbers begin within which no atom changes, ascending, among the chain's boundaries;
  /// empty where an atom asks something else than numbers.
  let boundaries: Run<Int64>
  /// Whether every atom asks for numbers, so that whole numbers of one interval are of one class.
  let isNumeric: Bool
}
