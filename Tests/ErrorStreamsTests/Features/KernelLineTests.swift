import ErrorStreams
import Foundation
import RuleEngine
import Testing

@Suite("Lines of Linux's kernel")
struct KernelLineTests {
  private static let messages = [
    "usb 1-1: new high-speed USB device number 2",
    "INFO: task jbd2/sda1-8:312 blocked for more than 120 seconds.",
    "INFO: rcu_sched self-detected stall on CPU", "rcu: INFO: rcu_preempt detected stalls on CPUs/tasks:",
    "INFO: NMI handler (perf_event_nmi_handler) took too long to run: 1.206 msecs",
    "INFO: trying to register non-static key.",
    "WARNING: CPU: 1 PID: 312 at net/sched/sch_generic.c:525 dev_watchdog+0x21/0x30",
    "PANIC: double fault, error_code: 0x0",
  ]

  /// The severity and the message of each error.
  private static let errors = [
    "error INFO: task jbd2/sda1-8:312 blocked for more than 120 seconds.",
    "error INFO: rcu_sched self-detected stall on CPU",
    "error rcu: INFO: rcu_preempt detected stalls on CPUs/tasks:",
    "error INFO: trying to register non-static key.",
    "warning CPU: 1 PID: 312 at net/sched/sch_generic.c:525 dev_watchdog+0x21/0x30",
    "fatal double fault, error_code: 0x0",
  ]

  /// What stands before the kernel's message in dmesg, journalctl's styles, and files of syslog.
  private static let prefixes = [
    "[   12.345678] ", "Nov 27 23:46:05 vm kernel: ", "Nov 27 23:46:05 vm kernel: [   12.345678] ",
    "2026-11-27T23:46:05+00:00 vm kernel: ", "2026-11-27T23:46:05+00:00 vm kernel: [   12.345678] ",
    "Nov 27 23:46:05.123456 vm kernel: ", "Fri 2026-11-27 23:46:05 UTC vm kernel: ",
    "1795820150.123456 vm kernel: ", "[   12.345678] vm kernel: ", "<6>Nov 27 23:46:05 vm kernel: ",
    "<6>1 2026-11-27T23:46:05Z vm kernel - - - ",
  ]

  @Test("are the same errors in every log, whatever levels their words look like", arguments: prefixes)
  func levels(prefix: String) throws {
    let text = Self.messages.map { prefix + $0 + "\n" }.joined()
    let read = try ReadStream(Array(text.utf8))
    let found = try read.records.map { record in
      let object = try #require(try JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any])
      #expect(object["origin"] as? String == "kernel")
      return [object["severity"], object["message"]].map { $0 as? String ?? "-" }.joined(separator: " ")
    }
    #expect(found == Self.errors, "\(read.format)")
  }
}
