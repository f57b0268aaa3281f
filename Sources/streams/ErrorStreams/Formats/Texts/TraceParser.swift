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
      || line.trimmedAtEnd == "Error" || NodeErrorText.isBracketed(line)
  }

  package func appendDocument(of record: ByteSlice, to text: inout Buffer<UInt8>) -> Bool {
    let line = record[0..<(record.firstIndex(of: UInt8(ascii: "\n")) ?? record.count)]
    guard isBeginning(line) else { return false }
    text.append("{\"trace\":")
    JSONText.append(string: record.trimmed, to: &text)
    text.append("}\n")
    return true
  }
}
