package import Bytes
internal import Records

/// The first format whose markers all hold.
package enum FormatDetector {
  static func plan(for mapper: inout Mapper, _ table: FormatTable?, _ native: MappingPlan) -> MappingPlan? {
    let likeness = NativeLikeness(mapper.scanned.tape)
    if likeness == .certain { return native }
    let known = table?.first { plan in
      guard plan.lines?.readsObjects ?? true, !plan.mapping.mapping.markers.isEmpty else { return false }
      mapper.find(plan.mapping)
      return mapper.isMarked(plan.mapping)
    }
    return known?.mapping ?? (likeness >= .possible ? native : nil)
  }

  /// Nil if unknown; native means errctl's own, by a likeness that may not be certain.
  static func format(of mapper: inout Mapper, _ table: FormatTable) -> Detection? {
    let likeness = NativeLikeness(mapper.scanned.tape)
    if likeness == .certain { return .native }
    let known = table.first { isMarked(&mapper, by: $0) }
    return known.map { .format($0, readsOthers: false) } ?? (likeness >= .possible ? .native : nil)
  }

  private static func isMarked(_ mapper: inout Mapper, by plan: FormatPlan) -> Bool {
    if plan.lines?.readsObjects == false { return false }
    if let envelope = plan.envelope, plan.container?.isRare == false {
      mapper.find(envelope)
      if mapper.isMarked(envelope) { return true }
    }
    for opening in plan.openings {
      mapper.find(opening)
      if mapper.isMarked(opening) { return true }
    }
    guard !plan.mapping.mapping.markers.isEmpty else { return false }
    mapper.find(plan.mapping)
    return mapper.isMarked(plan.mapping)
  }

  /// The names of the formats that a line fits, in the order of detection, errctl's own last.
  package static func names(fitting line: ByteSlice, _ table: FormatTable, _ limits: Limits) -> [String] {
    var mapper = Mapper()
    var names: [String] = []
    if mapper.scan(line, limits), mapper.scanned.tape[0].kind == .object {
      _ = table.first { plan in
        if isMarked(&mapper, by: plan) { names.append(plan.name) }
        return false
      }
      if NativeLikeness(mapper.scanned.tape) >= .possible { names.append(Detection.native.name) }
      return names
    }
    let readers = LineReaders()
    var document = Buffer<UInt8>(capacity: 256)
    _ = first(ofText: line, on: &mapper, table, limits, readers, &document) {
      // What says nothing of a level is not a rival of a line that has one.
      if !$0.isWithoutLevel { names.append($0.name) }
      return false
    }
    return names
  }

  /// An unrecognized document may be a legitimate companion of some format's records, without an error.
  static func isAside(_ mapper: inout Mapper, _ table: FormatTable) -> Bool {
    if saysAnything(mapper.scanned.tape) { return false }
    return table.first { plan in
      plan.asides.contains { aside in
        mapper.find(aside)
        return mapper.isMarked(aside)
      }
    } != nil
  }

  /// Leaves the document on the mapper's tape; nil if no format matches.
  static func format(
    ofText line: ByteSlice, on mapper: inout Mapper, _ table: FormatTable, _ limits: Limits,
    _ readers: LineReaders, _ document: inout Buffer<UInt8>
  ) -> FormatPlan? {
    let known = first(ofText: line, on: &mapper, table, limits, readers, &document) { _ in true }
    if let known, !known.isLastResort { return known }
    // What says nothing of a level gives way to one.
    if let known, known.isWithoutLevel, LevelMark.isIn(line) {
      return formatByLevel(line, on: &mapper, table, limits, readers, &document)
        ?? format(known.name, of: line, on: &mapper, table, limits, readers, &document)
    }
    let mark = PostgresMark(in: line)
    if mark != .own,
      let byLevel = known ?? formatByLevel(line, on: &mapper, table, limits, readers, &document)
    {
      return byLevel
    }
    return mark == nil ? nil : format("postgres", of: line, on: &mapper, table, limits, readers, &document)
  }

  /// The format of a line with a level that no format is detected by, because too many texts have words in such places.
  private static func formatByLevel(
    _ line: ByteSlice, on mapper: inout Mapper, _ table: FormatTable, _ limits: Limits,
    _ readers: LineReaders, _ document: inout Buffer<UInt8>
  ) -> FormatPlan? {
    guard LevelMark.isIn(line) else { return nil }
    return format("plain", of: line, on: &mapper, table, limits, readers, &document)
  }

  /// A format by its name, if a line fits any of its patterns, whether it is detected by them or not.
  private static func format(
    _ name: String, of line: ByteSlice, on mapper: inout Mapper, _ table: FormatTable, _ limits: Limits,
    _ readers: LineReaders, _ document: inout Buffer<UInt8>
  ) -> FormatPlan? {
    guard let plan = table.named(name), let lines = readers.reader(of: plan) else { return nil }
    document.removeAll()
    guard lines.appendDocument(of: line, to: &document), mapper.scan(document.slice, limits) else {
      return nil
    }
    mapper.find(plan.mapping)
    return mapper.isMarked(plan.mapping) ? plan : nil
  }

  /// The first format that a line fits and that is wanted.
  private static func first(
    ofText line: ByteSlice, on mapper: inout Mapper, _ table: FormatTable, _ limits: Limits,
    _ readers: LineReaders, _ document: inout Buffer<UInt8>, where isWanted: (FormatPlan) -> Bool
  ) -> FormatPlan? {
    table.first(
      ofText: { lines, owner in
        guard line.isEmpty || lines.mayBegin(with: line[0]) else { return false }
        document.removeAll()
        return readers.detector(of: lines, owner).appendDocument(of: line, to: &document)
          && mapper.scan(document.slice, limits)
      },
      where: { plan in
        mapper.find(plan.mapping)
        return mapper.isMarked(plan.mapping) && isWanted(plan)
      })
  }

  private static func saysAnything(_ tape: borrowing JSONTape) -> Bool {
    has("message", .string, tape) || has("status", .integer, tape) || has("domain", .string, tape)
      || has("time", .string, tape) || has("severity", .string, tape) || has("code", .integer, tape)
      || NativeLikeness.hasOwnMember(tape)
  }

  private static func has(_ key: StaticString, _ kind: JSONEntry.Kind, _ tape: borrowing JSONTape) -> Bool {
    guard let place = tape.member(ByteSlice(key), of: 0) else { return false }
    return tape[place].kind == kind
  }
}

/// One thread's readers of text lines, by format.
final class LineReaders {
  private var readers: [ObjectIdentifier: any LineReader] = [:]
  private var detectors: [ObjectIdentifier: any LineReader] = [:]
  /// Usually the next one too.
  private var last: (plan: FormatPlan, reader: any LineReader)?

  func reader(of plan: FormatPlan) -> (any LineReader)? {
    guard let lines = plan.lines else { return nil }
    if let last, last.plan === plan { return last.reader }
    let reader = readers[ObjectIdentifier(plan)] ?? lines.makeReader()
    readers[ObjectIdentifier(plan)] = reader
    last = (plan, reader)
    return reader
  }

  func detector(of lines: any LineParser, _ owner: ObjectIdentifier) -> any LineReader {
    if let known = detectors[owner] { return known }
    let made = lines.makeDetector()
    detectors[owner] = made
    return made
  }
}

package enum Detection: Sendable {
  case native
  /// - Parameter readsOthers: a line that does not fit is read by another format that it fits.
  case format(FormatPlan, readsOthers: Bool)
  case mixed

  /// The name in messages; `errctl` is errctl's own format.
  package var name: String {
    switch self {
    case .native: "errctl"
    case .format(let plan, _): plan.name
    case .mixed: "mixed"
    }
  }

  /// The name of a format in reports once the stream was read: `unknown`, if the format is uncertain and claimed no line. A
  /// stream of no known format is read as errctl's own, or record by record, and nothing is found.
  ///
  /// - Parameters:
  ///   - records: the records read, with those that are filtered or completed.
  package static func name(
    of format: String, isUncertain: Bool, records: Int, notErrors: Int
  ) -> String {
    let isOwn = format == Detection.native.name
    let isKnown = records > 0 || !isOwn && (notErrors > 0 || !isUncertain)
    return isKnown ? format : unknown
  }

  package static let unknown = "unknown"

  /// The same detection, with lines in other formats read, too, if a format was detected.
  var readingOthers: Detection {
    if case .format(let plan, _) = self { .format(plan, readsOthers: true) } else { self }
  }

  package var isNative: Bool { if case .native = self { true } else { false } }
}
