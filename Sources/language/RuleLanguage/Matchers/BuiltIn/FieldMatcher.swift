internal import Records
package import Source

/// A matcher on one field: a bare value, a list, or a mapping of operators.
package struct FieldMatcher: MatcherPlugin {
  package enum Form {
    /// `*` stands for any characters.
    case name
    case text
    case number
    case duration
  }

  let subject: Subject
  package let form: Form
  package let summary: String
  package let examples: [MatcherExample]

  init(_ subject: Subject, form: Form, summary: String, examples: [MatcherExample]) {
    self.subject = subject
    self.form = form
    self.summary = summary
    self.examples = examples
  }

  init(field: Field, form: Form, summary: String, examples: [MatcherExample]) {
    self.init(.field(field), form: form, summary: summary, examples: examples)
  }

  package var key: String { subject.name }

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    if subject == .elapsed, case .nested = context.scope {
      context.report(.misplacedElapsed(at: value.range))
      return nil
    }
    if value.members != nil {
      return Operators(subject: subject, kind: operators, context: context).condition(of: value)
    }
    let values = Values(context)
    return context.any(of: value) { value in
      switch form {
      case .name: values.name(value, subject)
      case .text: values.text(value, subject)
      case .number: values.number(value, subject)
      case .duration: values.duration(value, subject)
      }
    }
  }

  private var operators: Operators.Kind {
    switch form {
    case .name, .text: .text
    case .number: .number
    case .duration: .duration
    }
  }
}

extension Diagnostic {
  fileprivate static func misplacedElapsed(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "wrong-place",
      "“elapsed” is the age of the record's operation, so it can't be asked about another error. Write it at the top of “when”.",
      at: range)
  }
}
