extension Shape {
  static let ruleFile = Shape(
    order: [
      "version", "name", "description", "meta", "defaults", "imports", "lists", "codes", "types", "matchers",
      "categories", "alerts", "escalation", "responders",
    ],
    members: [
      "defaults": defaults,
      "types": Shape(other: Shape(order: ["is", "cases"])),
      "categories": Shape(element: category),
      "responders": Shape(element: responder),
    ],
    isOpen: true
  )

  private static let defaults = Shape(
    order: ["category", "responder", "platform", "policy", "retry", "ignore", "unhandled"],
    members: ["retry": retry, "unhandled": unhandled, "policy": policy],
    isOpen: true
  )

  private static let category = Shape(
    order: ["name", "description", "meta", "suppress", "when"],
    isOpenAlone: true
  )

  private static let responder = Shape(
    order: [
      "id", "parent", "abstract", "description", "meta", "enabled", "suppress", "origins", "extends",
      "policy",
      "contract", "unhandled", "rules", "otherwise", "always", "events",
    ],
    members: [
      "extends": Shape(order: ["from", "mode"]),
      "policy": policy,
      "contract": Shape(order: ["reports", "triggers", "explicit"]),
      "unhandled": unhandled,
      "rules": Shape(element: rule, isOpen: true),
      "otherwise": Shape(order: ["do", "then"], members: ["then": verdict]),
      "events": Shape(element: rule, isOpen: true),
    ],
    isOpenAlone: true
  )

  private static let rule = Shape(
    order: [
      "id", "replaces", "description", "meta", "enabled", "suppress", "when", "do", "then", "examples",
    ],
    members: ["then": verdict, "examples": Shape(order: ["match", "noMatch"])],
    isOpenAlone: true
  )

  private static let verdict = Shape(members: ["retry": retry])

  private static let retry = Shape(
    order: ["maxAttempts", "per", "within", "backoff", "exhausted"],
    members: ["backoff": Shape(order: ["initial", "multiplier", "max", "jitter"])]
  )

  private static let policy = Shape(order: ["order", "match", "otherwise", "always"])

  private static let unhandled = Shape(order: ["evaluation", "report"])
}
