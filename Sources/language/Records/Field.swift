package import Bytes

/// A member of a recorded error with a defined meaning.
public enum Field: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  case time, id, origin, type
  case `case`, payload, `is`, domain, code, status
  case message, reason, suggestion, options, category
  case severity, fatal, cancelled, operation, attempt, retryAfter
  case problem, underlying, answers, performed, event, with, platform, attributes

  /// The member's name in a recorded error and in a rule file.
  public var name: String { Self.names[Int(rawValue)] }
  /// The names by raw value. Reflection would be as slow as reading some rules.
  static let names = [
    "time", "id", "origin", "type", "case", "payload", "is", "domain", "code", "status", "message", "reason",
    "suggestion", "options", "category", "severity", "fatal", "cancelled", "operation", "attempt",
    "retryAfter", "problem", "underlying", "answers", "performed", "event", "with", "platform", "attributes",
  ]

  static let count = Field.allCases.count

  /// The field of a record's key, or nil for an attribute.
  package static func named(_ key: ByteSlice) -> Field? {
    // The length and first letter leave at most two candidates.
    switch (key.count, key.isEmpty ? 0 : key[0]) {
    case (2, UInt8(ascii: "i")): key == "id" ? .id : key == "is" ? .is : nil
    case (4, UInt8(ascii: "t")): key == "time" ? .time : key == "type" ? .type : nil
    case (4, UInt8(ascii: "c")): key == "case" ? .case : key == "code" ? .code : nil
    case (4, UInt8(ascii: "w")): key == "with" ? .with : nil
    case (5, UInt8(ascii: "f")): key == "fatal" ? .fatal : nil
    case (5, UInt8(ascii: "e")): key == "event" ? .event : nil
    case (6, UInt8(ascii: "o")): key == "origin" ? .origin : nil
    case (6, UInt8(ascii: "d")): key == "domain" ? .domain : nil
    case (6, UInt8(ascii: "s")): key == "status" ? .status : nil
    case (6, UInt8(ascii: "r")): key == "reason" ? .reason : nil
    case (7, UInt8(ascii: "p")): key == "payload" ? .payload : key == "problem" ? .problem : nil
    case (7, UInt8(ascii: "m")): key == "message" ? .message : nil
    case (7, UInt8(ascii: "o")): key == "options" ? .options : nil
    case (7, UInt8(ascii: "a")): key == "attempt" ? .attempt : key == "answers" ? .answers : nil
    case (8, UInt8(ascii: "c")): key == "category" ? .category : nil
    case (8, UInt8(ascii: "s")): key == "severity" ? .severity : nil
    case (8, UInt8(ascii: "p")): key == "platform" ? .platform : nil
    case (9, UInt8(ascii: "c")): key == "cancelled" ? .cancelled : nil
    case (9, UInt8(ascii: "o")): key == "operation" ? .operation : nil
    case (9, UInt8(ascii: "p")): key == "performed" ? .performed : nil
    case (10, UInt8(ascii: "s")): key == "suggestion" ? .suggestion : nil
    case (10, UInt8(ascii: "r")): key == "retryAfter" ? .retryAfter : nil
    case (10, UInt8(ascii: "u")): key == "underlying" ? .underlying : nil
    case (10, UInt8(ascii: "a")): key == "attributes" ? .attributes : nil
    default: nil
    }
  }

  /// The fields of which a recorded error needs at least one.
  package static let required: [Field] = [.type, .domain, .message, .status, .problem, .event]
}
