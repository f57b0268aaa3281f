internal import RuleLanguage
internal import Source

extension Shape {
  static let ruleFile = Shape(
    order: [
      "version", "name", "description", "meta", "defaults", "imports", "lists", "codes", "types", "matchers",
      "categories", "breakers", "quotas", "alerts", "escalation", "responders",
    ],
    members: [
      "defaults": defaults,
      "types": Shape(other: Shape(order: TypeDeclaration.keys.names)),
      "categories": Shape(element: category),
      "breakers": Shape(other: breaker),
      "quotas": Shape(other: quota),
      "alerts": Shape(other: alert),
      "responders": Shape(element: responder),
    ],
    isOpen: true
  )

  private static let defaults = Shape(
    order: ["category", "responder", "platform", "policy", "retry", "ignore", "unwrap", "unhandled"],
    members: [
      "unwrap": Shape(element: Shape(order: UnwrapDeclaration.keys.names, members: ["when": matcher])),
      "retry": retry, "unhandled": unhandled, "policy": policy,
    ],
    isOpen: true
  )

  private static let category = Shape(
    order: ["name", "description", "meta", "suppress", "when"], members: ["when": matcher], isOpenAlone: true)

  private static let breaker = Shape(
    order: BreakerReader.keys.names, members: ["when": matcher])

  private static let quota = Shape(
    order: SharedQuotaReader.keys.names, members: ["gives": Shape(order: SharedQuotaReader.givesKeys.names)])

  private static let matcher = Shape(spelling: .matcher)

  /// The actions of a rule, in whose alerts buttons have actions too.
  private static func actions(_ depth: Int = 0) -> Shape {
    Shape(element: Shape(spelling: .action, members: depth < 4 ? ["present": alert(depth + 1)] : [:]))
  }

  private static func alert(_ depth: Int) -> Shape {
    Shape(members: ["buttons": Shape(element: Shape(members: ["do": actions(depth)]))])
  }

  private static let alert = alert(0)

  private static let responder = Shape(
    order: [
      "id", "parent", "abstract", "description", "meta", "enabled", "suppress", "origins", "extends",
      "policy",
      "contract", "unhandled", "rules", "otherwise", "always", "events",
    ],
    members: [
      "extends": Shape(order: ExtendsDeclaration.keys.names),
      "policy": policy,
      "contract": Shape(order: ContractDeclaration.keys.names),
      "unhandled": unhandled,
      "rules": Shape(element: rule, isOpen: true),
      "otherwise": Shape(order: ["do", "then"], members: ["do": actions(), "then": verdict]),
      "always": actions(),
      "events": Shape(element: eventRule, isOpen: true),
    ],
    isOpenAlone: true
  )

  private static let rule = rule(["when": matcher])
  private static let eventRule = rule([:])

  private static func rule(_ members: [String: Shape]) -> Shape {
    let shared = [
      "do": actions(), "then": verdict, "examples": Shape(order: RuleDeclaration.exampleKeys.names),
    ]
    return Shape(
      order: [
        "id", "replaces", "description", "meta", "enabled", "suppress", "when", "do", "then", "examples",
      ],
      members: shared.merging(members) { $1 },
      isOpenAlone: true
    )
  }

  private static let verdict = Shape(members: ["retry": retry])

  private static let retry = Shape(
    order: RetryReader.keys.names,
    members: [
      "backoff": Shape(order: RetryReader.backoffKeys.names),
      "quota": Shape(order: RetryReader.quotaKeys.names),
      "retryAfter": Shape(order: RetryReader.retryAfterKeys.names),
    ]
  )

  private static let policy = Shape(order: PolicyReader.keys.names)

  private static let unhandled = Shape(order: UnhandledDeclaration.keys.names)
}
