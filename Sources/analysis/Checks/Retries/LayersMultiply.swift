internal import Engine
internal import Reasoning
internal import RuleLanguage
internal import Source

struct LayersMultiply: Check {
  let page = CheckPage(
    "layers-multiply",
    .retries,
    .warning,
    summary: "A rule retries what the layers below have tried several times.",
    meaning: """
      A client retries by itself, the gateway in front of it does, and so do these rules. Each try of a layer is a whole operation \
      of the layer below, so the tries multiply: three layers with three tries each make 27 requests, just when a service can't \
      answer one. The layers stand under layers in .errctl.yaml, and errctl proves how many requests are made at most, of an error that \
      all layers see alike.
      """,
    advice:
      "Retry in one layer: in the innermost one that knows whether a try is worth it. Let the others give up, or make the innermost one try once.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 3 } } } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules: [ { id: down, when: { status: 503 }, then: abort } ]

      """,
    configuration: """
      version: 1
      layers: [ 3 ]

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner, !rules.layers.isEmpty else { return }
    let layers = rules.layers.compactMap { layer in
      layer.rules.chain.flatMap { chain in
        layer.rules.program.map { (layer.name, Reasoner(chain, $0)) }
      }
    }
    guard let worst = StackedRetries(layers.map { $0.1 } + [reasoner]).worst(),
      worst.tries.count > layers.count, let own = worst.tries.last, own > 1, worst.requests > own,
      let clause = reasoner.clause(deciding: worst.witness), let then = rules.program.clauses[clause].then
    else { return }
    let names = layers.map { $0.0 } + ["here"]
    let factors = zip(names, worst.tries).map { "\($1) (\($0))" }.joined(separator: " × ")
    let most = worst.isProven ? "makes up to \(worst.requests)" : "may make \(worst.requests) or more"
    findings.report(
      "This multiplies the tries of the layers below: one operation \(most) requests, \(factors). Retry in one layer only.",
      at: then.value.range,
      witness: worst.witness)
  }
}
