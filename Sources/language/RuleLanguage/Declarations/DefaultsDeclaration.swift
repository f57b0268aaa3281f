package import Records
package import Source

package struct DefaultsDeclaration {
  package let category: Named?
  package let retry: Node?
  package let ignoresCancellation: Bool
  package let unwrap: [UnwrapDeclaration]
  package let unhandled: UnhandledDeclaration
  package let platform: Platform
  package let responder: Named?
  package let policy: ResponderPolicy
  package let isWhole: Bool

  package static let keys = [
    Key("category", .text, "The category of errors that no category matches; it need not be listed."),
    Key("retry", .defined("retry", "retry"), "The keys that a retry leaves out, one by one."),
    Key("ignore", .words(ignoreWords), .default("cancellation"), "Errors that are ignored: cancelled work."),
    Key(
      "unwrap", .other("list of entries"),
      "Errors that are replaced by the one inside them, before they have a category."),
    Key(
      "unhandled", .defined("unhandled", "mapping"),
      "The evaluation of an error that no rule decided; a root may override each key."),
    Key(
      "platform", .words(Platform.allCases.map { $0.name }), .default("darwin"),
      "The platform of records that name none: it decides the meaning of errno numbers."),
    Key(
      "responder", .text, .absent("the only root"), such: [#""app""#, #""none""#],
      "The responder where unknown origins start, or “none”: nowhere. Required with several roots."),
    Key(
      "policy", .defined("policy", "policy"), .absent("the first value of each key"),
      "How responders without a policy evaluate their rules."),
  ]

  private static let ignoreWords = ["cancellation", "none"]

  init(_ node: Node?, in diagnostics: inout Diagnostics) {
    guard let node,
      let section = Section(node, "defaults", keys: Self.keys, in: &diagnostics)
    else {
      category = nil
      retry = nil
      ignoresCancellation = true
      unwrap = []
      unhandled = UnhandledDeclaration(nil, in: &diagnostics)
      platform = .darwin
      responder = nil
      policy = ResponderPolicy()
      isWhole = node == nil
      return
    }
    category = section.text("category", in: &diagnostics)
    retry = section["retry"]
    ignoresCancellation = section.word("ignore", of: Self.ignoreWords, in: &diagnostics) != "none"
    unwrap = section.list("unwrap", of: "entries", in: &diagnostics)
      .compactMap { UnwrapDeclaration($0, in: &diagnostics) }
    unhandled = UnhandledDeclaration(section["unhandled"], in: &diagnostics)
    platform =
      section.word("platform", of: Platform.allCases.map { $0.name }, in: &diagnostics)
      .flatMap { Platform(name: $0) } ?? .darwin
    responder = section.name("responder", in: &diagnostics)
    policy = PolicyReader.policy(section["policy"], over: ResponderPolicy(), in: &diagnostics)
    isWhole = section.isWhole
  }
}

/// Missing keys come from the enclosing level.
package struct UnhandledDeclaration {
  package let evaluation: Evaluation?
  package let report: String?

  package static let keys = [
    Key(
      "evaluation", .verdicts(evaluations), .default("cancel"),
      "The evaluation of the resolution, which is not handled."),
    Key(
      "report", .words(reports), .default("error"),
      "The severity with which the error is reported; shown in the summary."),
  ]
  /// The allowed evaluations, without `retry`: outside a rule it would have no budget.
  private static let evaluations = ["proceed", "cancel", "abort"]
  private static let reports = ["none"] + Severity.allCases.map { $0.name } + ["assert"]

  package init(_ node: Node?, in diagnostics: inout Diagnostics) {
    guard let node,
      let section = Section(node, "unhandled", keys: Self.keys, in: &diagnostics)
    else {
      evaluation = nil
      report = nil
      return
    }
    evaluation = section.word("evaluation", of: Self.evaluations, in: &diagnostics)
      .flatMap { Evaluation(name: $0) }
    report = section.word("report", of: Self.reports, in: &diagnostics)
  }
}
