internal import RuleLanguage
internal import Source

/// The keys of `lib/gitlab/ci/config/entry/` of GitLab: `root.rb`, `job.rb` with what it includes, `default.rb` and `retry.rb`.
extension GitLabPipeline {
  func grammar(of root: Node) -> PolicyGrammar { Self.table }

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

  private static let table = PolicyGrammar([
    "root": .init(
      "a pipeline", answer, namesHave: ["script", "run", "stage", "extends", "trigger"],
      "default:default include workflow stages variables spec after_script before_script cache image services",
      ".*:template *:job"),
    "default": .init("“default”", answer, shared),
    "job": .init("a job", answer, job),
    // Nobody checks a job that no other one extends.
    // It may also hold what others take by an anchor.
    "template": .init("a template", .ignored(by: "GitLab"), isOuter: true, job),
    "retry": .init("a retry", answer, "max when exit_codes"),
    "inherit": .init("“inherit”", answer, "default variables"),
  ])
}
