import Checks
import Replay
internal import Bytes
internal import Source

enum FailOn {
  /// - Parameter option: the one with the expressions.
  static func gates(_ texts: [String], _ vocabulary: GateVocabulary, option: String = "--fail-on") throws
    -> [GateExpression]
  {
    try texts.map { try gate($0, vocabulary, option) }
  }

  static func gates(
    _ configured: [Configuration.Gate], _ vocabulary: GateVocabulary, _ terminalStyle: TerminalStyle
  ) throws -> [GateExpression] {
    var gates: [GateExpression] = []
    var findings: [Diagnostic] = []
    for gate in configured {
      do throws(GateFault) {
        var expression = try GateExpression(gate.text, vocabulary)
        expression.place = gate.place
        gates.append(expression)
      } catch {
        findings.append(
          Diagnostic("wrong-value", .error, error.message, at: gate.range(atColumn: error.column)))
      }
    }
    if !findings.isEmpty { throw try Configurations.failure(findings, terminalStyle) }
    return gates
  }

  /// Throws if any expression holds, with a message if no report shows it, or if one counts by a field that no error has.
  static func check(_ results: [GateResult], areShown: Bool) throws {
    let faults = results.compactMap { result in result.fault.map { "\(name(of: result))\($0)" } }
    // A gate that counts nothing holds or does not hold by mistake.
    let failing = results.filter { $0.fails && $0.fault == nil }
    let messages = failing.map { result in
      let gate = "“\(result.expression)” holds: \(result.reason)."
      return result.place.map { "\($0): \(gate)" } ?? "--fail-on \(gate)"
    }
    if !failing.isEmpty {
      throw CommandFailure(.findings, ((areShown ? [] : messages) + faults).map { EscapedText.of($0) })
    }
    guard faults.isEmpty else { throw CommandFailure(.usage, faults.map { EscapedText.of($0) }) }
  }

  private static func name(of result: GateResult) -> String { "\(result.place ?? "--fail-on"): " }

  private static func gate(_ text: String, _ vocabulary: GateVocabulary, _ option: String) throws
    -> GateExpression
  {
    do throws(GateFault) {
      return try GateExpression(text, vocabulary)
    } catch {
      let before = String(String.UnicodeScalarView(text.unicodeScalars.prefix(error.column - 1)))
      let indent = String(repeating: " ", count: EscapedText.width(of: EscapedText.of(before)))
      throw CommandFailure(
        .usage, ["\(option), column \(error.column): \(error.message)", "  \(text)", "  \(indent)^"])
    }
  }
}

extension Configuration.Gate {
  fileprivate var place: String {
    let position = range.file.position(of: range.bytes.lowerBound)
    return "\(range.file.name):\(position.line):\(position.column)"
  }

  /// The part of the file from a column of the expression on; all of it if it is not written as it is read.
  fileprivate func range(atColumn column: Int) -> SourceRange {
    let written = Array(range.text.utf8)
    let quotes = written.first == UInt8(ascii: "\"") || written.first == UInt8(ascii: "'") ? 1 : 0
    guard written.count == text.utf8.count + 2 * quotes else { return range }
    let before = String(String.UnicodeScalarView(text.unicodeScalars.prefix(column - 1))).utf8.count
    let start = min(range.bytes.lowerBound + quotes + before, range.bytes.upperBound)
    return SourceRange(file: range.file, bytes: start..<max(start, range.bytes.upperBound - quotes))
  }
}
