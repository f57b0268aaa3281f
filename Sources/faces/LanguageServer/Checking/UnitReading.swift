internal import Checks
internal import Engine
internal import Source

/// A unit read: its findings that take no proof, and what the proofs need.
package struct UnitReading: Sendable {
  /// The files that it depends on, also those that are not there.
  var reads: Set<String> = []
  /// The findings of reading and of looking up names.
  var findings: [Diagnostic] = []
  /// The compilation of a rule file.
  var compilation: RuleSet.Compilation?
  var settings = CheckSettings()
  /// The stream that the configuration of a rule file names; nil for none.
  var sample: SampleSource?
  /// The file is of another kind after all, or excluded.
  var isSkipped = false
  /// The file looks like a rule file but has no `version`.
  var isPassedOver = false
  /// There is more to find than this reading did.
  var needsProofs = false
  /// The rule files that a suite tests.
  var tested: [String] = []
}
