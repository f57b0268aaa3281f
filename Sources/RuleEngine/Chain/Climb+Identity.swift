extension ErrorRecord {
  fileprivate static let identity: [[Field]] = [[.type, .case], [.domain, .code], [.event], [.message]]

  /// What the error of a frame is, for people: type and case, else domain and code, else its message.
  func identityName(of frame: Int32) -> String {
    for fields in Self.identity {
      let values = fields.map { value($0, of: frame) }
      guard let first = values.first, !first.isMissing else { continue }
      return values.filter { !$0.isMissing }.map { String($0.text) }.joined(
        separator: fields[0] == .type ? "." : " "
      )
    }
    let status = status(of: frame)
    return status.isMissing ? "problem" : "status \(String(status.text))"
  }
}

extension Climb {
  /// What the recorded error is, for people: type and case, else domain and code, else its message.
  package var identityName: String { record.identityName(of: ErrorRecord.recorded) }

  /// A hash by which errors of the same name meet.
  package var identityHash: UInt64 {
    var hash = FastHash(seed: 1)
    for fields in ErrorRecord.identity {
      guard !record.value(fields[0], of: ErrorRecord.recorded).isMissing else { continue }
      for field in fields {
        let value = record.value(field, of: ErrorRecord.recorded)
        guard !value.isMissing else { continue }
        hash.add(field.rawValue)
        hash.add(value.text)
      }
      return hash.value
    }
    let status = record.status(of: ErrorRecord.recorded)
    if !status.isMissing { hash.add(status.text) }
    return hash.value
  }
}
