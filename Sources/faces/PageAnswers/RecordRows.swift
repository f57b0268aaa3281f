internal import Bytes
internal import Engine
package import JSONRPC
package import Records
package import Source
internal import Secrets

/// The records of a preview, to be looked through.
package struct RecordRows: Sendable {
  package struct Filter: Hashable, Sendable {
    /// The searched text, in any field, in upper or lower case.
    package var text = ""
    /// An evaluation, or `unhandled`.
    package var outcome = ""
    /// `responder/rule`
    package var rule = ""
    package var category = ""

    package init() {}
  }

  private let text: [UInt8]
  /// The zone of the times that people read.
  private let zone: ShownZone
  /// Found when somebody looks at the list, not at each keystroke.
  private lazy var lines = Self.lines(of: text)
  /// The rows that a filter admits, for the next part of the same list.
  private var last: (filter: Filter, rows: [Int])?

  package init(_ text: [UInt8], in zone: ShownZone = .utc) {
    (self.text, self.zone) = (text, zone)
  }

  private static func lines(of text: [UInt8]) -> [Range<Int>] {
    text.withUnsafeBytes { bytes in
      let slice = ByteSlice(bytes)
      var lines: [Range<Int>] = []
      var start = 0
      while let end = slice.firstIndex(of: UInt8(ascii: "\n"), from: start) {
        lines.append(start..<end)
        start = end + 1
      }
      return lines
    }
  }

  fileprivate mutating func answer(_ params: Params) throws(ResponseError) -> Node {
    var filter = Filter()
    if params.has("text") { filter.text = try params.text("text") }
    if params.has("outcome") { filter.outcome = try params.text("outcome") }
    if params.has("rule") { filter.rule = try params.text("rule") }
    if params.has("category") { filter.category = try params.text("category") }
    let from = params.has("from") ? try params.count("from") : 0
    let count = params.has("count") ? try params.count("count") : 100
    return answer(filter, from: from, count: min(count, 500))
  }

  /// - Parameters:
  ///   - from: the first row, from 0.
  ///   - count: how many rows at most.
  package mutating func answer(_ filter: Filter, from: Int, count: Int) -> Node {
    let found = rows(filter)
    let redactor = Redactor(isOn: true)
    let shown = found.dropFirst(from).prefix(count).compactMap { row in
      node(redactor.json(String(decoding: text[lines[row]], as: UTF8.self)), number: row + 1)
    }
    return .made([
      ("total", .made(found.count)), ("all", .made(lines.count)), ("from", .made(from)),
      ("rows", .made(shown)),
    ])
  }

  private mutating func rows(_ filter: Filter) -> [Int] {
    if let last, last.filter == filter { return last.rows }
    let wanted = Array(filter.text.lowercased().utf8)
    let rows = lines.indices.filter { row in
      let line = text[lines[row]]
      guard wanted.isEmpty || Self.contains(wanted, in: line) else { return false }
      guard !filter.outcome.isEmpty || !filter.rule.isEmpty || !filter.category.isEmpty else { return true }
      guard let record = Node.made(json: String(decoding: line, as: UTF8.self)) else { return false }
      return (filter.outcome.isEmpty || Self.outcome(of: record) == filter.outcome)
        && (filter.rule.isEmpty || Self.rule(of: record) == filter.rule)
        && (filter.category.isEmpty || record["category"]?.string == filter.category)
    }
    last = (filter, rows)
    return rows
  }

  /// Letters of ASCII in either case.
  private static func contains(_ wanted: [UInt8], in line: ArraySlice<UInt8>) -> Bool {
    guard wanted.count <= line.count else { return false }
    let last = line.endIndex - wanted.count
    return (line.startIndex...last).contains { start in
      wanted.indices.allSatisfy { index in
        let byte = line[start + index]
        return wanted[index] == (UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte)
      }
    }
  }

  private static func outcome(of record: Node) -> String {
    guard case .bool(true)? = record["handled"]?.content else { return "unhandled" }
    return record["evaluation"]?.string ?? "event"
  }

  private static func rule(of record: Node) -> String {
    guard let by = record["by"], let responder = by["responder"]?.string else { return "" }
    return "\(responder)/\(by["rule"]?.string ?? "otherwise")"
  }

  /// The words of the error's kind.
  private static func words(of line: String) -> String {
    Array(line.utf8).withUnsafeBytes { bytes in
      var tape = JSONTape()
      let fault = tape.scan(ByteSlice(bytes), depthLimit: .max, valueLimit: .max, repairs: true)
      guard fault == nil, let error = tape.member(ByteSlice("of"), of: 0) else { return "" }
      var names = RecordNames(Limits())
      return names.wordsBesidesStatus(of: tape.text(of: tape[error]))
    }
  }

  private func node(_ line: String, number: Int) -> Node? {
    guard let record = Node.made(json: line) else { return nil }
    let error = record["of"]
    let kind = record["event"]?.string.map { "event \($0)" } ?? Self.words(of: line)
    let time = record["time"]?.string ?? ""
    return .made([
      ("number", .made(number)),
      ("id", .made(record["id"]?.string ?? "\(number)")),
      ("time", .made(Timestamp(time).map { zone.second($0) } ?? time)),
      ("kind", .made(kind)),
      ("status", .made(error?["status"]?.text ?? "")),
      ("message", .made(error?["message"]?.string ?? "")),
      ("category", .made(record["category"]?.string ?? "")),
      ("rule", .made(Self.rule(of: record))),
      ("outcome", .made(Self.outcome(of: record))),
    ])
  }
}

extension RecordRows? {
  /// The part of the list that a page asks for.
  ///
  /// - Throws: if there is no preview yet.
  package mutating func page(_ params: Params) throws(ResponseError) -> Node {
    guard let answer = try self?.answer(params) else {
      throw ResponseError(.requestFailed, "No preview has been made yet, so there are no records.")
    }
    return answer
  }
}
