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
    "Without a time at its beginning, the log is known by its own words",
    arguments: [
      "", "[24727] ", "app@shop [24727] 23505 ", "psql app shop 10.0.0.7 ", "shop:app:24727: ", "23505: ",
      "3|24727|app|shop|23505|", "user=app db=shop pid=24727 sqlstate=23505 ", "6567f0a7.6097-3 ",
      "postgres[24727]: [3-1] ", "{24727} ", "[] [] ", "app=shop=24727>", " 0 24727 ",
    ]
  )
  func untimed(prefix: String) throws {
    let read = try ReadStream(Array(Self.entries.map { "\(prefix)\($0)\n" }.joined().utf8))
    #expect(read.format == "postgres")
    #expect(read.records.count == 2)
    #expect(read.counts.malformed == 0)
    #expect(read.records.first?.contains(#""severity":"error""#) == true)
    #expect(read.records.first?.contains(#""message":"duplicate key value"#) == true)
    #expect(read.records.first?.contains(#""code":"23505""#) == prefix.contains("23505"))
  }

  @Test(
    "A time anywhere in the prefix is the time",
    arguments: [
      "t=2026-11-28 00:51:03 UTC p=24727 u=app,db=shop ", "10.0.0.7 3 app [2026-11-28 00:51:03 UTC] ",
      "< 2026-11-28 00:51:03.127 UTC > ",
    ]
  )
  func innerTimes(prefix: String) throws {
    let read = try ReadStream(Array(Self.entries.map { "\(prefix)\($0)\n" }.joined().utf8))
    #expect(read.records.count == 2)
    #expect(read.records.allSatisfy { $0.hasPrefix(#"{"time":"2026-11-28T00:51:03"#) })
  }

  @Test("What a client repeats of the server's message is of the client's error")
  func clients() throws {
    let log = """
      2026-11-30 10:00:00,123 ERROR app: not saved
      Traceback (most recent call last):
        File "/app/a.py", line 3, in save
      psycopg2.errors.UniqueViolation: duplicate key value violates unique constraint "t_pkey"
      DETAIL:  Key (id)=(1) already exists.
      psql: error: connection to server at "10.0.0.7", port 5432 failed: FATAL:  database "nix" does not exist
      """
    let read = try ReadStream(Array(log.utf8))
    #expect(read.records.count == 2)
    #expect(read.records.first?.contains("DETAIL:  Key (id)=(1) already exists.") == true)
    #expect(read.records.last?.contains(#""origin":"psql""#) == true)
  }

  @Test("Each line that libpq writes about a server it tried is of the client's message")
  func attempts() throws {
    let log = """
      2026-11-30 10:00:00,123 ERROR app: not saved
      Traceback (most recent call last):
        File "/app/a.py", line 3, in save
      psycopg.OperationalError: connection failed: connection to server at "::1", port 5432 failed: FATAL:  no such user "app"
      connection to server at "10.0.0.7", port 5432 failed: FATAL:  no such user "app"
      connection to server on socket "/run/.s.PGSQL.5432" failed: FATAL:  no such user "app"
      2026-11-30 10:00:01,123 INFO app: next
      """
    let read = try ReadStream(Array(log.utf8))
    #expect(read.counts.malformed == 0)
    #expect(read.counts.continued == 5)
    #expect(read.records.first?.contains("PGSQL.5432") == true)
  }

  @Test(
    "The SQLSTATE before the level or behind it is the code",
    arguments: [
      ("2026-11-28 00:51:03.127 UTC [24727] app@shop 23505 ", "ERROR:  duplicate key"),
      ("2026-11-28 00:51:03.127 UTC [24727] 23505 ", "ERROR:  duplicate key"),
      ("2026-11-28 00:51:03.127 UTC [24727] app@shop ", "ERROR:  23505: duplicate key"),
      ("2026-11-28 00:51:03.127 UTC app shop 23505: ", "ERROR:  duplicate key"),
      ("2026-11-28 00:51:03.127 UTC 23505 [24727] app@shop ", "ERROR:  duplicate key"),
    ]
  )
  func codes(prefix: String, entry: String) throws {
    let record = try #require(try ReadStream(Array("\(prefix)\(entry)\n".utf8)).records.first)
    #expect(record.contains(#""message":"duplicate key","#))
    #expect(record.contains(#""code":"23505""#))
  }

  @Test(
    "The number of a process is not a code",
    arguments: ["[24727] ", "24727 ", "p=24727 ", "app 24727: ", "2026-11-28 00:51:03.127 UTC app 24727 "]
  )
  func processes(prefix: String) throws {
    let log = "\(prefix)ERROR:  duplicate key\n\(prefix)STATEMENT:  insert\n"
    #expect(try ReadStream(Array(log.utf8)).records.map { $0.contains(#""code""#) } == [false])
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
