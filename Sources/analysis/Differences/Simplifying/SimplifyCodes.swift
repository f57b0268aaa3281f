package import Source

/// The codes of what may be written shorter, with the same outcomes for all errors.
package enum SimplifyCodes {
  package static let all: [FindingCode] = [
    FindingCode(
      "mergeable-rules", .note, "Two rules, one behind the other, can be one with the same outcomes.",
      "Make one rule of them. Only validate --simplify reports it."),
    FindingCode(
      "needless-condition", .note, "A condition excludes no error that would otherwise get here.",
      "Delete it. Only validate --simplify reports it."),
    FindingCode(
      "needless-name", .note,
      "A named matcher is the whole condition of one rule or category, and of nothing else.",
      "Write the condition there. Only validate --simplify reports it."),
    FindingCode(
      "needless-rule", .note, "Without a rule, every error is decided by the same rule as before.",
      "Delete it. Only validate --simplify reports it."),
    FindingCode(
      "not-simplified", .note, "A file takes more proofs than are made, so a part of it was not looked at.",
      "Split the file. Only validate --simplify reports it."),
    FindingCode(
      "rare-rules-first", .note,
      "Rules that seldom decide stand in front of those that often do, and need not.",
      "Sort them. Only validate --simplify reports it, with a --stream."),
    FindingCode(
      "repeated-list", .note, "The same values stand in several lists.",
      "Name them under lists. Only validate --simplify reports it."),
  ]
}
