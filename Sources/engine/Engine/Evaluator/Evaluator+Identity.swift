package import Bytes
internal import Records
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

  fileprivate var identifyingMessage: ByteSlice? {
    for field in [Field.type, .domain, .event] where !value(field, of: ErrorRecord.recorded).isMissing {
      return nil
    }
    let message = value(.message, of: ErrorRecord.recorded)
    return message.isMissing ? nil : message.text
  }

  fileprivate var kindName: String {
    guard let message = identifyingMessage else { return identityName(of: Self.recorded) }
    var template = Buffer<UInt8>(capacity: 256)
    MessageTemplate.append(of: message, to: &template)
    return String(template.slice)
  }

  /// Secrets are hidden before the template is made: it takes the digits out of a token, by which one is known.
  fileprivate func kindName(hidingBy redactor: Redactor) -> String {
    guard redactor.isOn else { return kindName }
    let own = redactor.about(tape)
    guard let message = identifyingMessage else { return own.text(identityName(of: Self.recorded)) }
    var template = Buffer<UInt8>(capacity: 256)
    Array(own.beginning(message).utf8).withUnsafeBytes {
      MessageTemplate.append(of: ByteSlice($0), to: &template)
    }
    return String(template.slice)
  }
}

/// Reads records again to name them.
package struct RecordNames: ~Copyable {
  private var record: ErrorRecord

  package init(_ limits: Limits) {
    record = ErrorRecord(limits)
  }

  /// The name of the errors like that of a record that was read before, without secrets; empty for what is no record.
  package mutating func kindName(of text: ByteSlice, hidingBy redactor: Redactor) -> String {
    guard record.read(text) == nil else { return "" }
    return record.kindName(hidingBy: redactor)
  }
}

extension Evaluator {
  package var identityName: String { inputs.matcher.record.identityName(of: ErrorRecord.recorded) }

  /// The name of the errors like the recorded one: its display name, or for a message its template.
  package var kindName: String { inputs.matcher.record.kindName }

  /// The same without secrets.
  package func kindName(hidingBy redactor: Redactor) -> String {
    inputs.matcher.record.kindName(hidingBy: redactor)
  }

  /// The last record as JSON, as it was read.
  package var recordText: ByteSlice {
    inputs.matcher.record.tape.text(of: inputs.matcher.record.tape[.first])
  }

  /// The redactor for texts about the last record.
  package func redactor(from redactor: Redactor) -> Redactor { redactor.about(inputs.matcher.record.tape) }

  /// The message of an error that nothing else identifies; nil for any other.
  package var identifyingMessage: ByteSlice? { inputs.matcher.record.identifyingMessage }

  /// A hash that is equal for errors with the same display name.
  package var identityHash: UInt64 {
    inputs.matcher.prefetched.identity != 0
      ? inputs.matcher.prefetched.identity : inputs.matcher.identityHash
  }
}

extension ErrorMatcher {
  var identityHash: UInt64 {
    var hash = FastHash(seed: 1)
    if add(.type, .case, to: &hash) || add(.domain, .code, to: &hash) || add(.event, to: &hash)
      || add(.message, to: &hash)
    {
      return hash.value
    }
    let status = record.status(of: ErrorRecord.recorded)
    if !status.isMissing { hash.add(status.text) }
    return hash.value
  }

  @inline(__always)
  private func add(_ field: Field, _ second: Field? = nil, to hash: inout FastHash) -> Bool {
    let value = record.value(field, of: ErrorRecord.recorded)
    guard !value.isMissing else { return false }
    hash.add(field.rawValue)
    hash.add(value.text)
    if let second {
      let value = record.value(second, of: ErrorRecord.recorded)
      if !value.isMissing {
        hash.add(second.rawValue)
        hash.add(value.text)
      }
    }
    return true
  }
}
