internal import Records
internal import Source

extension ContractDeclaration {
  /// What holds for the errors that `reports` names; nil where nothing is promised of errors.
  package var reportsCondition: Condition? {
    reports.map { types in
      .any(types.map { .compare(.field(.type), .type(named: $0.text, exactly: false), Self.source($0)) })
    }
  }

  /// What holds for the events that `triggers` names; nil where nothing is promised of events.
  package var triggersCondition: Condition? {
    triggers.map { events in
      .any(events.map { .compare(.field(.event), .name($0.text), Self.source($0)) })
    }
  }

  private static func source(_ name: Named) -> Condition.Source {
    Condition.Source(name.range, expected: name.text)
  }
}
