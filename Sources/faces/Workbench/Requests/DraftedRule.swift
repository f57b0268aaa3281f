internal import Differences
internal import Edits
internal import Engine
internal import JSONRPC
internal import LanguageServer
internal import Secrets
internal import Source

/// A rule for the errors of a record's kind, at the responder where its escalation ends.
enum DraftedRule {
  static func answer(
    _ params: Params, _ workbench: Workbench, _ snapshot: Snapshot, _ cancellation: Cancellation
  ) throws(ResponseError) -> Node {
    let rules = try RuleSetOfFile(workbench.rules, snapshot)
    let number = try params.count("record")
    let found = try SampleRecord.find(.number(number), [], rules, snapshot, hidingBy: .off) {
      cancellation.isCancelled
    }
    guard let explanation = found?.explanation else {
      throw ResponseError(.requestFailed, "There is no record \(number).")
    }
    var drafting = RuleDrafting(
      (rules.chain, rules.program), inFile: workbench.rules, limits: snapshot.texts.limits
    ) { json in
      let compilation = rules.compile(json, snapshot)
      guard let chain = compilation.chain, let program = compilation.program else { return nil }
      return (chain, program)
    }
    let root = drafting.root
    do throws(RuleDrafting.Refusal) {
      return try answer(drafting.draft(for: explanation.record.json), root, snapshot)
    } catch {
      throw ResponseError(.requestFailed, error.reason)
    }
  }

  private static func answer(_ draft: RuleDraft, _ root: Node, _ snapshot: Snapshot) throws(RuleDrafting
    .Refusal)
    -> Node
  {
    let text = ListEnd.lines(ofRule: draft.rule(then: "cancel")).map { "  \($0)\n" }.joined()
    let element = root["responders"]?.elements?.first { $0["id"]?.string == draft.responder }
    guard let list = element?["rules"], let edit = ListEnd.adding(text, to: list, root.range.file) else {
      throw .isElsewhere(responder: draft.responder)
    }
    return .made([
      ("edit", snapshot.workspaceEdit([(root.range.file, [edit])])),
      ("name", .made("\(draft.responder)/\(draft.name)")),
      ("line", .made(root.range.file.position(of: edit.range.lowerBound).line - 1)),
    ])
  }
}
