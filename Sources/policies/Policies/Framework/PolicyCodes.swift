package import Source

/// The codes of findings about policies of other systems.
package enum PolicyCodes {
  package static let all: [FindingCode] = [
    FindingCode(
      "faulty-policy", .error, "The system of a policy would reject it.",
      "Correct the policy: the message says what its format demands."),
    FindingCode(
      "lost-in-export", .note,
      "Another system's policy cannot express this part of a rule file, or expresses it differently.",
      "Nothing, if you can do without it; errctl export --strict ends with status 1."),
    FindingCode(
      "lost-in-import", .note,
      "A rule file cannot express this part of another system's policy, or expresses it differently.",
      "Nothing, if you can do without it; errctl import --strict ends with status 1."),
    FindingCode(
      "terminal-error", .note, "A wildcard of a policy does not stand for an error that ends the execution.",
      "Name the error in a catcher of its own."),
  ]
}
