internal import Source
internal import Engine

struct RuleSetNames {
  let categories: [String]
  let responders: [String]
  let parents: [String: String]

  init(_ program: RuleProgram) {
    categories = program.categories.map { $0.name.text }
    responders = program.responders.map { $0.id.text }
    parents = Dictionary(
      program.responders.compactMap { responder in
        responder.parent.map { (responder.id.text, program.responders[$0].id.text) }
      },
      uniquingKeysWith: { first, _ in first }
    )
  }

  func isAbove(_ responder: String, _ other: String) -> Bool {
    var next: String? = other
    var steps = 0
    while let ancestor = next, steps <= responders.count {
      if ancestor == responder { return true }
      next = parents[ancestor]
      steps += 1
    }
    return false
  }
}
