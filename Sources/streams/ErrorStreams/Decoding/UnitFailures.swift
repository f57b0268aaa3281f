internal import Bytes
internal import Records

/// Gives each failure of a unit of systemd what the lines before it tell: how its process ended, how often it was restarted,
/// how long it ran, and whether somebody stopped it.
///
/// systemd tells of a failure in two to four lines, of which the last but one counts: “Failed with result”. What they know is
/// put behind it, and the others begin with ``told``. Lines of the journal are in any of its styles; the lines of a unit come in
/// their order, so nothing waits for a later line.
///
/// A unit that failed and then stays up, ends well or is stopped has completed its run of restarts: the first line that shows it
/// begins with `(up UNIT attempt=2) `.
///
/// The messages: `src/core/unit.c`, `src/core/service.c` and `src/core/job.c` of systemd.
final class UnitFailures {
  private struct Unit {
    /// The end of the process since the last start: `process=main code=7 meaning=NOTRUNNING `.
    var end: [UInt8] = []
    var isMain = false
    var restarts: Int64 = 0
    /// A restart follows, so the count of restarts stays.
    var isScheduled = false
    /// It was started, at this time, if that is known.
    var hasStarted = false
    var started: Int64?
    var isStopping = false
    /// Its start was refused, which the next failure tells again.
    var isRefused = false
    /// Its start failed, which the end of the job tells again.
    var hasFailed = false
  }

  private struct Status {
    /// Nil for an unknown one.
    let secondOfDay: Int?
    let isRefused: Bool
  }

  /// The beginning of a line that tells of a failure that another line tells.
  static let told: StaticString = "(told) "

  private var units: [[UInt8]: Unit] = [:]
  /// The failure that `systemctl status` told of each unit, before its lines of the journal.
  private var statuses: [[UInt8]: Status] = [:]
  private static let mostUnits = 1 << 14
  private var runs = UnitRuns()
  private var addedBytes = 0
  /// Whether each line is an object.
  private let isJSON: Bool
  private var clock: UnitClock
  /// The current line, for its time.
  private var line: (text: ByteSlice, range: Range<Int>)?

  /// Nil for a format without lines of systemd.
  init?(of format: String) {
    guard ["journald", "journal", "journal-text", "syslog-text", "syslog", "system"].contains(format) else {
      return nil
    }
    isJSON = format == "journald"
    clock = UnitClock(of: format)
  }

  func complete(_ chunk: inout Chunk) {
    // Positions are those in the text with the additions, wherever chunks end.
    chunk.position += addedBytes
    let text = chunk.bytes.slice
    var completed = Buffer<UInt8>()
    var copied = 0
    var signs = signs.map { (sign: $0, place: $0.place(in: text)) }
    while let first = signs.compactMap({ $0.place }).min() {
      let start = (text[0..<first].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
      let end = text.firstIndex(of: UInt8(ascii: "\n"), from: first) ?? text.count
      line = (text, start..<end)
      if let added = addition(to: text[start..<end]) {
        completed.append(text[copied..<(start + added.place)])
        added.text.withUnsafeBytes { completed.append(ByteSlice($0)) }
        copied = start + added.place
      }
      for index in signs.indices where signs[index].place.map({ $0 < end }) ?? false {
        signs[index].place = signs[index].sign.place(in: text, from: end)
      }
    }
    line = nil
    clock.end(of: text)
    guard copied > 0 || !completed.isEmpty else { return }
    completed.append(text[copied..<text.count])
    addedBytes += completed.count - text.count
    swap(&completed, &chunk.bytes)
  }

  /// Texts of which each line of systemd about a unit has one.
  private var signs: [ByteNeedle] { isJSON ? Self.members : Self.endsOfNames }

  private static let members = [ByteNeedle("\"UNIT\""), ByteNeedle("\"USER_UNIT\"")]
  private static let endsOfNames = [
    ByteNeedle(".service"), ByteNeedle(".mount"), ByteNeedle(".socket"), ByteNeedle(".swap"),
  ]

  /// The kinds of units that have processes.
  static let kinds: [StaticString] = [".service", ".mount", ".socket", ".swap"]

  // MARK: Messages

  private typealias Addition = (text: [UInt8], place: Int)

  private static func told(at place: Int) -> Addition { (Array(told.description.utf8), place) }

  /// Further lines of a failure that “Failed with result” ends.
  private static let explanations: [StaticString] = [
    "Failed at step ", "Failed to spawn ", "Failed to load environment files", "Failed to set up ",
    "Failed to locate executable", "Unable to locate executable",
    "Changing to the requested working directory failed", "Failed to determine ", "Failed to run ",
    "Failed to execute ", "Watchdog timeout", "State '", "Killing process",
    "Service reached runtime time limit", "A process of this unit has been killed by the OOM killer",
    "start operation timed out", "start-pre operation timed out", "start-post operation timed out", "Job ",
  ]

  /// The text to add to a line, and where; nil for a line that stays as it is.
  private func addition(to line: ByteSlice) -> Addition? {
    for kind in Self.kinds {
      let kind = ByteSlice(kind)
      var mark = line.firstIndex(of: kind)
      while let found = mark {
        let end = found + kind.count
        let rest = line[end..<line.count]
        let isSubject = rest.hasPrefix(ByteSlice(": "))
        if isSubject || rest.hasPrefix(ByteSlice(" - ")) || Self.endsSentence(rest) {
          var start = found
          while start > 0, !Self.isBoundary(line[start - 1]) { start -= 1 }
          let name = Array(line[start..<end].buffer)
          return isSubject
            ? addition(to: line, of: name, at: start, after: end + 2)
            : addition(to: line, about: name, at: start)
        }
        mark = line.firstIndex(of: kind, from: end)
      }
    }
    return nil
  }

  /// Whether no unit's name goes on before this byte: a blank, or the beginning of a member or field.
  private static func isBoundary(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "=")
  }

  /// A message that begins with the name of its unit.
  private func addition(to line: ByteSlice, of name: [UInt8], at start: Int, after place: Int) -> Addition? {
    let text = line[place..<line.count]
    let hasEnded = ByteSlice(" process exited, code=")
    if line.hasPrefix(ByteSlice(UnitStatus.mark)) {
      let since = line.firstIndex(of: ByteSlice(" since ")).map { line[$0..<line.count] }
      if statuses.count < Self.mostUnits {
        statuses[name] = Status(
          secondOfDay: since?.secondOfDay, isRefused: text.contains("'start-limit-hit'"))
      }
      return nil
    }
    if text.hasPrefix(ByteSlice("Failed with result '")) {
      return failure(text, of: name, at: start, after: place)
    }
    if let mark = text.firstIndex(of: hasEnded), mark < 16 {
      note(name) { unit in
        let isMain = text.hasPrefix(ByteSlice("Main"))
        // The main process counts, also if the commands around it fail, too.
        if unit.isMain, !isMain, !unit.end.isEmpty { return }
        unit.end = Self.end(text[(mark + hasEnded.count)..<text.count], isMain: isMain)
        unit.isMain = isMain
      }
      if runs.hasStayedUp(name, at: now) { return completion(of: name, at: start) }
      return Self.told(at: start)
    }
    let counter = ByteSlice("restart counter is at ")
    if let mark = text.firstIndex(of: counter) {
      var number: Int64 = 0
      for index in (mark + counter.count)..<text.count {
        guard text[index].isDigit else { break }
        number = min(number, 1 << 40) * 10 + Int64(text[index]) - 0x30
      }
      note(name) { unit in unit = Unit(restarts: number, isScheduled: true) }
      return completion(at: start)
    }
    if text.hasPrefix(ByteSlice("Start request repeated too quickly")) {
      note(name) { unit in unit.isRefused = true }
      runs.end(name)
      return isStatus(line, of: name, isRefused: true) ? Self.told(at: start) : nil
    }
    if text.hasPrefix(ByteSlice("Deactivated successfully")) {
      note(name) { $0.hasStarted = false }
      return completion(of: name, at: start) ?? completion(at: start)
    }
    return Self.explanations.contains { text.hasPrefix(ByteSlice($0)) } ? Self.told(at: start) : nil
  }

  private func failure(_ text: ByteSlice, of name: [UInt8], at start: Int, after place: Int) -> Addition? {
    let unit = units[name] ?? Unit()
    let started = unit.hasStarted ? unit.started : nil
    let lasted = started.flatMap { started in now.map { $0 - started } } ?? -1
    note(name) { unit in
      unit.end = []
      unit.hasStarted = false
      unit.hasFailed = true
      unit.isRefused = false
      unit.isStopping = false
    }
    if unit.isRefused || line.map({ isStatus($0.text[$0.range], of: name, isRefused: false) }) == true {
      return Self.told(at: start)
    }
    guard let quote = text.firstIndex(of: ByteSlice("'."), from: 20) else { return nil }
    var added = Array(" (".utf8) + unit.end + Array("attempt=\(unit.restarts + 1) ".utf8)
    if lasted >= 0 {
      let span = lasted == 0 ? "0s" : TimeSpan(microseconds: lasted).shortText
      added += Array("lasted=\(span) ".utf8)
    }
    if unit.isStopping { added += Array("job=stop ".utf8) }
    if unit.isStopping { runs.end(name) } else { runs.fail(name, attempt: unit.restarts + 1) }
    added[added.count - 1] = UInt8(ascii: ")")
    return (added, place + quote + 2)
  }

  /// Whether the status of the unit told of this failure: it is the first one of that second, or of the one before.
  private func isStatus(_ line: ByteSlice, of name: [UInt8], isRefused: Bool) -> Bool {
    guard let status = statuses[name], status.isRefused == isRefused else { return false }
    if let told = status.secondOfDay, let second = line.secondOfDay, second != told,
      (second + 1) % 86_400 != told
    {
      return false
    }
    statuses[name] = nil
    return true
  }

  /// A sentence that has the name of its unit inside: `Stopping shop.service - Shop...`.
  private func addition(to line: ByteSlice, about name: [UInt8], at start: Int) -> Addition? {
    let before = line[0..<start]
    func isAbout(_ verb: StaticString) -> Bool { before.hasSuffix(ByteSlice(verb)) }
    if isAbout("Stopping ") {
      note(name) { $0.isStopping = true }
      let place = start - 9
      return (runs.isUp(name) ? completion(of: name, at: place) : nil) ?? completion(at: place)
    } else if isAbout("Finished ") {
      return completion(of: name, at: start - 9) ?? completion(at: start - 9)
    } else if isAbout("Started ") || isAbout("Starting ") {
      let now = units[name]?.hasStarted == true ? nil : now
      note(name) { unit in
        // A start by hand begins to count anew.
        if !unit.hasStarted { unit = Unit(restarts: unit.isScheduled ? unit.restarts : 0, started: now) }
        unit.hasStarted = true
        unit.isStopping = false
        unit.end = []
        unit.hasFailed = false
      }
      let place = start - (isAbout("Started ") ? 8 : 9)
      let completed = completion(at: place)
      if isAbout("Started ") {
        runs.start(name, attempt: (units[name]?.restarts ?? 0) + 1, at: self.now)
      }
      return completed
    } else if isAbout("Stopped ") {
      note(name) { unit in unit = Unit(restarts: unit.restarts, isScheduled: unit.isScheduled) }
    } else if isAbout("Reload failed for "), let end = units[name]?.end, !end.isEmpty {
      note(name) { $0.end = [] }
      // The message ends at the end of the line, or of its member.
      let last = isJSON ? line.firstIndex(of: UInt8(ascii: "\""), from: start) : nil
      return (Array(" (".utf8) + end.dropLast() + Array(")".utf8), last ?? line.count)
    } else if let failed = before.lastIndex(of: UInt8(ascii: "F")), units[name]?.hasFailed == true,
      Self.endsOfJobs.contains(where: { before[failed..<start] == ByteSlice($0) })
    {
      note(name) { $0.hasFailed = false }
      return Self.told(at: failed)
    }
    return nil
  }

  /// Ends a unit's run of restarts; nil if it has none.
  private func completion(of name: [UInt8], at place: Int) -> Addition? {
    runs.complete(name).map { ($0, place) }
  }

  /// Ends the run of a unit that has stayed up for long enough, whichever unit this line is about.
  private func completion(at place: Int) -> Addition? {
    guard runs.awaitsTime, let now, let name = runs.unit(upAt: now) else { return nil }
    return completion(of: name, at: place)
  }

  private static let endsOfJobs: [StaticString] = [
    "Failed to start ", "Failed to mount ", "Failed to listen on ", "Failed to activate swap ",
  ]

  /// The time of the current line.
  private var now: Int64? { line.flatMap { clock.time(ofLine: $0.range, in: $0.text) } }

  private func note(_ name: [UInt8], _ change: (inout Unit) -> Void) {
    guard units.count < Self.mostUnits || units[name] != nil else { return }
    change(&units[name, default: Unit()])
  }
}
