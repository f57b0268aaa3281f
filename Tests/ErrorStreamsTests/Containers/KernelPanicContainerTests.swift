import ErrorStreams
import Testing

@Suite("Kernel panics of Apple's systems")
struct KernelPanicContainerTests {
  // Members as in blacktop/ipsw, pkg/crashlog/ips.go; the panic's text as in panic.go there.
  private static func report(_ key: String, _ text: String) -> [UInt8] {
    Array(
      """
      {"bug_type":"210","timestamp":"2026-11-21 01:41:20.00 +0100","os_version":"iPhone OS 18.1 (22B83)"}
      {
        "build" : "iPhone OS 18.1 (22B83)",
        "product" : "iPhone14,5",
        "kernel" : "Darwin Kernel Version 24.1.0",
        "incident" : "B2E0A7C2",
        "date" : "2026-11-21 01:41:19.48 +0100",
        "\(key)" : "\(text)",
        "panicFlags" : "0x802",
        "processByPid" : {"0" : {"pid" : 0, "procname" : "kernel_task"}}
      }

      """.utf8
    )
  }

  @Test("The kernel's first line is the message, without the processor, and the panicked task the origin")
  func task() throws {
    let read = try ReadStream(
      Self.report(
        "panicString",
        #"panic(cpu 1 caller 0xfffffff01c2b4a10): userspace watchdog timeout: no successful checkins from thermalmonitord\nDebugger message: panic\nPanicked task 0xffffffe1: 4242 pages, 12 threads: pid 31: watchdogd\nPanicked thread: 0xffffffe2\n"#
      )
    )
    #expect(read.format == "apple-panic")
    #expect(read.counts.malformed == 0)
    #expect(read.counts.passedOver == 1)
    #expect(
      read.records == [
        #"{"time":"2026-11-21T01:41:19.48+01:00","id":"B2E0A7C2","origin":"watchdogd","severity":"fatal","type":"panic","message":"userspace watchdog timeout: no successful checkins from thermalmonitord","platform":"darwin","attributes":{"flags":"0x802","kernel":"Darwin Kernel Version 24.1.0","os":"iPhone OS 18.1 (22B83)","model":"iPhone14,5"}}"#
      ]
    )
  }

  @Test("On macOS, too; without a task, the kernel is the origin")
  func mac() throws {
    let read = try ReadStream(
      Self.report("macOSPanicString", "Kernel trap at 0xffffff80, type 14=page fault")
    )
    #expect(read.records.count == 1)
    #expect(
      read.records.first?.contains(
        #""origin":"kernel","severity":"fatal","type":"panic","message":"Kernel trap at 0xffffff80, type 14=page fault""#
      ) == true
    )
  }
}
