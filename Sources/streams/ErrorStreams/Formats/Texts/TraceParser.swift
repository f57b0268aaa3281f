package import Bytes

/// Stack traces and crash reports from standard error, without a log around them.
package struct TraceParser: LineParser, LineReader {
  package init() {}

  package var summary: String { "a stack trace or crash report without a log around it" }

  package var wholeRecords: TextMapping.Continuation? { .traces }

  package func isBeginning(_ line: ByteSlice) -> Bool {
    TraceLines.isTraceback(line)
      || line.hasPrefix(ByteSlice("Exception in thread \"")) || TraceLines.isExceptionName(line)
      || TraceLines.isBareError(line) || TraceLines.isGroup(line)
      || TraceLines.isCrash(line) || line.contains("Program crashed: ") || TraceLines.isBeforeError(line)
      || UncaughtException.isBeginning(line) || RubyTrace.isBeginning(line)
      || PHPTrace.isBeginning(line)
      || line.trimmedAtEnd == "Error" || NodeErrorText.isBracketed(line) || KernelAssertion.isLine(line)
      || LineTag.isHeading(line) || RayTrace.isHeading(line)
      || PerlTrace.message(line) != nil || ElixirErrorText.isBeginning(line)
      || HaskellTrace.isUncaught(line)
  }

  package func appendDocument(of record: ByteSlice, to text: inout Buffer<UInt8>) -> Bool {
    let line = record[0..<(record.firstIndex(of: UInt8(ascii: "\n")) ?? record.count)]
    guard isBeginning(line) || HaskellTrace.isBeginning(record) else { return false }
    let assertions = KernelAssertion.count(atBeginningOf: record)
    // Without an error behind them, the first is the message.
    let tag = LineTag(line)
    let start = tag.map { line.count - $0.text.count } ?? assertions.end
    let trace = record[TerminalCodes.end(ofColorAt: start, in: record)..<record.count].trimmed
    text.append("{\"trace\":")
    JSONText.append(string: trace.isEmpty ? line.trimmed : trace, to: &text)
    if assertions.lines > 0 {
      if !trace.isEmpty {
        text.append(",\"assertion\":")
        JSONText.append(string: line.trimmed, to: &text)
      }
      text.append(",\"assertions\":")
      JSONText.append(integer: Int64(assertions.lines), to: &text)
    }
    if let tag {
      text.append(tag.isProcess ? ",\"pid\":" : ",\"rank\":")
      JSONText.append(string: tag.number, to: &text)
    }
    let program = HaskellTrace.program(record)
    if !program.isEmpty {
      text.append(",\"program\":")
      JSONText.append(string: program, to: &text)
    }
    text.append("}\n")
    return true
  }
}
