internal import JSONRPC
internal import Edits
internal import Source

/// `textDocument/formatting`: the layout of `errctl fmt`.
enum Formatting {
  static func answer(_ params: Params, _ snapshot: Snapshot) throws(ResponseError) -> Node {
    let document = try snapshot.document(params)
    guard snapshot.isOurs(document) else { return .null }
    let file = document.file
    let result = Formatter(limits: snapshot.texts.limits).format(name: file.name, bytes: file.bytes)
    guard let text = result.text else {
      let finding = result.diagnostics.first
      let line = finding.map { "Line \($0.range.start.line): \($0.message)" } ?? "The file can't be read."
      throw ResponseError(.requestFailed, "The file is not formatted. \(line)")
    }
    return snapshot.textEdits(SourceEdit.changes(from: file.bytes, to: text), in: file)
  }
}
