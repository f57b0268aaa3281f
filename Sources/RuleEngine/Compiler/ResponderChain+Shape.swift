internal import Bytes

extension ResponderChain {
  /// The next responder up, or nil for a root.
  package func parent(ofResponder index: Int) -> Int? {
    tables.responders[index].parent.place
  }

  /// Whether a responder is asked, or passed through.
  package func isEnabled(responder index: Int) -> Bool { tables.responders[index].isEnabled }

  /// What a summary calls the actions that stand at a station, each once.
  package func actionLabels(ofStation index: Int) -> [String] {
    var labels: [String] = []
    for action in tables.stations[index].actions where !labels.contains(actionLabels[Int(action)]) {
      labels.append(actionLabels[Int(action)])
    }
    return labels
  }
}
