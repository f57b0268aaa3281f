extension LanguageCode {
  /// One for each operator, for the suppression of survivors.
  static let mutations: [LanguageCode] = [
    mutation("change-backoff", "A retry has another delay"),
    mutation("change-cap", "A budget, a rate or a breaker is one higher or lower"),
    mutation("change-category", "A rule matches another category"),
    mutation("change-exhausted", "An exhausted retry has another verdict"),
    mutation("change-failed", "The failure of an action has another verdict"),
    mutation("change-ignored", "Cancelled work is evaluated, or ignored"),
    mutation(
      "change-inheritance", "Inherited rules are evaluated before the responder's own rules, or after them"),
    mutation("change-key", "Errors counted separately are counted together"),
    mutation("change-parent", "A responder has another parent"),
    mutation("change-policy", "A responder evaluates its rules by another policy"),
    mutation("change-unhandled", "Unhandled errors have another outcome"),
    mutation("change-verdict", "A rule has another verdict"),
    mutation("change-window", "A time window is twice as long"),
    mutation("drop-action", "An action is removed"),
    mutation("drop-alternative", "One of several alternatives is removed"),
    mutation("drop-button", "A button is removed"),
    mutation("drop-category", "A category matches nothing"),
    mutation("drop-condition", "A condition is removed"),
    mutation("drop-failed", "The failure of an action changes nothing"),
    mutation("drop-field", "A part of a replacement error is removed"),
    mutation("drop-origin", "An origin is removed"),
    mutation("drop-otherwise", "An otherwise is removed"),
    mutation("drop-rule", "A rule is removed"),
    mutation("drop-limit", "A retry has no deadline, or no quota"),
    mutation("drop-throttle", "An action is not throttled"),
    mutation("drop-unwrap", "An entry of defaults.unwrap is removed"),
    mutation("move-boundary", "One end of a range is moved by one"),
    mutation("negate-condition", "A condition is negated"),
    mutation("swap-actions", "Two actions are swapped"),
    mutation("swap-buttons", "Two buttons are swapped"),
    mutation("swap-categories", "Two categories are swapped"),
    mutation("swap-rules", "Two rules are swapped"),
    mutation("widen-pattern", "A pattern matches more"),
  ]

  static let mutationCodes = Set(mutations.map { $0.code })

  private static func mutation(_ code: String, _ change: String) -> LanguageCode {
    LanguageCode(
      code: code, level: .warning, summary: "\(change), and no test notices it. Reported by errctl mutate.",
      advice: "Add the test case that errctl mutate prints, or explain the survivor in a suppression.")
  }
}
