package import Bytes

/// Stack traces and crash reports from standard error, without a log around them.
package struct TraceParser: LineParser, LineReader {
  package init() {}

  package var summary: String { "a stack trace or crash report without a log around it" }

  package var wholeRecords: TextMapping.Continuation? { .traces }

  package func isBeginning(_ line: ByteSlice) -> Bool {
    line.hasPrefix(ByteSlice("Traceback (most recent call last):"))
      || line.hasPrefix(ByteSlice("Exception in thread \"")) || TraceLines.isExceptionName(line)
      || TraceLines.isBareError(line) || TraceLines.isGroup(line)
      || TraceLines.isCrash(line) || line.contains("Program crashed: ") || TraceLines.isBeforeError(line)
      || UncaughtException.isBeginning(line) || RubyTrace.isBeginning(line)
      || PHPTrace.isBeginning(line)
      || line.trimmedAtEnd == "Error" || NodeErrorText.isBracketed(line) || KernelAssertion.isLine(line)
  }

  package func appendDocument(of record: ByteSlice, to text: inout Buffer<UInt8>) -> Bool {
    let line = record[0..<(record.firstIndex(of: UInt8(ascii: "\n")) ?? record.count)]
    guard isBeginning(line) else { return false }
    let assertions = KernelAssertion.count(atBeginningOf: record)
    // Without an error behind them, the first is the message.
    let trace = record[assertions.end..<record.count].trimmed
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
    text.append("}\n")
    return true
  }
}
