internal import Checks
internal import Engine
internal import Source

/// A unit read: its findings that take no proof, and what the proofs need.
package struct UnitReading: Sendable {
  /// The files that it depends on, also those that are not there.
  var reads: Set<String> = []
  /// The findings of reading and of looking up names.
  var findings: [Diagnostic] = []
  /// Of a rule file.
  var compilation: RuleSet.Compilation?
  var settings = CheckSettings()
  /// Of a rule file: the stream that its configuration names; nil for none.
  var sample: SampleSource?
  /// The file is of another kind after all, or excluded.
  var isSkipped = false
  /// The file looks like a rule file but has no `version`.
  var isPassedOver = false
  /// There is more to find than this reading did.
  var needsProofs = false
  /// Of a suite: the rule files that it tests.
  var tested: [String] = []
}
