import ErrorStreams
import Testing

@Suite("Failures as torchrun tells them")
struct TorchrunReportTests {
  /// As torchrun of PyTorch 2.11 writes it behind its error, shortened.
  private static func log(_ exitCode: String, _ traceback: [String]) -> String {
    let rule = "============================================================"
    let lines =
      [
        "E1127 23:04:37.213000 2259 torch/distributed/elastic/multiprocessing/api.py:986] failed (exitcode: \(exitCode)) local_rank: 1 (pid: 2282) of binary: /usr/bin/python3",
        "Traceback (most recent call last):",
        #"  File "/usr/lib/torch/distributed/run.py", line 994, in <module>"#,
        "    main()", "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: ", rule,
        "/srv/train/train.py FAILED", rule, "Failures:", "  <NO_OTHER_FAILURES>", rule,
        "Root Cause (first observed failure):", "[0]:", "  time      : 2026-11-27_23:04:36",
        "  host      : node1",
        "  rank      : 5 (local_rank: 1)", "  exitcode  : \(exitCode) (pid: 2282)", "  error_file: <N/A>",
      ] + traceback + [rule, ""]
    return lines.joined(separator: "\n")
  }

  private static func record(_ text: String) throws -> String {
    let read = try ReadStream(Array(text.utf8))
    #expect(read.counts.malformed == 0)
    #expect(read.records.count == 1)
    return read.records.first ?? ""
  }

  @Test("the code is the exit code of the process that failed first", arguments: ["1", "3", "-9"])
  func exitCodes(_ code: String) throws {
    let record = try Self.record(
      Self.log(
        code,
        ["  traceback : To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html"]
      )
    )
    #expect(record.contains("ChildFailedError\",\"code\":\(code),"))
    #expect(!record.contains("\"underlying\""))
  }

  @Test("the traceback in the report is the error's cause")
  func traceback() throws {
    let record = try Self.record(
      Self.log(
        "1",
        [
          "  traceback : Traceback (most recent call last):",
          #"    File "/srv/train/train.py", line 4, in main"#,
          "      raise ValueError('bad batch 7')", "  ValueError: bad batch 7", "  ",
        ]
      )
    )
    #expect(record.contains(#"ChildFailedError","code":1,"#))
    #expect(record.contains(#""underlying":[{"type":"ValueError""#))
    #expect(record.contains(#""message":"bad batch 7""#))
  }

  @Test("a process's error file is its error, with time and exit code")
  func errorFile() throws {
    let file =
      #"{"message": {"message": "ValueError: bad batch 7", "extraInfo": {"py_callstack": "Traceback (most recent call last):\n  File \"/srv/train/train.py\", line 4, in main\n    raise ValueError('bad batch 7')\nValueError: bad batch 7\n", "timestamp": "1795820676"}, "errorCode": 1}}"#
    let record = try Self.record(file)
    #expect(record.contains(#""time":"2026-11-27T23:04:36Z""#))
    #expect(record.contains(#""type":"ValueError""#))
    #expect(record.contains(#""code":1"#))
    #expect(record.contains(#""message":"bad batch 7""#))
  }

  private static func worker(_ error: String, prefix: String = "") -> String {
    ["Traceback (most recent call last):", #"  File "/srv/train/train.py", line 4, in main"#, error]
      .map { prefix + $0 + "\n" }.joined()
  }

  private static let told = [
    "  traceback : Traceback (most recent call last):", #"    File "/srv/train/train.py", line 4, in main"#,
    "      raise ValueError('bad batch 7')", "  ValueError: bad batch 7", "  ",
  ]
  private static let untold = [
    "  traceback : To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html"
  ]

  @Test("a worker's exception and the report of it are one failure", arguments: [told, untold])
  func oneFailure(_ traceback: [String]) throws {
    for prefix in ["", "[rank5]: "] {
      let record = try Self.record(
        Self.worker("ValueError: bad batch 7", prefix: prefix) + Self.log("1", traceback)
      )
      #expect(record.contains(#""type":"ValueError""#))
      #expect(record.contains(#""clock":"1127 23:04:37.213000""#))
      #expect(record.contains("\"code\":1"))
      #expect(!record.contains("\"underlying\""))
    }
  }

  @Test(
    "the report of another exception, another rank or a killed worker is a failure of its own",
    arguments: [
      (worker("KeyError: 'user'") + log("1", told)), (worker("KeyError: 'user'") + log("-9", untold)),
      (worker("ValueError: bad batch 7", prefix: "[rank0]: ") + log("1", told)),
    ]
  )
  func twoFailures(_ text: String) throws {
    let read = try ReadStream(Array(text.utf8))
    #expect(read.records.count == 2, "\(read.records)")
    #expect(read.counts.joined == 0)
  }

  @Test("with --apart the report stays a record")
  func apart() throws {
    let text = Self.worker("ValueError: bad batch 7") + Self.log("1", Self.told)
    let read = try ReadStream(Array(text.utf8), input: .detected(FormatTable(keepsApart: true)))
    #expect(read.records.count == 2)
  }
}
