package import Bytes
package import Secrets

/// The parts of an error that make its kind: its type with its case, or else its code, or else its status; without a type,
/// its folded message, too.
///
/// A domain takes the place of a missing type, and of a type that only stands for it: `NSError`, or `CocoaError` for
/// NSCocoaErrorDomain. So does the `type` of a problem document.
package struct KindParts: BitwiseCopyable {
  /// The field that names the error, and its text; nil if only its message does.
  private let head: Field?
  private let name: ByteSlice
  /// `case`, `code` or `status`.
  private let detail: Field?
  private let value: ByteSlice
  /// The message of an error that no field names.
  package let message: ByteSlice?

  /// The name without the message; empty if there is nothing else.
  package var words: String {
    guard let head else {
      guard let detail else { return message == nil ? "problem" : "" }
      // A number alone says nothing.
      let isNumber = value.isEmpty || value[0] <= UInt8(ascii: "9")
      return message == nil && isNumber ? "\(detail.name) \(String(value))" : String(value)
    }
    guard let detail else { return String(name) }
    return "\(String(name))\(head == .type && detail == .case ? "." : " ")\(String(value))"
  }

  /// Whether an event names it.
  package var isEvent: Bool { head == .event }

  /// The same without a status, for those who show it beside.
  package var wordsBesidesStatus: String { detail == .status ? String(name) : words }

  /// The hash of the parts that a ``KindKey`` determines.
  fileprivate var keyHash: UInt64 {
    var hash = FastHash(seed: 1)
    if let head { hash.add(head, name) }
    if let detail, detail != .status { hash.add(detail, value) }
    return hash.value
  }

  /// The hash of all parts, with the message as it is.
  ///
  /// - Parameter known: the hash of those that a ``KindKey`` determines.
  fileprivate func identity(known: UInt64) -> UInt64 {
    let identity = detail == .status ? Self.identity(known: known, status: value) : known
    guard let message else { return identity }
    var hash = FastHash(seed: identity)
    hash.add(.message, message)
    return hash.value
  }

  fileprivate static func identity(known: UInt64, status: ByteSlice) -> UInt64 {
    var hash = FastHash(seed: known)
    hash.add(.status, status)
    return hash.value
  }

  /// The hash of all parts, with the message folded.
  fileprivate func kind(identity: UInt64) -> UInt64 {
    guard let message else { return identity }
    var template = Buffer<UInt8>(capacity: 256)
    MessageTemplate.append(of: message, to: &template)
    var hash = FastHash(seed: 7)
    if let detail { hash.add(detail, value) }
    hash.add(template.slice)
    return hash.value
  }

  fileprivate init(_ record: borrowing ErrorRecord) {
    func text(_ field: Field) -> ByteSlice? {
      let value = record.value(field, of: ErrorRecord.recorded)
      return value.isMissing ? nil : value.text
    }
    let type = text(.type)
    let domain = text(.domain)
    let ownCase = text(.case)
    var isNamed = true
    if let domain, type.map({ ownCase == nil && Self.stands($0, for: domain) }) ?? true {
      (head, name) = (.domain, domain)
    } else if let type {
      (head, name) = (.type, type)
    } else if let event = text(.event) {
      (head, name, detail, value, message) = (.event, event, nil, event, nil)
      return
    } else if let problem = record.problemType {
      (head, name) = (.problem, problem)
    } else {
      (head, name) = (nil, ByteSlice(""))
      isNamed = false
    }
    if let ownCase {
      (detail, value) = (.case, ownCase)
    } else if let code = text(.code) {
      (detail, value) = (.code, code)
    } else {
      let status = record.status(of: ErrorRecord.recorded)
      (detail, value) = (status.isMissing ? nil : .status, status.text)
    }
    message = isNamed ? nil : text(.message)
  }

  /// Whether a type says no more than the domain: `NSError`, or `Foundation.CocoaError` for NSCocoaErrorDomain.
  private static func stands(_ type: ByteSlice, for domain: ByteSlice) -> Bool {
    var start = type.count
    while start > 0, type[start - 1] != UInt8(ascii: ".") { start -= 1 }
    let name = type[start..<type.count]
    if name.isEmpty { return false }
    if name == "NSError" { return true }
    let ending = ByteSlice("Domain")
    guard domain.count >= name.count + ending.count else { return false }
    let end = domain.count - ending.count
    return domain[end..<domain.count] == ending && domain[(end - name.count)..<end] == name
  }
}

extension FastHash {
  fileprivate mutating func add(_ field: Field, _ text: ByteSlice) {
    add(field.rawValue)
    add(text)
  }
}

extension ErrorRecord {
  package var kindParts: KindParts { KindParts(self) }

  /// The hash of the parts of the kind that a ``KindKey`` determines.
  package var kindKeyHash: UInt64 { kindParts.keyHash }

  /// A hash that is equal for errors of one kind with the same message.
  ///
  /// - Parameter known: the hash of those parts that a ``KindKey`` determines, of an error with a type or a domain; 0 if it
  ///   is not known.
  package func kindIdentity(known: UInt64) -> UInt64 {
    guard known != 0 else {
      let parts = kindParts
      return parts.identity(known: parts.keyHash)
    }
    guard hasNone(.case), hasNone(.code) else { return known }
    let status = status(of: Self.recorded)
    return status.isMissing ? known : KindParts.identity(known: known, status: status.text)
  }

  /// A hash that is equal for errors of one kind, in every run.
  package func kindHash(identity: UInt64) -> UInt64 { kindParts.kind(identity: identity) }

  /// The name of the errors of its kind, without secrets. These are hidden before the message is folded: that takes the
  /// digits out of a token, by which one is known.
  package func kindName(hidingBy redactor: Redactor = .off) -> String {
    let own = redactor.about(tape)
    let parts = kindParts
    let words = own.text(parts.words)
    guard let message = parts.message else { return words }
    var template = Buffer<UInt8>(capacity: 256)
    if own.isOn {
      Array(own.beginning(message).utf8).withUnsafeBytes {
        MessageTemplate.append(of: ByteSlice($0), to: &template)
      }
    } else {
      MessageTemplate.append(of: message, to: &template)
    }
    return words.isEmpty ? String(template.slice) : "\(words) \(String(template.slice))"
  }

  @inline(__always)
  private func hasNone(_ field: Field) -> Bool { slots[Int(field.rawValue)].isNone }

  /// The type of the problem document, if it is one.
  fileprivate var problemType: ByteSlice? {
    if hasNone(.problem) { return nil }
    let type = problem(.type, of: Self.recorded).text
    return type.isEmpty || type == "about:blank" ? nil : type
  }
}
