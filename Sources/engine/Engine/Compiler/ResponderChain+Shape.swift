internal import Bytes

extension ResponderChain {
  package func parent(ofResponder index: Int) -> Int? {
    tables.responders[index].parent.place
  }

  package func isEnabled(responder index: Int) -> Bool { tables.responders[index].isEnabled }

  /// The distinct labels that summaries use for a clause's actions.
  package func actionLabels(ofClause index: Int) -> [String] {
    var labels: [String] = []
    for action in tables.clauses[index].actions where !labels.contains(actionLabels[Int(action)]) {
      labels.append(actionLabels[Int(action)])
    }
    return labels
  }
}
