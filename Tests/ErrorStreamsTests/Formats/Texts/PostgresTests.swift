import ErrorStreams
import Testing

@Suite("PostgreSQL's server log")
struct PostgresTests {
  private static let entries = [
    "LOG:  database system is ready to accept connections",
    #"ERROR:  duplicate key value violates unique constraint "t_pkey""#,
    "DETAIL:  Key (id)=(1) already exists.",
    "STATEMENT:  insert into t values (1)", "FATAL:  terminating connection due to administrator command",
  ]

  @Test(
    "Whatever the prefix, the level before two blanks says what is an error",
    arguments: [
      "2026-11-28 00:51:03.127 UTC [24727] ", "2026-11-28 00:51:03.127 UTC [24727] app@shop ",
      "2026-11-28 00:51:03 UTC [24727]: [3-1] user=app,db=shop,app=psql,client=10.0.0.7 ",
      "2026-11-28 00:51:03 UTC:10.0.0.7(50108):app@shop:[24727]:",
      "2026-11-28 00:51:03 UTC [24727]: [3-1] db=shop,user=app ",
      "2026-11-28 00:51:03.127 UTC 10.0.0.7 shop app ", "2026-11-28 00:51:03 UTC-6567f0a7.6097-",
      "1795826263.127 [24727] ",
      "2026-11-28 00:51:03.127 UTC 24727 ",
    ]
  )
  func prefixes(prefix: String) throws {
    let read = try ReadStream(Array(Self.entries.map { "\(prefix)\($0)\n" }.joined().utf8))
    #expect(read.format == "postgres")
    #expect(read.records.count == 2)
    #expect(read.counts.notErrors == 3)
    #expect(read.records.first?.contains(#""severity":"error","message":"duplicate key value"#) == true)
    #expect(read.records.allSatisfy { $0.contains(#""time":"2026-11-28T00:"#) })
  }

  @Test(
    "The SQLSTATE before the level or behind it is the code",
    arguments: [
      ("2026-11-28 00:51:03.127 UTC [24727] app@shop 23505 ", "ERROR:  duplicate key"),
      ("2026-11-28 00:51:03.127 UTC [24727] 23505 ", "ERROR:  duplicate key"),
      ("2026-11-28 00:51:03.127 UTC [24727] app@shop ", "ERROR:  23505: duplicate key"),
      ("2026-11-28 00:51:03.127 UTC app shop 23505: ", "ERROR:  duplicate key"),
    ]
  )
  func codes(prefix: String, entry: String) throws {
    let record = try #require(try ReadStream(Array("\(prefix)\(entry)\n".utf8)).records.first)
    #expect(record.contains(#""message":"duplicate key","#))
    #expect(record.contains(#""code":"23505""#))
  }

  @Test(
    "The database is the origin, where the prefix names it",
    arguments: ["user=app,db=shop,app=psql ", "[24727] app@shop 23505 ", "app@shop:[24727]:"]
  )
  func origins(prefix: String) throws {
    let line = "2026-11-28 00:51:03.127 UTC \(prefix)ERROR:  duplicate key\n"
    #expect(try ReadStream(Array(line.utf8)).records.first?.contains(#""origin":"shop""#) == true)
  }
}
