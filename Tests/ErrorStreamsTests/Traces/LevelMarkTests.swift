import ErrorStreams
import Foundation
import Testing

@Suite("Levels of lines that neither begin with one nor have a time")
struct LevelMarkTests {
  @Test(
    "A program's last words are an error of their own among lines of another format",
    arguments: [
      #"{"level":"warn","ts":"2026-11-27T22:57:27.185Z","msg":"retrying"}"#,
      #"time="2026-11-27T22:57:27Z" level=warning msg=retrying"#,
      "2026-11-27 22:57:27 WARN retrying",
      "[WARNING] retrying",
    ]
  )
  func lastWords(record: String) throws {
    let read = try ReadStream(
      Array("\(record)\nError: no such volume\nfatal: not a repository\nWarning: no cache\n".utf8)
    )
    #expect(read.counts.malformed == 0)
    #expect(read.counts.continued == 0)
    #expect(
      read.records.dropFirst().map { Self.part($0, "severity") } == ["error", "fatal", "warning"],
      "\(read.records)"
    )
  }

  @Test("A program's name, or a place in a file, stands before the level, and is the origin")
  func behindName() throws {
    let read = try ReadStream(
      Array(
        """
        slurmd: error: no room on node n3
        slurmd: debug2: polling
        git-lfs: fatal: no remote
        pay.c:3:5: error: ‘x’ undeclared
            3 |     x = 1;
              |     ^
        cc: fatal error: no input files
        make[1]: *** [Makefile:3: pay.o] Error 1
        warning[W12]: unused
        debug1: reading the configuration

        """.utf8
      )
    )
    #expect(read.format == "plain")
    #expect(read.counts.malformed == 0)
    #expect(read.counts.notErrors == 2)
    #expect(
      read.records.map {
        "\(Self.part($0, "origin")) \(Self.part($0, "severity")) \(Self.part($0, "message"))"
      }
        == [
          "slurmd error no room on node n3", "git-lfs fatal no remote", "pay.c:3:5 error ‘x’ undeclared",
          "cc fatal no input files", "make[1] error [Makefile:3: pay.o] Error 1", " warning unused",
        ]
    )
    #expect(Self.part(read.records.last ?? "", "code") == "W12")
  }

  @Test("A label in brackets stands before the level, and is the origin")
  func label() throws {
    let read = try ReadStream(
      Array(
        """
        [ codes.vapor.application ] [ NOTICE ] Server starting on http://127.0.0.1:8080
        [ shop ] [ ERROR ] Abort.402: declined [request-id: 7]

        """.utf8
      )
    )
    #expect(read.format == "plain")
    #expect(read.counts.notErrors == 1)
    #expect(read.counts.malformed == 0)
    #expect(read.records.map { Self.part($0, "origin") } == ["shop"])
  }

  @Test("R's errors have the call as origin, and its warnings the next lines as message")
  func r() throws {
    let read = try ReadStream(
      Array(
        """
        [1] 5
        Error in library(pay) : there is no package called ‘pay’
        Execution halted
        Warning message:
        In f(1) : careful
        [1] 6
        Warning messages:
        1: In f(1) : careful
        2: In g(2) : slow
        Error in solve(m) :
          the system is singular

        """.utf8
      )
    )
    #expect(read.format == "plain")
    #expect(read.rejected.map { $0.line } == [1, 3, 6])
    #expect(
      read.records.map {
        "\(Self.part($0, "origin")) \(Self.part($0, "severity")) \(Self.part($0, "message"))"
      }
        == [
          "library(pay) error there is no package called ‘pay’", " warning In f(1) : careful",
          " warning 1: In f(1) : careful\n2: In g(2) : slow", "solve(m) error the system is singular",
        ]
    )
  }

  @Test("An error in a box is one record, with its place in a file as origin")
  func box() throws {
    let read = try ReadStream(
      Array(
        """
        ╷
        │ Error: Missing argument
        │ 
        │   on net.tf line 7, in resource "net" "a":
        │    7: resource "net" "a" {
        │ 
        │ The argument "range" is required.
        ╵
        ╷
        │ Warning: Value is never used
        ╵

        """.utf8
      )
    )
    #expect(read.format == "plain")
    #expect(read.records.map { Self.part($0, "message") } == ["Missing argument", "Value is never used"])
    #expect(read.records.map { Self.part($0, "origin") } == ["net.tf line 7", ""])
    #expect(read.counts.continued == 7)
  }

  @Test("Lines of one process between stars are one record, and the code is among them")
  func stars() throws {
    let read = try ReadStream(
      Array(
        """
        [n3:4821] *** An error occurred in MPI_Recv
        [n3:4821] *** reported by process [3283419137,0]
        [n3:4821] *** MPI_ERR_TRUNCATE: message truncated
        [n3:4821] *** MPI_ERRORS_ARE_FATAL (processes in this communicator will now abort)
        rank 1 ended

        """.utf8
      )
    )
    #expect(read.records.map { Self.part($0, "code") } == ["MPI_ERR_TRUNCATE"])
    #expect(read.counts.continued == 3)
    #expect(read.counts.malformed == 1)
  }

  @Test("A warning between stars is one, and a banner between stars belongs to no crash")
  func banners() throws {
    let read = try ReadStream(
      Array(
        """
        *** Starting the server (64bit) ***
        *** WARNING: running as root *** 
         *** WARNING: no master process ***
        *** Operational MODE: single process ***
        spawned worker 1
        [ERROR] no socket
        *** Stopping ***
        bye

        """.utf8
      )
    )
    #expect(read.format == "plain")
    #expect(
      read.records.map { Self.part($0, "message") } == ["running as root", "no master process", "no socket"]
    )
    #expect(read.counts.continued == 0)
    #expect(read.counts.malformed == 5)
  }

  @Test(
    "Prose and source code are no logs",
    arguments: [
      """
      # Pay

      A library: it charges cards. Errors: see below. At 12:30 it rests.
      Note: an error is a value.
      The fault at main.c line 12. Error in the plan: none.
      See also: the guide, error handling: part two.

      | key | meaning |
      1. First, install it: `brew install pay`
      *** Important *** read this first.
      """,
      """
      int main(void) {
        switch (code) { default: error = 1; break; }
      label: warning = 0;
        printf("error: %d", code);
      }
      std::error: value;
      """,
      """
      key: value
      time: 12:30:45
      steps:
        - run: make
      """,
    ]
  )
  func prose(text: String) throws {
    let read = try ReadStream(Array(text.utf8))
    #expect(read.format == "unknown", "\(read.records)")
    #expect(read.records.isEmpty)
  }

  /// A member of a record, or nothing.
  private static func part(_ record: String, _ name: String) -> String {
    let members = (try? JSONSerialization.jsonObject(with: Data(record.utf8))) as? [String: Any]
    return members?[name] as? String ?? ""
  }
}
