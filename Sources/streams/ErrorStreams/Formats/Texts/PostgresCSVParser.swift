package import Bytes

/// The rows of PostgreSQL's csvlog, whose quoted columns may contain line breaks.
///
/// The columns are those of the documentation's table `postgres_log`; newer versions append more.
package struct PostgresCSVParser: LineParser, LineReader {
  package init() {}

  package var summary: String { "rows without a header, quoted as in CSV" }

  package var wholeRecords: TextMapping.Continuation? { .all }

  package func mayBegin(with byte: UInt8) -> Bool { byte.isDigit }

  /// `2026-11-21 01:41:19.483 UTC,`, and then a name in quotes or nothing.
  package func isBeginning(_ line: ByteSlice) -> Bool {
    guard let comma = line.firstIndex(of: UInt8(ascii: ",")), comma > 24, comma < 40,
      line[4] == UInt8(ascii: "-"), line[10] == UInt8(ascii: " "), line[13] == UInt8(ascii: ":"),
      line[19] == UInt8(ascii: "."), line[23] == UInt8(ascii: " "), comma + 1 < line.count
    else { return false }
    let next = line[comma + 1]
    return next == UInt8(ascii: "\"") || next == UInt8(ascii: ",")
  }

  package func appendDocument(of record: ByteSlice, to text: inout Buffer<UInt8>) -> Bool {
    guard isBeginning(record.firstLine) else { return false }
    let start = text.count
    var members = Buffer<UInt8>(capacity: record.count + 256)
    members.append(UInt8(ascii: "{"))
    var column = 0
    // A record that is cut off has its first columns, too.
    _ = TableRows(separator: UInt8(ascii: ",")).forEachColumn(of: record) { value in
      guard column < Self.columns.count else { return false }
      if !value.isEmpty { members.appendMember(ByteSlice(Self.columns[column]), value, objectAt: 0) }
      column += 1
      return true
    }
    guard column > 11 else {
      text.removeLast(text.count - start)
      return false
    }
    text.append(members.slice)
    text.append("}\n")
    return true
  }

  private static let columns: [StaticString] = [
    "log_time", "user_name", "database_name", "process_id", "connection_from", "session_id",
    "session_line_num", "command_tag", "session_start_time", "virtual_transaction_id", "transaction_id",
    "error_severity", "sql_state_code", "message", "detail", "hint", "internal_query", "internal_query_pos",
    "context", "query", "query_pos", "location", "application_name", "backend_type", "leader_pid", "query_id",
  ]
}
