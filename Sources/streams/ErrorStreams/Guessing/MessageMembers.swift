package import Bytes
internal import Patterns
internal import Records
package import Secrets

/// Operations and attempts that the messages of a log of text show, as extractions to start from.
package struct MessageMembers: ~Copyable {
  /// An extraction of one field, with its reasons for a comment.
  package struct Found: Sendable {
    let field: Field
    let pattern: String
    let note: String
  }

  private struct Occurrence {
    let record: Int
    let head: String
    let value: String
  }

  private let paths: [[UInt8]]
  private let reader: any LineReader
  private let wanted: [Field]
  private let counters: [Extractor]
  private var document = Buffer<UInt8>(capacity: 512)
  private var tape = JSONTape()
  /// The records whose messages were read.
  private var records = 0
  /// The attempts by record, for each counter.
  private var attempts: [[Int: Int]]
  /// The first text of each counter.
  private var examples: [String?]
  private var labels: [String] = []
  private var occurrences: [String: [Occurrence]] = [:]
  private static let mostRecords = 20_000
  private static let mostLabels = 200
  /// Labels that are proposed, each for the records that lack those before it.
  private static let mostLabelsProposed = 3
  private static let mostAttempts: Int64 = 1_000
  /// An operation has no more records than this on average: whatever is in more of them is shared.
  private static let mostRecordsOfOne = 20

  /// Nil if the records are not lines of text with a message, or their messages are requests.
  package init?(_ plan: FormatPlan) {
    let mapping = plan.mapping.mapping
    wanted = [.operation, .attempt].filter { field in !mapping.fields.contains { $0.field == field } }
    guard plan.hasRecordsOfLines, let lines = plan.lines, !wanted.isEmpty, !mapping.logMessage.isEmpty,
      !mapping.logMessage.contains(where: mapping.request.contains)
    else { return nil }
    paths = mapping.logMessage.map { Array($0.utf8) }
    reader = lines.makeReader()
    counters = Self.counters.compactMap { try? Pattern(expression: $0).makeExtractor() }
    attempts = counters.map { _ in [:] }
    examples = counters.map { _ in nil }
  }

  /// - Parameter line: the first line of an error.
  package mutating func look(at line: ByteSlice) {
    guard records < Self.mostRecords else { return }
    document.removeAll()
    guard reader.appendDocument(of: line, to: &document),
      tape.scan(document.slice, depthLimit: 64, valueLimit: max(1, line.count), repairs: true) == nil
    else { return }
    defer { records += 1 }
    for path in paths {
      let place = path.withUnsafeBytes { tape.place(of: ByteSlice($0), in: 0) }
      guard let place, tape[place].kind == .string else { continue }
      return read(tape.text(of: tape[place]))
    }
  }

  private mutating func read(_ message: ByteSlice) {
    for (place, counter) in counters.enumerated() {
      guard let whole = counter.firstMatch(in: message.buffer), let range = counter.range(ofGroup: 1),
        let attempt = message[range].wholeNumber, (1...Self.mostAttempts).contains(attempt)
      else { continue }
      attempts[place][records] = Int(attempt)
      examples[place] = examples[place] ?? String(message[whole])
    }
    guard wanted.contains(.operation) else { return }
    for found in MessageLabels(message).all where !Self.isShared(found.label) {
      if occurrences[found.label] == nil {
        guard labels.count < Self.mostLabels else { continue }
        labels.append(found.label)
      }
      occurrences[found.label, default: []].append(
        Occurrence(record: records, head: found.head, value: found.value))
    }
  }

  // MARK: What is proposed

  /// - Parameter redactor: for the examples in notes.
  package func found(_ redactor: Redactor) -> [Found] {
    let counter = attempts.indices.max { (attempts[$0].count, $1) < (attempts[$1].count, $0) }
    let tries = counter.map { attempts[$0] } ?? [:]
    var found: [Found] = []
    var rest = occurrences
    var shapes: [String] = []
    for _ in 0..<Self.mostLabelsProposed {
      let fitting = labels.filter { Self.isOperation($0, rest[$0] ?? [], tries) }
      guard
        let label = fitting.max(by: { (rest[$0]?.count ?? 0) < (rest[$1]?.count ?? 0) }),
        let all = occurrences[label], let first = all.first
      else { break }
      let shape = Self.shape(of: Set(all.map { $0.value }))
      // Equal values of two kinds would be one operation.
      if !shapes.contains(shape) {
        let values = Dictionary(grouping: all) { $0.value }.values
        let again = values.count { $0.count > 1 }
        let example = redactor.text(first.head + first.value)
        found.append(
          Found(
            field: .operation, pattern: "\\b\(Self.head(of: all))(?P<operation>\(shape))",
            note: "\(seen(all.count, example)); \(again) of \(values.count) values recur"))
        shapes.append(shape)
      }
      let covered = Set(all.map { $0.record })
      rest = rest.mapValues { $0.filter { !covered.contains($0.record) } }
    }
    if wanted.contains(.attempt), let counter, tries.count > 1, let example = examples[counter] {
      let retry = counter > 0 ? ". Check that 1 is the first try" : ""
      found.append(
        Found(
          field: .attempt, pattern: Self.counters[counter],
          note: seen(tries.count, redactor.text(example)) + retry))
    }
    return found
  }

  private func seen(_ count: Int, _ example: String) -> String {
    let first = records == Self.mostRecords ? "the first " : ""
    return "guess: seen in \(count) of \(first)\(records) records, first as “\(example)”"
  }

  /// Whether the values name operations: one recurs, or attempts stand beside them.
  private static func isOperation(_ label: String, _ all: [Occurrence], _ tries: [Int: Int]) -> Bool {
    let counts = Dictionary(grouping: all) { $0.value }.mapValues { $0.count }
    guard all.count > 1, all.count <= counts.count * mostRecordsOfOne else { return false }
    let counted = all.compactMap { one in tries[one.record].map { (value: one.value, attempt: $0) } }
    let recurs = counts.count > 1 && counts.values.contains { $0 > 1 }
    if isNamed(label) { return recurs || counted.count > 1 }
    // Where many share a value, its attempts begin anew.
    let pairs = Set(counted.map { "\($0.attempt) \($0.value)" })
    let later = counted.filter { $0.attempt > 1 }
    return recurs && counted.count * 2 >= all.count && (counted.count - pairs.count) * 10 <= counted.count
      && later.count > 1 && later.count { counts[$0.value, default: 0] > 1 } * 2 >= later.count
  }

  /// The labels as written, the most frequent first.
  private static func head(of all: [Occurrence]) -> String {
    let counts = Dictionary(grouping: all) { $0.head }.mapValues { $0.count }
    let heads = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(4).map {
      LineExpression.literal($0.key)
    }
    return heads.count == 1 ? heads[0] : "(?:\(heads.joined(separator: "|")))"
  }

  /// One prefix before a number, if all have it; else letters and digits.
  private static func shape(of values: Set<String>) -> String {
    let prefixes = Set(values.map { value in String(value.prefix { !("0"..."9").contains($0) }) })
    if let prefix = prefixes.first, prefixes.count == 1, values.count > 1 || prefix.isEmpty,
      values.allSatisfy({ $0.dropFirst(prefix.count).allSatisfy { ("0"..."9").contains($0) } })
    {
      return LineExpression.literal(prefix) + #"\d+"#
    }
    return #"[\w-]*\d[\w-]*"#
  }

  // MARK: Words

  private static let counters = [
    #"\b(?i:attempt)(?: number| no\.?)?[ :=#("]*(?P<attempt>\d+)\b"#,
    #"\b(?i:retry|try)(?: number| no\.?)?[ :=#("]*(?P<attempt>\d+)(?:/| of )\d"#,
    #"\b(?i:retry|try) ?[#=:] ?(?P<attempt>\d+)\b"#,
    #"\b(?i:retry|attempt)[_ ]?(?i:count|number|num)[ :=#"]*(?P<attempt>\d+)\b"#,
  ]

  /// The words of a label without `id` at its end.
  private static func stem(_ label: String) -> [Substring] {
    let words = label.split(separator: " ")
    return ["id", "no", "nr", "number"].contains(words.last) ? words.dropLast() : words
  }

  /// The label of an id, or of what is done once.
  private static func isNamed(_ label: String) -> Bool {
    let stem = stem(label)
    return label.hasSuffix(" id") || stem.last.map { operations.contains(String($0)) } ?? false
  }

  /// Many operations share the value, or it is a measure.
  private static func isShared(_ label: String) -> Bool {
    let stem = stem(label)
    return stem.isEmpty || stem.contains { shared.contains(String($0)) }
  }

  private static let operations: Set = [
    "batch", "booking", "build", "charge", "correlation", "delivery", "download", "event", "export", "import",
    "invocation", "invoice", "job", "message", "msg", "notification", "operation", "order", "payment",
    "payout",
    "refund", "req", "request", "run", "shipment", "task", "trace", "transaction", "transfer", "tx", "txn",
    "upload",
    "workflow",
  ]

  private static let shared: Set = [
    "account", "addr", "address", "after", "agent", "app", "at", "attempt", "before", "broker", "bucket",
    "by", "bytes",
    "channel", "class", "client", "code", "column", "conn", "connection", "consumer", "count", "customer",
    "database",
    "date", "db", "delay", "device", "disk", "domain", "endpoint", "errno", "error", "exit", "failed", "for",
    "from",
    "group", "host", "hostname", "http", "https", "in", "index", "instance", "ip", "key", "length", "level",
    "limit",
    "line", "member", "method", "node", "of", "offset", "on", "org", "page", "partition", "password", "path",
    "peer",
    "pid", "pod", "pool", "port", "process", "queue", "region", "retry", "route", "secret", "server",
    "session", "shard",
    "signal", "size", "slot", "socket", "stage", "status", "step", "store", "table", "tenant", "than",
    "thread", "tid",
    "time", "timeout", "to", "token", "took", "total", "try", "uid", "uri", "url", "user", "username",
    "version", "vm",
    "with", "within", "worker", "zone",
  ]
}
