// The names come from payments.yaml: one that is misspelt here, or renamed there, does not compile.
for rule in PaymentsRules.Rule.allCases { print(rule.rawValue) }

func perform(_ action: PaymentsRules.Action) {
  switch action {
  case .showLogin: print("shows the login")
  case .track: print("tracks the error")
  }
}

perform(.showLogin)
print(PaymentsRules.Category.declined.rawValue, PaymentsRules.Event.signedOut.rawValue)
