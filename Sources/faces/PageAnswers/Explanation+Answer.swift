internal import Bytes
internal import Explanations
package import JSONRPC
package import Engine
package import Records
package import Source
internal import Secrets

extension Explanation {
  /// An explanation as pages have it.
  ///
  /// - Parameter zone: the zone of the times that people read.
  package func answer(in zone: ShownZone = .utc) -> Node {
    .made([
      ("html", .made(ExplanationView(self, redactor, in: zone).html)),
      ("id", .made(record.id)),
      ("number", .made(Int(record.ordinal))),
      ("clause", ending.clause.map { .made($0) } ?? .null),
      ("isHandled", .made(ending.isHandled)),
      ("json", .made(record.json)),
    ])
  }
}

extension RuleEvaluator {
  /// The explanation of an error that a person wrote, on any number of lines.
  package mutating func explanation(ofTyped text: String) throws(ResponseError) -> Explanation {
    guard text.utf8.count <= evaluator.limits.recordBytes else {
      throw ResponseError(
        .requestFailed,
        "This error is longer than \(evaluator.limits.recordBytes) bytes, the limit of a record (record-bytes)."
      )
    }
    redactor = Redactor(isOn: true)
    // A record is a line.
    let line = String(text.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? " " : Character($0) })
    do throws(InvalidRecord) {
      return try explanation(of: line)
    } catch {
      throw ResponseError(.requestFailed, redactor.text(error.sentence))
    }
  }
}
