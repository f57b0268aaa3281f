internal import Source

/// Which states of one definition lead to which.
struct StateGraph {
  private let next: [String: [String]]

  init(_ states: [Node.Member]) {
    let names = Set(states.map { $0.key })
    next = Dictionary(
      states.map { state in
        let steps = [state.value] + ["Choices", "Catch"].flatMap { state.value[$0]?.elements ?? [] }
        let targets = steps.flatMap { [$0["Next"], $0["Default"]] }.compactMap { $0?.string }
        return (state.key, targets.filter { names.contains($0) })
      },
      uniquingKeysWith: +
    )
  }

  /// The states on a cycle, and those between two cycles.
  var repeated: Set<String> {
    var previous: [String: [String]] = [:]
    for (name, targets) in next { for target in targets { previous[target, default: []].append(name) } }
    return Self.behindCycles(next).intersection(Self.behindCycles(previous))
  }

  /// The states that remain once those that nothing leads to are removed, again and again.
  private static func behindCycles(_ edges: [String: [String]]) -> Set<String> {
    var count: [String: Int] = [:]
    for target in edges.values.joined() { count[target, default: 0] += 1 }
    var open = edges.keys.filter { count[$0] == nil }
    while let name = open.popLast() {
      for target in edges[name] ?? [] {
        count[target, default: 0] -= 1
        if count[target] == 0 { open.append(target) }
      }
    }
    return Set(count.filter { $0.value > 0 }.keys)
  }
}
