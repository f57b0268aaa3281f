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

  let field: Field
  package let form: Form
  package let summary: String
  package let examples: [MatcherExample]

  package var key: String { field.name }

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    let subject = Subject.field(field)
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
