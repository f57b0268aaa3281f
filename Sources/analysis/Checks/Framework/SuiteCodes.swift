extension LanguageCode {
  static let suites: [LanguageCode] = [
    LanguageCode(
      code: "contradiction", level: .error,
      summary: "Parts of an expectation, or of a case, contradict each other.", advice: "Delete one of them."),
    LanguageCode(
      code: "empty-suite", level: .error, summary: "A suite, a table or a case tests nothing.",
      advice: "Add a case, a row or a step, or delete it."),
    LanguageCode(
      code: "fragment-cycle", level: .error, summary: "A shared error or expectation includes itself.",
      advice: "Remove one of the references in the cycle."),
    LanguageCode(
      code: "impossible-time", level: .error,
      summary: "A time in a case is invalid, or earlier than the one above it.",
      advice: "Order the errors by time, and write valid times."),
    LanguageCode(
      code: "missing-rules", level: .error, summary: "The rule file of a suite does not exist.",
      advice: "Correct the path, which is relative to the suite's folder."),
    LanguageCode(
      code: "missing-stream", level: .error, summary: "The stream of a suite's records can't be read.",
      advice: "Correct the path, which is relative to the suite's folder."),
    LanguageCode(
      code: "no-error", level: .error, summary: "The error of a case has none of the required members.",
      advice: "Add one of the members that the message names."),
    LanguageCode(
      code: "suite-leaves-folder", level: .error,
      summary: "A file that a suite names is outside the suite's folder.",
      advice: "Move it there, name a folder that holds both, or add `--allow-outside`."),
    LanguageCode(
      code: "unknown-button", level: .error,
      summary:
        "An answer is not the title of any button (a warning if it is given, an error if it is expected).",
      advice: "Write the title of a button."),
    LanguageCode(
      code: "unknown-event", level: .error,
      summary: "An expectation forbids an event that no rule emits or matches.", advice: "Correct the name."),
    LanguageCode(
      code: "unknown-fragment", level: .error,
      summary: "A case refers to a shared error or expectation that does not exist.",
      advice: "Correct the name, or define it."),
    LanguageCode(
      code: "unknown-record", level: .error,
      summary: "A case refers to a record that the suite's stream does not have.",
      advice: "Correct the id. A record without an id is named by its number."),
    LanguageCode(
      code: "unreachable-case", level: .error,
      summary: "A case expects the verdict of a rule that its error, or any error, never reaches.",
      advice: "Change the error's origin, fix the rules, or expect another rule."),
  ]
}
