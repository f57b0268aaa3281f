package import Bytes
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

  package let format: String
  /// No format claims the first records for certain.
  package private(set) var isUncertain = false
  /// Other formats that the first line fits, in the order of detection.
  package private(set) var alsoFits: [String] = []
  /// A mapping to start from, if no format is certain.
  package private(set) var guess: MappingGuess?
  /// The log itself has the names of its members.
  package private(set) var hasNames = true
  /// The mapping; nil for errctl's own and mixed streams.
  package let mapping: Mapping?
  package private(set) var counts = ChunkDecoder.Counts()
  package private(set) var records = 0
  /// Operations that ended well.
  package private(set) var completed = 0
  package private(set) var fields: [Count]
  /// The most frequent first.
  package private(set) var attributes: [Count] = []
  package private(set) var errors: InspectedErrors
  package private(set) var samples: [Sample] = []
  package private(set) var rejected: [ChunkDecoder.Rejected] = []
  package let fault: StreamFault?
  package let yearSource: AssumedYears.Source?
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

  /// - Parameter take: receives the records as lines of errctl's own format.
  package init(
    _ descriptor: FileDescriptor, input: StreamInput, limits: Limits, times: TimeDefaults = TimeDefaults(),
    samples wanted: Int, redactor: Redactor = .off, wake: FileDescriptor? = nil,
    take: (ByteSlice) throws -> Void
  ) throws {
    errors = InspectedErrors(redactor)
    var reader = StreamReader(descriptor, input: input, limits: limits, times: times, wake: wake)
    var chunk = Chunk()
    var decoder: ChunkDecoder?
    var members = MemberCounts()
    var linesBefore = 0
    var format = "errctl"
    var mapping: Mapping?
    fields = []
    var beginning = Buffer<UInt8>()
    while try reader.read(into: &chunk) {
      if decoder == nil {
        format = reader.detection.name
        if case .detected(let table) = input, let line = chunk.firstLine {
          isUncertain = reader.isUncertain
          alsoFits = FormatDetector.names(fitting: line, table, limits).filter { $0 != format }
        }
        if case .format(let plan, _) = reader.detection {
          mapping = plan.mapping.mapping
          hasNames = plan.lines?.hasNames ?? true
        }
        // errctl's own records are checked against their own mapping, so that their faults are reported too.
        decoder =
          reader.detection.isNative
          ? ChunkDecoder(FormatPlan(NativeFormat.plan.mapping), input.table, limits, zone: times.zone)
          : ChunkDecoder(reader.detection, input.table, limits, zone: times.zone)
      }
      if mapping == nil, beginning.count < Self.mostGuessed {
        let text = chunk.bytes.slice
        beginning.append(text[0..<min(text.count, Self.mostGuessed)])
      }
      decoder?.decode(&chunk)
      guard let counts = decoder?.counts, let places = decoder?.placeList, let text = decoder?.text else {
        continue
      }
      for line in (decoder?.rejected ?? []).prefix(Self.mostRejected - rejected.count) {
        rejected.append(Self.placed(line, in: chunk, after: linesBefore, redactor))
      }
      linesBefore += counts.lines
      self.counts += counts
      records += places.count
      for (record, place) in zip(text.lines, places) {
        if record.hasPrefix(ByteSlice("{\"completed\":true")) {
          completed += 1
          records -= 1
          try take(record)
          continue
        }
        if samples.count < wanted {
          samples.append(Self.sample(of: record, at: place.start, in: chunk.bytes.slice, redactor))
        }
        try take(record)
        if members.count(record) { errors.count(members.tape) }
      }
    }
    fault = reader.fault
    yearSource = reader.yearSource
    // A stream of no known format is read as errctl's own, or record by record, and nothing is found.
    let isOwn = format == Detection.native.name
    let isRead = records + completed > 0 || !isOwn && counts.notErrors > 0
    let isKnown = isRead || !isOwn && !isUncertain
    self.format = isKnown ? format : Self.unknown
    self.mapping = mapping
    if mapping == nil, !isKnown || isUncertain, !beginning.isEmpty {
      guess = MappingGuess(beginning.slice, name: Self.guessedName)
    }
    fields = Field.allCases.filter { $0 != .attributes }.map {
      Count(name: $0.name, count: members.fields[Int($0.rawValue)])
    }
    attributes = members.attributes.map { Count(name: redactor.text($0.key), count: $0.value) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
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
    let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
    let own = redactor.about(record)
    return Sample(line: own.json(String(bytes[start..<end])), record: own.json(String(record)))
  }

  private static let unknown = "unknown"

  package var isUnknown: Bool { format == Self.unknown }

  /// The name of a guessed mapping.
  private static let guessedName = "log"
}

/// The members of errctl's own records.
private struct MemberCounts: ~Copyable {
  /// The record that was counted last.
  private(set) var tape = JSONTape()
  /// The records that have a field, by its number.
  private(set) var fields = Array(repeating: 0, count: Field.allCases.count)
  private(set) var attributes: [String: Int] = [:]
  private static let mostAttributes = 10_000

  /// False if the record is invalid.
  mutating func count(_ record: ByteSlice) -> Bool {
    guard tape.scan(record, depthLimit: 4_096, valueLimit: record.count + 1, repairs: true) == nil else {
      return false
    }
    var index = 1
    while index < tape.count {
      let key = String(tape.text(of: tape[index]))
      let value = index + 1
      index = Int(tape[value].end)
      guard let field = Field.allCases.first(where: { $0.name == key }) else { continue }
      fields[Int(field.rawValue)] += 1
      guard field == .attributes, tape[value].kind == .object else { continue }
      var member = value + 1
      while member < Int(tape[value].end) {
        let name = String(tape.text(of: tape[member]))
        if attributes[name] != nil || attributes.count < Self.mostAttributes {
          attributes[name, default: 0] += 1
        }
        member = Int(tape[member + 1].end)
      }
    }
    return true
  }
}

extension ChunkDecoder.Counts {
  static func += (left: inout Self, right: Self) {
    left.lines += right.lines
    left.blank += right.blank
    left.passedOver += right.passedOver
    left.continued += right.continued
    left.inner += right.inner
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

extension ChunkDecoder {
  var placeList: [Place] { (0..<places.count).map { places[$0] } }
}
