import ErrorStreams
import Testing

@Suite("PostgreSQL's csvlog")
struct PostgresCSVParserTests {
  private static let start =
    #"2026-11-21 01:41:19.483 UTC,"app","shop",17,"[local]",6a1f.11,3,"SELECT",2026-11-21 01:40:02 UTC,3/7,0,"#

  @Test("A quoted column may have line breaks, blank lines and doubled quotes")
  func quotes() throws {
    let row =
      Self.start + #"ERROR,42P01,"relation ""a"""# + "\n\n" + #"is gone",,,,,,,,,"psql","client backend",,0"#
    let read = try ReadStream(Array("\(row)\n\(row)\n".utf8))
    #expect(read.format == "postgres-csv")
    #expect(read.records.count == 2)
    #expect(read.records[0].contains(#""code":"42P01","message":"relation \"a\"\n\nis gone""#))
    #expect(read.counts.malformed == 0)
  }

  @Test("Rows of older versions have fewer columns, and a row that is cut off keeps those that are whole")
  func columns() throws {
    let old = Self.start + #"FATAL,57P01,"terminating connection",,,,,,,,,"psql""#
    let cut = Self.start + #"ERROR,23505,"duplicate key",,,,,,"insert into"#
    let read = try ReadStream(Array("\(old)\n\(cut)\n".utf8))
    #expect(read.records.count == 2)
    #expect(
      read.records[0].contains(#""severity":"fatal","code":"57P01","message":"terminating connection""#)
    )
    #expect(read.records[1].contains(#""severity":"error","code":"23505","message":"duplicate key""#))
  }

  @Test("A row with text after a closing quote is rejected with its further lines, and the next row is read")
  func textAfterQuote() throws {
    let row = Self.start + #"ERROR,23505,"duplicate key",,,,,,"insert into"# + "\n" + #"orders",,,"psql""#
    let torn = row.replacing(#""shop","#, with: #""shop"2,"#)
    let read = try ReadStream(Array("\(row)\n\(torn)\n\(row)\n".utf8))
    #expect(read.records.count == 2)
    #expect(read.rejected.map { $0.line } == [3])
    #expect(read.counts.malformed == 1)
    #expect(read.counts.continued == 3)
    #expect(read.counts.lines == 6)
  }

  @Test("Messages below warning are not errors")
  func levels() throws {
    let row = Self.start + #"LOG,00000,"checkpoint starting",,,,,,,,,"","checkpointer",,0"#
    let read = try ReadStream(Array("\(row)\n".utf8))
    #expect(read.format == "postgres-csv")
    #expect(read.counts.notErrors == 1)
  }
}
