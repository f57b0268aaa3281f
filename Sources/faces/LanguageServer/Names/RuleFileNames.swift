package import Source

/// The names of a rule file, by the places of its keys. An event is declared where a rule emits it.
package enum RuleFileNames {
  package static func of(_ root: Node) -> [NameUse] {
    var names = NameCollector()
    for list in root["lists"]?.members ?? [] { names.declare(.list, list) }
    for domain in root["codes"]?.members ?? [] {
      for symbol in domain.value.members ?? [] { names.declare(.code, symbol, owner: domain.key) }
    }
    for type in root["types"]?.members ?? [] {
      names.declare(.type, type)
      names.use(.type, type.value["is"])
    }
    for matcher in root["matchers"]?.members ?? [] {
      names.declare(.matcher, matcher)
      condition(matcher.value, &names)
    }
    for breaker in root["breakers"]?.members ?? [] {
      names.declare(.breaker, breaker)
      condition(breaker.value["when"], &names)
    }
    for quota in root["quotas"]?.members ?? [] { names.declare(.quota, quota) }
    for category in root["categories"]?.elements ?? [] {
      names.declare(.category, category["name"], in: category)
      condition(category["when"], &names)
    }
    for alert in root["alerts"]?.members ?? [] {
      names.declare(.alert, alert)
      self.alert(alert.value, &names)
    }
    defaults(root["defaults"], &names)
    names.use(.responder, root["escalation"])
    for responder in root["responders"]?.elements ?? [] { self.responder(responder, &names) }
    return names.all
  }

  private static func defaults(_ node: Node?, _ names: inout NameCollector) {
    names.use(.category, node?["category"])
    names.use(.quota, node?["retry"]?["quota"]?["of"])
    if node?["responder"]?.string != "none" { names.use(.responder, node?["responder"]) }
    for entry in node?["unwrap"]?.elements ?? [] { condition(entry["when"], &names) }
  }

  private static func responder(_ node: Node, _ names: inout NameCollector) {
    names.declare(.responder, node["id"], in: node)
    names.use(.responder, node["parent"])
    names.use(.responder, node["extends"]?["from"])
    names.use(.type, node["contract"]?["reports"])
    names.use(.event, node["contract"]?["triggers"])
    let base = node["extends"]?["from"]?.string
    for key in ["rules", "events"] {
      for rule in node[key]?.elements ?? [] {
        names.declare(.rule, rule["id"], in: rule, owner: node["id"]?.string)
        if rule["replaces"]?.string?.contains("/") == true {
          names.useRule(rule["replaces"])
        } else {
          names.use(.rule, rule["replaces"], owner: base)
        }
        condition(rule["when"], &names)
        actions(rule["do"], &names)
        verdict(rule["then"], &names)
      }
    }
    actions(node["otherwise"]?["do"], &names)
    verdict(node["otherwise"]?["then"], &names)
    actions(node["always"], &names)
  }

  private static func condition(_ node: Node?, _ names: inout NameCollector) {
    guard let node else { return }
    names.useLists(node)
    matcher(node, &names)
  }

  private static func matcher(_ node: Node, _ names: inout NameCollector) {
    for element in node.elements ?? [] { matcher(element, &names) }
    let domain = node["domain"]?.string
    for member in node.members ?? [] {
      switch member.key {
      case "all", "any", "not", "underlying", "rootCause", "inside": matcher(member.value, &names)
      case "matcher": names.use(.matcher, member.value)
      case "open": names.use(.breaker, member.value)
      case "category": names.use(.category, compared(member.value))
      case "event": names.use(.event, compared(member.value))
      case "type": names.use(.type, member.value["exactly"] ?? compared(member.value))
      case "code": names.use(.code, compared(member.value), owner: domain)
      case "payload":
        for value in member.value.members ?? [] where value.value.members != nil {
          matcher(value.value, &names)
        }
      default: continue
      }
    }
  }

  /// The names that a value is compared with.
  private static func compared(_ node: Node) -> Node? { node.members == nil ? node : node["equals"] }

  private static func actions(_ node: Node?, _ names: inout NameCollector) {
    for action in node?.elements ?? [] {
      names.use(.action, action["perform"]?["name"] ?? action["perform"])
      verdict(action["failed"], &names)
      guard let present = action["present"] else { continue }
      if present.members == nil { names.use(.alert, present) } else { alert(present, &names) }
    }
  }

  private static func alert(_ node: Node, _ names: inout NameCollector) {
    for button in node["buttons"]?.elements ?? [] {
      actions(button["do"], &names)
      verdict(button["then"], &names)
    }
  }

  private static func verdict(_ node: Node?, _ names: inout NameCollector) {
    if let node { names.declare(.event, node["emit"], in: node) }
    names.use(.quota, node?["retry"]?["quota"]?["of"])
    names.use(.event, node?["transform"]?["event"])
    names.use(.type, node?["transform"]?["type"])
    names.use(.type, node?["raise"]?["type"])
  }
}
