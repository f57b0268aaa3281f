extension LanguageCode {
  /// What `errctl mutate` says: a code for each of its operators, by which a survivor is explained.
  static let mutations: [LanguageCode] = [
    mutation("change-backoff", "A retry waits for another time"),
    mutation("change-cap", "A budget or a rate is one more or one less"),
    mutation("change-category", "A rule asks for another category"),
    mutation("change-exhausted", "A retry says another verdict once no try is left"),
    mutation("change-ignored", "Cancelled work is somebody's error, or nobody's"),
    mutation("change-inheritance", "Inherited rules are asked before the own ones, or after them"),
    mutation("change-key", "What is counted apart is counted together"),
    mutation("change-parent", "A responder escalates to another one"),
    mutation("change-policy", "A responder asks its rules in another way"),
    mutation("change-unhandled", "What nobody answered ends otherwise"),
    mutation("change-verdict", "A rule says another verdict"),
    mutation("change-window", "What is remembered is remembered twice as long"),
    mutation("drop-action", "An action is left out"),
    mutation("drop-alternative", "One of several alternatives is left out"),
    mutation("drop-button", "A button is left out"),
    mutation("drop-category", "A category claims nothing"),
    mutation("drop-condition", "A condition is left out"),
    mutation("drop-field", "A part of what takes an error's place is left out"),
    mutation("drop-origin", "An origin is not claimed"),
    mutation("drop-otherwise", "A responder has no otherwise"),
    mutation("drop-rule", "A rule is left out"),
    mutation("drop-throttle", "An action is not throttled"),
    mutation("move-boundary", "One end of a range lies one further"),
    mutation("negate-condition", "A condition is asked the other way round"),
    mutation("swap-actions", "Two actions change places"),
    mutation("swap-buttons", "Two buttons change places"),
    mutation("swap-categories", "Two categories change places"),
    mutation("swap-rules", "Two rules change places"),
    mutation("widen-pattern", "A pattern takes more than it says"),
  ]

  /// The codes that only `errctl mutate` says.
  static let mutationCodes = Set(mutations.map { $0.code })

  private static func mutation(_ code: String, _ change: String) -> LanguageCode {
    LanguageCode(
      code: code,
      level: .warning,
      summary: "\(change), and no test notices; errctl mutate says it.",
      advice: "Add the case that errctl mutate writes, or say here why it may be."
    )
  }
}
