internal import Records
internal import Foundation
internal import Engine
internal import Source
internal import SwiftErrors

/// Common features of all errors of a type, computed for the first one, and accessors for the others.
final class ErrorFacts: Sendable {
  let code: @Sendable (any Error) -> Int
  /// Nil if errors of the type have no status, or have it in a problem document.
  let status: (@Sendable (any Error) -> Int?)?
  let category: (@Sendable (any Error) -> String?)?
  let retryAfter: (@Sendable (any Error) -> Duration?)?
  let isEnum: Bool
  /// NSError or a subclass: each error has a domain of its own.
  let isObject: Bool
  /// Parts with the same value, or none, for all errors of the type that agree in case, code, status and
  /// category.
  let fixed: RecordParts
  /// The same, whatever the occurrence.
  let settled: RecordParts

  /// `record` is that of `error`.
  init(_ error: any Error, _ record: RecordedError) {
    let type = Swift.type(of: error)
    let custom = Self.customCode(type)
    isObject = type is NSError.Type
    isEnum = SwiftErrors.isEnum(error)
    let hasPlainCode = custom == nil && error._code == record.code
    if let custom {
      code = custom
    } else if hasPlainCode {
      code = { $0._code }
    } else {
      code = { ($0 as NSError).code }
    }
    let isProblem = error is any ProblemError
    status = isProblem ? nil : Self.status(type)
    category = Self.category(type)
    retryAfter = Self.retryAfter(type)
    var fixed = RecordParts([
      .type, .is, .domain, .code, .case, .category, .origin, .platform, .event, .with,
    ])
    if !KnownCancellation.hasCodeInside(type: record.type ?? "") { fixed.insert(.cancelled) }
    if !isProblem {
      fixed.insert(.status)
      fixed.insert(.problem)
    }
    if !isEnum, !hasOwnProperties(error) { fixed.insert(.payload) }
    if custom == nil, !isObject, !(error is any AlertableError) { fixed.insert(.attributes) }
    let hasCauses =
      error is any CausedError || custom != nil || isObject || error is DecodingError
      || error is EncodingError
    if !hasCauses { fixed.insert(.underlying) }
    settled = fixed
    fixed.formUnion(RecordParts([.severity, .fatal, .operation, .attempt, .answers, .performed]))
    if retryAfter == nil { fixed.insert(.retryAfter) }
    self.fixed = fixed
  }

  private static func customCode(_ type: any Error.Type) -> (@Sendable (any Error) -> Int)? {
    func reader<Custom: CustomNSError>(_ type: Custom.Type) -> @Sendable (any Error) -> Int {
      { ($0 as? Custom)?.errorCode ?? 0 }
    }
    guard let custom = type as? any CustomNSError.Type else { return nil }
    return reader(custom)
  }

  private static func status(_ type: any Error.Type) -> (@Sendable (any Error) -> Int?)? {
    func reader<Answered: HTTPStatusError>(_ type: Answered.Type) -> @Sendable (any Error) -> Int? {
      { ($0 as? Answered)?.httpStatus }
    }
    guard let answered = type as? any HTTPStatusError.Type else { return nil }
    return reader(answered)
  }

  private static func category(_ type: any Error.Type) -> (@Sendable (any Error) -> String?)? {
    func reader<Named: CategorizedError>(_ type: Named.Type) -> @Sendable (any Error) -> String? {
      { ($0 as? Named)?.category }
    }
    guard let named = type as? any CategorizedError.Type else { return nil }
    return reader(named)
  }

  private static func retryAfter(_ type: any Error.Type) -> (@Sendable (any Error) -> Duration?)? {
    func reader<Waiting: RetryAfterError>(_ type: Waiting.Type) -> @Sendable (any Error) -> Duration? {
      { ($0 as? Waiting)?.retryAfter }
    }
    guard let waiting = type as? any RetryAfterError.Type else { return nil }
    return reader(waiting)
  }
}

extension [UInt8] {
  /// A Swift string is always valid Unicode.
  mutating func append(json text: String) {
    append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(UInt8(ascii: "\\"))
        append(byte)
      case 0..<0x20:
        append(contentsOf: "\\u00".utf8)
        append(hexadecimal: byte >> 4)
        append(hexadecimal: byte & 15)
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func append(hexadecimal digit: UInt8) {
    append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
  }

  mutating func append(integer: Int64) {
    if integer < 0 { append(UInt8(ascii: "-")) }
    var left = integer.magnitude
    let start = count
    repeat {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: left % 10))
      left /= 10
    } while left > 0
    self[start...].reverse()
  }
}
