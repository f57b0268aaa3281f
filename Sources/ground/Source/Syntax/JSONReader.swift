package import Bytes

/// Reads strict RFC 8259 JSON, with or without a byte order mark. A syntax fault ends the reading without a
/// node. Others, such as a duplicate key, are reported beside the node: check `diagnostics.hasErrors` first.
package struct JSONReader {
  private let file: SourceFile
  private let limits: Limits
  private let base: Int
  private let repairs: Bool

  private init(_ file: SourceFile, _ limits: Limits, repairs: Bool) {
    self.file = file
    self.limits = limits
    self.repairs = repairs
    base = file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// - Parameter repairs: invalid UTF-8 and half surrogate pairs are read as U+FFFD.
  package static func read(
    _ file: SourceFile, limits: Limits, repairs: Bool = false, into diagnostics: inout Diagnostics
  ) -> Node? {
    JSONReader(file, limits, repairs: repairs).read(into: &diagnostics)
  }

  private func read(into diagnostics: inout Diagnostics) -> Node? {
    guard file.bytes.count <= limits.ruleFileBytes else {
      diagnostics.report(tooLong)
      return nil
    }
    return file.bytes.withUnsafeBytes { (buffer) -> Node? in
      var tape = JSONTape()
      let text = ByteSlice(buffer)[base..<buffer.count]
      let fault = tape.scan(
        text, depthLimit: limits.ruleFileDepth, valueLimit: limits.ruleFileNodes, repairs: repairs)
      if let fault {
        diagnostics.report(diagnostic(of: fault))
        return nil
      }
      do throws(Rejection) {
        return try node(tape, 0, FindingBudget(diagnostics), &diagnostics)
      } catch {
        diagnostics.report(error.finding)
        return nil
      }
    }
  }

  private struct Rejection: Error {
    let finding: Diagnostic
  }

  /// The value at `index`; recursion is bounded by the tape's depth limit.
  private func node(
    _ tape: borrowing JSONTape, _ index: Int, _ budget: FindingBudget, _ diagnostics: inout Diagnostics
  ) throws(Rejection) -> Node {
    let entry = tape[index]
    let range = range(tape, index)
    if let finding = budget.exceeded(diagnostics, at: range) { throw Rejection(finding: finding) }
    switch entry.kind {
    case .array:
      var elements: [Node] = []
      var next = index + 1
      while next < entry.end {
        elements.append(try node(tape, next, budget, &diagnostics))
        next = Int(tape[next].end)
      }
      return Node(.sequence(elements), style: .flow, range: range)
    case .object:
      var members = MemberList()
      var next = index + 1
      while next < entry.end {
        let keyRange = self.range(tape, next)
        let key = string(tape, next, keyRange, &diagnostics)
        let value = try node(tape, next + 1, budget, &diagnostics)
        members.append(Node.Member(key: key, keyRange: keyRange, value: value), &diagnostics)
        next = Int(tape[next + 1].end)
      }
      return Node(.mapping(members.all), style: .flow, range: range)
    case .string:
      let text = string(tape, index, range, &diagnostics)
      return Node(.string(text), style: .doubleQuoted, range: range, text: text)
    case .null: return Node(.null, style: .plain, range: range, text: "null")
    case .true: return Node(.bool(true), style: .plain, range: range, text: "true")
    case .false: return Node(.bool(false), style: .plain, range: range, text: "false")
    case .integer:
      return Node(.integer(entry.integer), style: .plain, range: range, text: range.text)
    case .decimal:
      return Node(.decimal(entry.decimal), style: .plain, range: range, text: range.text)
    }
  }

  private func string(
    _ tape: borrowing JSONTape, _ index: Int, _ range: SourceRange, _ diagnostics: inout Diagnostics
  ) -> String {
    let text = tape.text(of: tape[index])
    if text.count > limits.scalarBytes { diagnostics.report(longString(range)) }
    return String(text)
  }

  private func range(_ tape: borrowing JSONTape, _ index: Int) -> SourceRange {
    let entry = tape[index]
    let start = base + Int(entry.sourceOffset)
    guard entry.kind == .string else {
      return SourceRange(file: file, bytes: start..<(start + Int(entry.length)))
    }
    let length = entry.isDecoded ? file.bytes.lengthOfString(at: start) : Int(entry.length) + 2
    return SourceRange(file: file, bytes: start..<(start + length))
  }
}

extension [UInt8] {
  /// The length of a JSON string from its opening to its closing quote, both included.
  fileprivate func lengthOfString(at quote: Int) -> Int {
    var index = quote + 1
    while index < count, self[index] != UInt8(ascii: "\"") {
      index += self[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return Swift.min(index + 1, count) - quote
  }
}

extension JSONReader {
  private var tooLong: Diagnostic {
    Diagnostic(
      "limit-exceeded", .error,
      "The file is \(file.bytes.count) bytes long. Split it. \(limits.hint("rule-file-bytes"))",
      at: SourceRange(file: file, bytes: 0..<0))
  }

  private func longString(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      "limit-exceeded", .error, "This string is too long. Shorten it. \(limits.hint("scalar-bytes"))",
      at: range)
  }

  private func diagnostic(of fault: JSONFault) -> Diagnostic {
    JSONFaultReport(file: file, base: base, limits: limits).diagnostic(of: fault)
  }
}
