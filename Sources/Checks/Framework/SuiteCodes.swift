extension LanguageCode {
  /// The codes of what is said of test suites, in alphabetical order.
  static let suites: [LanguageCode] = [
    LanguageCode(
      code: "contradiction",
      level: .error,
      summary: "Parts of an expectation, or of a case, can't hold together.",
      advice: "Delete one of them."
    ),
    LanguageCode(
      code: "empty-suite",
      level: .error,
      summary: "A suite, a table or a case tests nothing.",
      advice: "Add a case, a row or a step, or delete it."
    ),
    LanguageCode(
      code: "fragment-cycle",
      level: .error,
      summary: "A shared error or expectation would take itself in.",
      advice: "Take one of them out of the circle."
    ),
    LanguageCode(
      code: "impossible-time",
      level: .error,
      summary: "A time of a case that can't be: before the one above it, or no time at all.",
      advice: "Put the errors in order, with times that there are."
    ),
    LanguageCode(
      code: "missing-rules",
      level: .error,
      summary: "The rule file that a suite is about is not there.",
      advice: "Correct the path, which is relative to the suite's folder."
    ),
    LanguageCode(
      code: "missing-stream",
      level: .error,
      summary: "The stream that a suite's records are from can't be read.",
      advice: "Correct the path, which is relative to the suite's folder."
    ),
    LanguageCode(
      code: "no-error",
      level: .error,
      summary: "What is to be raised in a case is no error.",
      advice: "Give it one of the members that an error must have."
    ),
    LanguageCode(
      code: "unknown-button",
      level: .error,
      summary: "An answer that no button says (a warning where it is given, an error where it is expected).",
      advice: "Write a button's title."
    ),
    LanguageCode(
      code: "unknown-event",
      level: .error,
      summary: "An expectation forbids an event that no rule emits or asks for.",
      advice: "Correct the name."
    ),
    LanguageCode(
      code: "unknown-fragment",
      level: .error,
      summary: "A case takes in a shared error or expectation that the suite does not have.",
      advice: "Correct the name, or define it."
    ),
    LanguageCode(
      code: "unknown-record",
      level: .error,
      summary: "A case is about a record that the suite's stream does not have.",
      advice: "Correct the id; a record without one of its own goes by its ordinal."
    ),
    LanguageCode(
      code: "unreachable-case",
      level: .error,
      summary: "A case expects an answer of a rule that its error, or any error, never comes to.",
      advice: "Change the error's origin, put the rules right, or expect another one."
    ),
  ]
}
