package import Source

/// The codes of findings in test suites.
package enum SuiteCodes {
  package static let all: [FindingCode] = [
    FindingCode(
      "contradiction", .error, "Parts of an expectation, or of a case, contradict each other.",
      "Delete one of them."),
    FindingCode(
      "empty-suite", .error, "A suite, a table or a case tests nothing.",
      "Add a case, a row or a step, or delete it."),
    FindingCode(
      "fragment-cycle", .error, "A shared error or expectation includes itself.",
      "Remove one of the references in the cycle."),
    FindingCode(
      "impossible-time", .error, "A time in a case is invalid, or earlier than the one above it.",
      "Order the errors by time, and write valid times."),
    FindingCode(
      "missing-rules", .error, "The rule file of a suite does not exist.",
      "Correct the path, which is relative to the suite's folder."),
    FindingCode(
      "missing-stream", .error, "The stream of a suite's records can't be read.",
      "Correct the path, which is relative to the suite's folder."),
    FindingCode(
      "no-error", .error, "The error of a case has none of the required members.",
      "Add one of the members that the message names."),
    FindingCode(
      "suite-leaves-folder", .error, "A file that a suite names is outside the suite's folder.",
      "Move it there, name a folder that holds both, or add `--allow-outside`."),
    FindingCode(
      "unknown-button", .error,
      "An answer is not the title of any button (a warning if it is given, an error if it is expected).",
      "Write the title of a button."),
    FindingCode(
      "unknown-event", .error, "An expectation forbids an event that no rule emits or matches.",
      "Correct the name."),
    FindingCode(
      "unknown-fragment", .error, "A case refers to a shared error or expectation that does not exist.",
      "Correct the name, or define it."),
    FindingCode(
      "unknown-record", .error, "A case refers to a record that the suite's stream does not have.",
      "Correct the id. A record without an id is named by its number."),
    FindingCode(
      "unreachable-case", .error,
      "A case expects the verdict of a rule that its error, or any error, never reaches.",
      "Change the error's origin, fix the rules, or expect another rule."),
  ]
}
