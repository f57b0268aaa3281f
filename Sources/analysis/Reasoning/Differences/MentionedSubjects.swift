internal import Engine
internal import Records
internal import RuleLanguage

extension RuleProgram.Clause {
  /// The actions, the verdict or the rate insert or count by the error's category.
  var mentionsCategory: Bool {
    let subjects = actions.flatMap { $0.subjects } + (verdict?.subjects ?? []) + (rate?.per ?? [])
    return subjects.contains(.field(.category))
  }
}

extension Action {
  /// The subjects of its texts, of its throttle and alert, and of its failure's verdict.
  fileprivate var subjects: [Subject] {
    members.flatMap { $0.value.subjects } + (throttle?.per ?? []) + (failed?.subjects ?? [])
      + (alert?.coalesce ?? [])
      + (alert?.buttons ?? []).flatMap { button in
        button.actions.flatMap { $0.subjects } + (button.verdict?.subjects ?? [])
      }
  }
}

extension Action.Content {
  fileprivate var subjects: [Subject] {
    switch self {
    case .scalar, .optionTitles: []
    case .template(let template): template.parts.compactMap { $0.subject }
    case .list(let elements): elements.flatMap { $0.subjects }
    case .mapping(let members): members.flatMap { $0.value.subjects }
    }
  }
}

extension Template.Part {
  fileprivate var subject: Subject? {
    switch self {
    case .text: nil
    case .value(let subject, _): subject
    }
  }
}

extension Verdict {
  fileprivate var subjects: [Subject] {
    switch self {
    case .evaluation, .retryByPerson, .continue, .escalate, .unwrapPayload, .unwrapCause, .handled: []
    case .retry(let policy): policy.per + (policy.quota?.subjects ?? [])
    case .transform(let replacement), .emit(let replacement, _), .raise(let replacement):
      replacement.members.flatMap { $0.value.subjects }
    }
  }
}

extension RetryPolicy.Quota {
  fileprivate var subjects: [Subject] {
    switch self {
    case .retries(_, _, let per, _): per
    // A shared quota is a part of the program.
    case .tokens, .shared: []
    }
  }
}
