internal import Bytes
internal import Records

/// The probable meaning of the members of JSON objects, by their names and values.
struct ObjectMembers {
  private struct Member {
    var count = 0
    var times = 0
    var epochs = 0
    var levels = 0
    var levelNumbers = 0
    var textBytes = 0
    var texts = 0
  }

  /// The first line's.
  private(set) var first: [(name: String, value: String)] = []
  private var members: [String: Member] = [:]
  private var paths: [String] = []
  private var objects = 0

  init(_ lines: [ByteSlice]) {
    var tape = JSONTape()
    var times = PartialTimes()
    for line in lines.prefix(500) {
      guard tape.scan(line, depthLimit: 64, valueLimit: max(1, line.count), repairs: true) == nil,
        tape[0].kind == .object
      else { continue }
      objects += 1
      take(tape, 0, "", depth: 0, &times)
    }
  }

  private mutating func take(
    _ tape: borrowing JSONTape, _ object: Int, _ prefix: String, depth: Int, _ times: inout PartialTimes
  ) {
    var index = object + 1
    while index < Int(tape[object].end) {
      let path = prefix + String(tape.text(of: tape[index]))
      let value = index + 1
      index = Int(tape[value].end)
      if tape[value].kind == .object {
        if depth < 2 { take(tape, value, path + ".", depth: depth + 1, &times) }
        continue
      }
      let text = tape.text(of: tape[value])
      if objects == 1, first.count < 8 { first.append((path, String(text[0..<min(text.count, 60)]))) }
      if members[path] == nil { paths.append(path) }
      members[path, default: Member()].count += 1
      switch tape[value].kind {
      case .string:
        var output = Buffer<UInt8>()
        if TimeText.append(text, &times, to: &output) { members[path]?.times += 1 }
        if SeverityWord.severity(text) != nil { members[path]?.levels += 1 }
        members[path]?.texts += 1
        members[path]?.textBytes += text.count
      case .integer, .decimal:
        let number = text.wholeNumber ?? 0
        let seconds = number > 100_000_000_000 ? number / 1_000 : number
        if (946_684_800..<2_208_988_800).contains(seconds) { members[path]?.epochs += 1 }
        if number % 10 == 0, (10...60).contains(number) { members[path]?.levelNumbers += 1 }
      case .null, .false, .true, .array, .object: break
      }
    }
  }

  private func isIn(_ path: String, _ words: [String]) -> Bool {
    let last = path.split(separator: ".").last.map { String($0).lowercased() } ?? path
    return words.contains(last)
  }

  /// The paths that every record has.
  var markers: [String] { Array(paths.filter { members[$0]?.count == objects }.prefix(4)) }

  private func first(where isSo: (Member) -> Bool) -> String? {
    paths.first { members[$0].map { $0.count * 2 > objects && isSo($0) } ?? false }
  }

  var time: (path: String, isEpoch: Bool)? {
    if let path = first(where: { $0.times * 10 >= $0.count * 9 }) { return (path, false) }
    return first { $0.epochs * 10 >= $0.count * 9 }.map { ($0, true) }
  }

  var level: (path: String, isNumber: Bool)? {
    if let path = first(where: { $0.levels * 10 >= $0.count * 9 }) { return (path, false) }
    return paths.first {
      isIn($0, ["level", "lvl", "severity", "priority", "loglevel", "log_level", "lev"])
        && members[$0].map { $0.levelNumbers == $0.count } ?? false
    }.map { ($0, true) }
  }

  var origin: String? {
    paths.first {
      isIn(
        $0,
        [
          "logger", "name", "component", "comp", "module", "service", "source", "category", "class", "app",
          "subsystem",
        ]
      )
    }
  }

  var stack: String? {
    paths.first {
      isIn($0, ["stack", "stacktrace", "stack_trace", "trace", "traceback", "exception", "backtrace"])
    }
  }

  /// The member with the first of the usual names; without one, the longest texts on average that are no ids.
  var message: (path: String, isNamed: Bool)? {
    let taken = [time?.path, level?.path, origin, stack]
    let texts = paths.filter { !taken.contains($0) && (members[$0]?.texts ?? 0) * 2 > objects }
    for name in Self.messageNames {
      // The outermost: others are details.
      let named = texts.filter { isIn($0, [name]) }.min { depth($0) < depth($1) }
      if let named { return (named, true) }
    }
    let longest = texts.filter { !isID($0) }.max { average($0) < average($1) }
    return (longest ?? texts.first).map { ($0, false) }
  }

  private static let messageNames = [
    "message", "msg", "short_message", "log_message", "logmessage", "error_message", "errormessage", "error",
    "err",
    "body", "description", "reason", "detail", "details", "event", "text",
  ]

  private func depth(_ path: String) -> Int { path.split(separator: ".").count }

  private func isID(_ path: String) -> Bool {
    let last = path.split(separator: ".").last.map { String($0).lowercased() } ?? path
    return last == "id" || last.hasSuffix("_id") || path.hasSuffix("Id") || path.hasSuffix("ID")
  }

  private func average(_ path: String) -> Int {
    guard let member = members[path], member.texts > 0 else { return 0 }
    return member.textBytes / member.texts
  }
}
