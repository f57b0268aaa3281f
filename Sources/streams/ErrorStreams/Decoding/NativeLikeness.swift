internal import Bytes
internal import Records

/// The likeness of a JSON object to one of errctl's own records. A logger's record may have members of the same names.
package enum NativeLikeness: Comparable {
  /// No error: it has no member that every record of ours needs one of.
  case none
  /// It has such a member, but more that speaks for somebody else's record, or against an error.
  case foreign
  /// It may be ours.
  case possible
  /// Ours, unless a format claims it: most of its members are known.
  case likely
  /// Ours: it has members of ours alone, and none of a logger.
  case certain

  init(_ tape: borrowing JSONTape) {
    // An operation that ended well.
    if Self.has("completed", .true, tape), Self.has("origin", .string, tape) {
      self = .certain
      return
    }
    guard Self.isError(tape) else {
      self = .none
      return
    }
    // An object of a JSON API, whose attributes have the log, and an event of Docker Compose.
    if Self.isLogOfAPI(tape) || Self.isContainerEvent(tape) {
      self = .foreign
      return
    }
    if Self.structures.contains(where: { Self.has($0.name, $0.kinds, tape) }) {
      self = .certain
      return
    }
    guard !Self.isLoggers(tape) else {
      self = .foreign
      return
    }
    if Self.members.contains(where: { Self.has($0.name, $0.kinds, tape) }) {
      self = .certain
    } else if Self.isMoreThanMessage(tape), Self.isMostlyKnown(tape) {
      self = .likely
    } else {
      self = Self.mayBeError(tape) ? .possible : .foreign
    }
  }

  /// It has a member that every record of ours needs one of.
  private static func isError(_ tape: borrowing JSONTape) -> Bool {
    has("type", .string, tape) || has("domain", .string, tape) || has("message", .string, tape)
      || has("status", .integer, tape) || has("problem", .object, tape) || has("event", .string, tape)
  }

  private static func isLogOfAPI(_ tape: borrowing JSONTape) -> Bool {
    guard let type = tape.member(ByteSlice("type"), of: 0), tape.text(of: tape[type]) == "log",
      let attributes = tape.member(ByteSlice("attributes"), of: 0), tape[attributes].kind == .object
    else { return false }
    return tape.member(ByteSlice("timestamp"), of: attributes) != nil
  }

  private static func isContainerEvent(_ tape: borrowing JSONTape) -> Bool {
    tape.text("type", of: 0).map { $0 == "container" } ?? false && has("action", .string, tape)
  }

  /// Programs print objects with a message alone, too, and log answers that are no error.
  private static func isMoreThanMessage(_ tape: borrowing JSONTape) -> Bool {
    if let status = status(tape) { return status >= 400 }
    return has("type", .string, tape) || has("event", .string, tape)
  }

  /// A member by which loggers name a level, a text or a time.
  private static func isLoggers(_ tape: borrowing JSONTape) -> Bool {
    loggers.contains { tape.member(ByteSlice($0), of: 0) != nil }
  }

  /// The members of errctl's records outweigh the others; objects weigh twice.
  private static func isMostlyKnown(_ tape: borrowing JSONTape) -> Bool {
    var balance = 0
    var key = 1
    while key < Int(tape[0].end) {
      let name = tape.text(of: tape[key])
      let kind = tape[key + 1].kind
      if known.contains(where: { name == ByteSlice($0) }) {
        balance += 1
      } else {
        balance -= kind == .object ? 2 : 1
      }
      key = Int(tape[key + 1].end)
    }
    return balance > 0
  }

  private static func mayBeError(_ tape: borrowing JSONTape) -> Bool {
    let status = status(tape)
    if let place = tape.member(ByteSlice("type"), of: 0), tape[place].kind == .string {
      let type = tape.text(of: tape[place])
      return (status ?? 0) >= 400 || errorWords.contains { type.contains(ByteSlice($0)) }
    }
    return status.map { $0 >= 400 } ?? true
  }

  private static func status(_ tape: borrowing JSONTape) -> Int64? {
    guard let place = tape.member(ByteSlice("status"), of: 0), tape[place].kind == .integer else {
      return nil
    }
    return tape[place].integer
  }

  private static func has(_ key: StaticString, _ kind: JSONEntry.Kind, _ tape: borrowing JSONTape) -> Bool {
    guard let place = tape.member(ByteSlice(key), of: 0) else { return false }
    return tape[place].kind == kind
  }

  /// The weight of a member for the likeness.
  enum Weight {
    /// No logger has it in one of these forms.
    case structure
    /// It is ours alone in one of these forms, unless a logger's member is beside it.
    case own
    /// Others have it, too.
    case shared
  }

  /// Every member that a record of ours may have, with the kinds of its values that count.
  static let all: [(name: StaticString, kinds: [JSONEntry.Kind], weight: Weight)] = [
    ("underlying", [.array], .structure), ("payload", [.array], .structure),
    ("answers", [.array], .structure),
    ("problem", [.object], .structure),
    ("origin", [.string], .own), ("case", [.string], .own), ("domain", [.string], .own),
    ("operation", [.string], .own), ("attempt", [.integer], .own),
    ("retryAfter", [.string, .integer, .decimal], .own), ("cancelled", [.true], .own),
    ("attributes", [.object], .own), ("performed", [.array, .string], .own), ("options", [.array], .own),
    ("elapsed", [.string, .integer, .decimal], .own),
    ("id", [], .shared), ("time", [], .shared), ("severity", [], .shared), ("type", [], .shared),
    ("is", [], .shared), ("code", [], .shared), ("status", [], .shared), ("message", [], .shared),
    ("reason", [], .shared), ("suggestion", [], .shared), ("event", [], .shared), ("with", [], .shared),
    ("category", [], .shared), ("fatal", [], .shared), ("platform", [], .shared),
    ("completed", [], .shared),
  ]

  private static let structures = all.filter { $0.weight == .structure }
  private static let members = all.filter { $0.weight == .own }
  private static let known = all.filter { $0.weight == .shared }.map { $0.name } + ["case", "domain"]

  /// Whether it has a member that is ours alone.
  static func hasOwnMember(_ tape: borrowing JSONTape) -> Bool {
    structures.contains { has($0.name, $0.kinds, tape) } || members.contains { has($0.name, $0.kinds, tape) }
  }

  private static func has(_ key: StaticString, _ kinds: [JSONEntry.Kind], _ tape: borrowing JSONTape) -> Bool
  {
    guard let place = tape.member(ByteSlice(key), of: 0) else { return false }
    return kinds.contains(tape[place].kind)
  }

  package static let loggers: [StaticString] = levels + ["msg", "@message", "@timestamp", "ecs.version"]

  private static let levels: [StaticString] = [
    "level", "lvl", "levelname", "level_name", "loglevel", "log_level", "log.level", "@level",
    "severity_text", "error_severity",
  ]

  static func hasLevel(_ tape: borrowing JSONTape) -> Bool {
    has("severity", .string, tape) || levels.contains { tape.member(ByteSlice($0), of: 0) != nil }
  }

  /// Ours, or said to be an error, in a log that is somebody else's: a message alone is not enough.
  static func isErrorAmongOthers(_ tape: borrowing JSONTape) -> Bool {
    switch Self(tape) {
    case .certain: true
    case .possible, .likely: isMoreThanMessage(tape) && mayBeError(tape)
    case .none, .foreign: false
    }
  }

  private static let errorWords: [StaticString] = ["Error", "Exception", "Failure", "Fault", "error"]
}
