internal import Source

/// The name of a job or of a job set, as the rules know it.
struct KubernetesJobName {
  let text: String
  /// The name, where it is written, or the object.
  let source: PolicyValue

  init(text: String, source: PolicyValue) { (self.text, self.source) = (text, source) }

  init(of object: PolicyValue) {
    let metadata = object["metadata"]
    if let name = metadata?["name"], let text = name.string {
      self.init(text: text, source: name)
      return
    }
    let generated = metadata?["generateName"]
    (generated ?? object["kind"] ?? object).lost(
      "The name is made when the object is created. The rules know it by “generateName”, or by its kind.")
    var text = generated?.string ?? object["kind"]?.text ?? "job"
    while text.hasSuffix("-") { text.removeLast() }
    self.init(text: text, source: generated ?? object)
  }

  /// An id that is the name, or nil, and reported, if there is one already.
  func id(_ ids: inout RuleIDs) -> String? {
    let id = ids.id(text)
    if id == text { return id }
    source.lost("Another object has this name. The rules are those of the first one.")
    return nil
  }

  /// The responder that counts what climbs to it.
  func counter(_ id: String, then verdict: ImportedVerdict, at place: SourceRange) -> ImportedResponder {
    let counted = ImportedRule("count", when: ["domain": "kubernetes"], then: verdict, at: place)
    return ImportedResponder(id: id, rules: [counted], otherwise: .abort, place: place)
  }
}
