package import Bytes
internal import Records
package import Secrets

extension ErrorRecord {
  fileprivate static let identity: [[Field]] = [[.type, .case], [.domain, .code], [.event], [.message]]

  /// The display name of an error: type and case, or else domain and code, or else its message.
  func identityName(of errorNode: ErrorNodeIndex) -> String {
    for fields in Self.identity {
      let values = fields.map { value($0, of: errorNode) }
      guard let first = values.first, !first.isMissing else { continue }
      return values.filter { !$0.isMissing }.map { String($0.text) }.joined(
        separator: fields[0] == .type ? "." : " "
      )
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
}

extension Evaluator {
  package var identityName: String { inputs.matcher.record.identityName(of: ErrorRecord.recorded) }

  /// The name of the errors like the recorded one: its display name, or for a message its template.
  package var kindName: String {
    guard let message = identifyingMessage else { return identityName }
    var template = Buffer<UInt8>(capacity: 256)
    MessageTemplate.append(of: message, to: &template)
    return String(template.slice)
  }

  /// The same without secrets. They are hidden before the template is made: it takes the digits out of a token, by which
  /// one is known.
  package func kindName(hidingBy redactor: Redactor) -> String {
    guard redactor.isOn else { return kindName }
    let own = self.redactor(from: redactor)
    guard let message = identifyingMessage else { return own.text(identityName) }
    var template = Buffer<UInt8>(capacity: 256)
    Array(own.beginning(message).utf8).withUnsafeBytes {
      MessageTemplate.append(of: ByteSlice($0), to: &template)
    }
    return String(template.slice)
  }

  /// For the texts about the last record.
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
