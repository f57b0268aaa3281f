package import Bytes
package import Counting
package import ErrorStreams
package import Records
package import Secrets
package import SystemPackage

package struct StreamInspection: Sendable {
  package struct Sample: Sendable {
    package let line: String
    package let record: String
  }

  package struct Count: Sendable {
    package let name: String
    package var count: Int
  }

  package private(set) var format = Detection.native.name
  /// No format claims the first records for certain.
  package private(set) var isUncertain = false
  /// Other formats that the first line fits, in the order of detection.
  package private(set) var alsoFits: [String] = []
  /// A mapping to start from, if no format is certain.
  package private(set) var guess: MappingGuess?
  private var members: [MessageMembers.Found] = []

  /// A mapping to change: the one in use with what messages add, or the guess.
  package var draft: MappingGuess? {
    mapping.map {
      MappingGuess(
        of: $0, adding: members, hasLevels: !hasNoLevels, readsAll: counts.silent + counts.malformed == 0)
    } ?? guess
  }

  /// The log itself has the names of its members.
  package private(set) var hasNames = true
  /// The mapping; nil for errctl's own and mixed streams.
  package private(set) var mapping: Mapping?
  package private(set) var counts = ChunkDecoder.Counts()
  package private(set) var records = 0
  /// Operations that ended well.
  package private(set) var completed = 0
  /// The records of another time than the selected one.
  package private(set) var filtered = 0
  package private(set) var filteredTimes = FilteredTimes()
  package private(set) var fields: [Count] = []
  /// The most frequent first.
  package private(set) var attributes: [Count] = []
  package private(set) var errors: InspectedErrors
  package private(set) var samples: [Sample] = []
  package private(set) var rejected: [ChunkDecoder.Rejected] = []
  /// Members of errctl's own records that are not read as meant.
  package private(set) var lint = RecordLint()
  package private(set) var fault: StreamFault?
  package private(set) var yearSource: AssumedYears.Source?
  private static let mostRejected = 10
  /// The number of bytes from which a mapping is guessed.
  private static let mostGuessed = 1 << 20

  /// Lines were skipped because no line had a level.
  package var hasNoLevels: Bool {
    counts.silent > 0 && counts.leveled == 0
      && !fields.contains { $0.name == Field.severity.name && $0.count > 0 }
  }

  /// The field's value was there in some record, and could not be read.
  func couldNotRead(_ field: String) -> Bool {
    Field.allCases.contains { $0.name == field && counts.unreadFields & 1 << UInt64($0.rawValue) != 0 }
  }

  /// Attributes of errctl's own records with a logger's name for a level, a text or a time.
  package var loggersAttributes: [Count] {
    format == Detection.native.name
      ? attributes.filter { count in NativeLikeness.loggers.contains { count.name == "\($0)" } } : []
  }

  /// - Parameters:
  ///   - isToDraft: messages are searched for what the ``draft`` may add.
  ///   - admits: whether records of a time are wanted; nil for all records.
  ///   - take: receives the records as lines of errctl's own format.
  package init(
    _ descriptor: FileDescriptor, named name: String = "", input: StreamInput, limits: Limits,
    times: TimeDefaults = TimeDefaults(), samples wanted: Int, isToDraft: Bool = false,
    by field: GroupField? = nil, redactor: Redactor = .off, wake: FileDescriptor? = nil,
    admits: ((Timestamp?) -> Bool)? = nil, take: (ByteSlice) throws -> Void
  ) throws {
    errors = InspectedErrors(redactor, by: field)
    var reader = StreamReader(
      descriptor, named: name, input: input, limits: limits, times: times, wake: wake)
    var chunk = Chunk()
    var decoder: ChunkDecoder?
    var members = MemberCounts(limits)
    var (linesBefore, linesLookedAt) = (0, 0)
    var beginning = Buffer<UInt8>()
    var messages: MessageMembers?
    while try reader.read(into: &chunk) {
      if decoder == nil {
        format = reader.detection.name
        if case .detected(let table) = input, let line = chunk.firstLine {
          isUncertain = reader.isUncertain
          alsoFits = FormatDetector.names(fitting: line, table, limits).filter { [format] in $0 != format }
        }
        if case .format(let plan, _) = reader.detection {
          mapping = plan.mapping.mapping
          hasNames = plan.lines?.hasNames ?? true
          if isToDraft { messages = MessageMembers(plan) }
        }
        decoder = Self.decoder(of: reader.detection, input.table, limits, times)
      }
      if mapping == nil, beginning.count < Self.mostGuessed {
        let text = chunk.bytes.slice
        beginning.append(text[0..<min(text.count, Self.mostGuessed)])
      }
      if reader.detection.isNative {
        lint.look(at: chunk, isCertain: reader.isCertain(of: chunk), number: &linesLookedAt)
      }
      decoder?.decode(&chunk)
      guard let counts = decoder?.counts, let recordLines = decoder?.recordLines else { continue }
      for line in (decoder?.rejected ?? []).prefix(Self.mostRejected - rejected.count) {
        rejected.append(Self.placed(line, in: chunk, after: linesBefore, redactor))
      }
      linesBefore += counts.lines
      self.counts += counts
      records += recordLines.count
      for (record, place) in recordLines {
        let isError = members.read(record)
        if let admits, !admits(members.record.time) {
          filter(members.record.time)
          continue
        }
        if record.hasPrefix(ByteSlice("{\"completed\":true")) {
          (completed, records) = (completed + 1, records - 1)
          try take(record)
          continue
        }
        if samples.count < wanted {
          samples.append(Self.sample(of: record, at: place.start, in: chunk.bytes.slice, redactor))
        }
        messages?.look(at: Self.line(at: place.start, of: chunk.bytes.slice))
        try take(record)
        if isError {
          members.count()
          errors.count(members.record)
        }
      }
    }
    fault = reader.fault
    yearSource = reader.yearSource
    format = Detection.name(
      of: format, isUncertain: isUncertain, records: records + completed + filtered,
      notErrors: counts.notErrors)
    if mapping == nil, isUnknown || isUncertain, !beginning.isEmpty {
      guess = MappingGuess(beginning.slice, name: Self.guessedName)
    }
    self.members = messages?.found(redactor) ?? []
    fields = members.fieldCounts
    attributes = members.attributeCounts(redactor)
  }

  /// Counts a record of another time.
  private mutating func filter(_ time: Timestamp?) {
    (records, filtered) = (records - 1, filtered + 1)
    if let time { filteredTimes.note(time) }
  }

  /// The decoder of a stream. errctl's own records are checked against their own mapping, so that their faults are reported too.
  private static func decoder(
    of detection: Detection, _ table: FormatTable?, _ limits: Limits, _ times: TimeDefaults
  ) -> ChunkDecoder? {
    detection.isNative
      ? ChunkDecoder(FormatPlan(NativeFormat.plan.mapping), table, limits, zone: times.zone)
      : ChunkDecoder(detection, table, limits, zone: times.zone)
  }

  /// The rejected line with its place in the stream, redacted.
  private static func placed(
    _ line: ChunkDecoder.Rejected, in chunk: borrowing Chunk, after lines: Int, _ redactor: Redactor
  ) -> ChunkDecoder.Rejected {
    let isPlaced = chunk.numbers.count > 0 || chunk.longLineNumber > 0
    return ChunkDecoder.Rejected(
      line: isPlaced ? line.line : lines + line.line,
      // For a multi-line document only its beginning is known.
      column: chunk.numbers.isEmpty ? line.column : 0, reason: redactor.text(line.reason))
  }

  private static func sample(
    of record: ByteSlice, at start: Int, in bytes: ByteSlice, _ redactor: Redactor
  ) -> Sample {
    let own = redactor.about(record)
    return Sample(line: own.json(String(line(at: start, of: bytes))), record: own.json(String(record)))
  }

  private static func line(at start: Int, of bytes: ByteSlice) -> ByteSlice {
    bytes[start..<(bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count)]
  }

  package var isUnknown: Bool { format == Detection.unknown }

  /// The name of a guessed mapping.
  private static let guessedName = "log"
}

/// The members of errctl's own records.
private struct MemberCounts: ~Copyable {
  /// The record that was read last.
  private(set) var record: ErrorRecord
  /// The records that have a field, by its number.
  private var fields = Array(repeating: 0, count: Field.allCases.count)
  private var attributes: [String: Int] = [:]
  private static let mostAttributes = 10_000

  init(_ limits: Limits) { record = ErrorRecord(limits) }

  var fieldCounts: [StreamInspection.Count] {
    Field.allCases.filter { $0 != .attributes }.map {
      StreamInspection.Count(name: $0.name, count: fields[Int($0.rawValue)])
    }
  }

  func attributeCounts(_ redactor: Redactor) -> [StreamInspection.Count] {
    attributes.map { StreamInspection.Count(name: redactor.text($0.key), count: $0.value) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  /// False if the record is not an error.
  mutating func read(_ line: ByteSlice) -> Bool { record.read(line) == nil }

  /// Counts the members of the record that was read last.
  mutating func count() {
    let end = Int(record.tape[0].end)
    var index = 1
    while index < end {
      let key = String(record.tape.text(of: record.tape[index]))
      let value = index + 1
      index = Int(record.tape[value].end)
      guard let field = Field.allCases.first(where: { $0.name == key }) else { continue }
      fields[Int(field.rawValue)] += 1
      guard field == .attributes, record.tape[value].kind == .object else { continue }
      var member = value + 1
      while member < Int(record.tape[value].end) {
        let name = String(record.tape.text(of: record.tape[member]))
        if attributes[name] != nil || attributes.count < Self.mostAttributes {
          attributes[name, default: 0] += 1
        }
        member = Int(record.tape[member + 1].end)
      }
    }
  }
}

extension ChunkDecoder.Counts {
  static func += (left: inout Self, right: Self) {
    left.lines += right.lines
    left.blank += right.blank
    left.passedOver += right.passedOver
    left.continued += right.continued
    left.continuedRecords += right.continuedRecords
    left.inner += right.inner
    left.joined += right.joined
    left.notErrors += right.notErrors
    left.leveled += right.leveled
    left.silent += right.silent
    left.malformed += right.malformed
    left.tooLong += right.tooLong
    left.truncated += right.truncated
    left.otherFormats += right.otherFormats
    left.repaired += right.repaired
    left.unread += right.unread
    left.unreadFields |= right.unreadFields
    left.assumedYears += right.assumedYears
  }
}
