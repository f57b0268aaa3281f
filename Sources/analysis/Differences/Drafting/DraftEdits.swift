package import Edits
package import Source

/// Drafts written at the ends of their responders.
package enum DraftEdits {
  /// A responder whose list of rules can't be added to, because others share it, or because it is not written as one.
  package struct NoList: Error {
    package let responder: String
    package let drafts: [DraftedKind]
    /// Where to write one.
    package let place: SourceRange
    /// Whether there is a list, which others share, or which is written as no list of rules can be.
    package let hasList: Bool

    /// A sentence, and what to do.
    package var reason: String {
      hasList
        ? "“\(responder)” shares its list of rules, so a rule added to it would be another responder's, too. Write the list out here."
        : "“\(responder)” has no “rules” to add to. Write “rules: []” here."
    }
  }

  /// - Parameter root: the rule file as it is written.
  package static func edits(_ drafts: [DraftedKind], in root: Node) throws(NoList) -> [SourceEdit] {
    var edits: [SourceEdit] = []
    let responders = root["responders"]?.elements ?? []
    for element in responders {
      let own = drafts.filter { $0.draft?.responder == element["id"]?.string }
      guard !own.isEmpty else { continue }
      // A rule added to a list that others share by an anchor would be theirs, too.
      let list = element["rules"]
      guard let list, responders.count(where: { $0["rules"]?.range.bytes == list.range.bytes }) == 1,
        let edit = edit(own, list, root.range.file)
      else {
        let place = list?.range ?? element["id"]?.range ?? element.range
        throw NoList(
          responder: element["id"]?.string ?? "", drafts: own, place: place,
          hasList: element.members?.contains { $0.key == "rules" } ?? false)
      }
      edits.append(edit)
    }
    return edits
  }

  private static func edit(_ drafts: [DraftedKind], _ list: Node, _ file: SourceFile) -> SourceEdit? {
    let isYAML = !file.name.lowercased().hasSuffix(".json")
    let lines = drafts.map { $0.lines }.joined()
    return ListEnd.filling(lines, list, file)
      ?? ListEnd.addingInBrackets(drafts.map { $0.inBrackets(asYAML: isYAML) }, to: list, file)
      ?? ListEnd.adding(lines, to: list, file)
  }
}
