internal import RuleLanguage
internal import Source

/// The keys of `lib/gitlab/ci/config/entry/` of GitLab: `root.rb`, `job.rb` with what it includes, `default.rb` and `retry.rb`.
extension GitLabPipeline {
  func grammar(of root: Node) -> PolicyGrammar {
    let extended = Set((root.members ?? []).flatMap { Self.texts($0.value["extends"]) })
    let templates = (root.members ?? []).filter { extended.contains($0.key) }.map { $0.value.range.bytes }
    return PolicyGrammar(
      kinds: ["template": { templates.contains($0.range.bytes) || Self.isJob($0) ? nil : "data" }],
      Self.mappings)
  }

  private static func texts(_ node: Node?) -> [String] {
    node?.elements.map { $0.compactMap { $0.string } } ?? [node?.string].compactMap { $0 }
  }

  /// Whether a hidden mapping has what a job alone has.
  private static func isJob(_ node: Node) -> Bool {
    signs.contains { node[$0] != nil } || node["retry"] != nil
  }

  package func lack(of root: Node) -> String {
    "It has no job, a mapping with “script”, “stage”, “extends” or “trigger”, beside a “retry” of a job or of “default”."
  }

  private static let answer = PolicyAnswer.rejectedKey(by: "GitLab")
  private static let shared =
    "after_script artifacts before_script cache hooks id_tokens identity image interruptible retry:retry services tags timeout"

  private static let job =
    shared
    + " allow_failure coverage dast_configuration dependencies environment except extends inherit:inherit inputs"
    + " manual_confirmation needs only pages parallel publish release resource_group rules run script secrets"
    + " stage start_in trigger type variables when"

  private static let signs: Set<String> = ["script", "run", "stage", "extends", "trigger"]

  private static let mappings: [String: PolicyGrammar.Mapping] = [
    "root": .init(
      "a pipeline", answer, namesHave: signs,
      "default:default include workflow stages variables spec after_script before_script cache image services",
      ".*:template *:job"),
    "default": .init("“default”", answer, shared),
    "job": .init("a job", answer, job),
    // GitLab checks a template only as a part of the jobs that extend it. It may also hold what others take by an anchor.
    "template": .init("a template", .ignored(by: "GitLab"), isOuter: true, job),
    "template.data": .init("data", .ignored(by: "GitLab"), isOuter: true),
    "retry": .init("a retry", answer, "max when exit_codes"),
    "inherit": .init("“inherit”", answer, "default variables"),
  ]
}
