internal import Bytes
internal import Records

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
}

extension Evaluator {
  package var identityName: String { inputs.matcher.record.identityName(of: ErrorRecord.recorded) }

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
