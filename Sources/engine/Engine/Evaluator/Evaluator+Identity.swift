package import Bytes
package import Records
package import Secrets

extension ErrorRecord {
  fileprivate static let identity: [[Field]] = [[.type, .case], [.domain, .code], [.event], [.message]]

  /// The display name of an error: type and case, or else domain and code, or else its message.
  func identityName(of errorNode: ErrorNodeIndex) -> String {
    for fields in Self.identity where !value(fields[0], of: errorNode).isMissing {
      var name = Buffer<UInt8>(capacity: 64)
      for (place, field) in fields.enumerated() {
        let value = value(field, of: errorNode)
        if value.isMissing { continue }
        if place > 0 { name.append(fields[0] == .type ? UInt8(ascii: ".") : UInt8(ascii: " ")) }
        name.append(value.text)
      }
      return String(name.slice)
    }
    let status = status(of: errorNode)
    return status.isMissing ? "problem" : "status \(String(status.text))"
  }
}

/// Reads records again to name them.
package struct RecordNames: ~Copyable {
  private var record: ErrorRecord

  package init(_ limits: Limits) {
    record = ErrorRecord(limits)
  }

  /// The name of the errors like that of a record that was read before, without secrets; empty for what is not a record.
  package mutating func kindName(of text: ByteSlice, hidingBy redactor: Redactor) -> String {
    guard record.read(text) == nil else { return "" }
    return record.kindName(hidingBy: redactor)
  }
}

extension RecordNames {
  /// The words of a record's kind without its status; empty for what is not a record.
  package mutating func wordsBesidesStatus(of text: ByteSlice) -> String {
    record.read(text) == nil ? record.kindParts.wordsBesidesStatus : ""
  }
}

extension Evaluator {
  package var identityName: String { inputs.matcher.record.identityName(of: ErrorRecord.recorded) }

  /// The parts that make the kind of the last record.
  package var kindParts: KindParts { inputs.matcher.record.kindParts }

  /// The name of the errors of the last record's kind, without secrets.
  package func kindName(hidingBy redactor: Redactor = .off) -> String {
    inputs.matcher.record.kindName(hidingBy: redactor)
  }

  /// The last record as JSON, as it was read.
  package var recordText: ByteSlice {
    inputs.matcher.record.tape.text(of: inputs.matcher.record.tape[.first])
  }

  /// The redactor for texts about the last record.
  package func redactor(from redactor: Redactor) -> Redactor { redactor.about(inputs.matcher.record.tape) }

  /// A hash that is equal for errors of one kind with the same message.
  package var kindIdentity: UInt64 {
    inputs.matcher.record.kindIdentity(known: inputs.matcher.prefetched.identity)
  }

  /// A hash that is equal for errors of one kind.
  package func kindHash(identity: UInt64) -> UInt64 { inputs.matcher.record.kindHash(identity: identity) }

  /// The shape of the last record; nil if it has none.
  package var shape: ErrorShape? { inputs.matcher.record.shape }

  /// Appends an error with the shape of the last record, as JSON.
  ///
  /// - Parameter template: its folded message.
  package func appendShape(with template: ByteSlice?, to output: inout Buffer<UInt8>) {
    inputs.matcher.record.appendShape(with: template, to: &output)
  }
}
