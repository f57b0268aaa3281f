package import Bytes

/// The body of a kernel panic's report (`panic-full-….ips`): the kernel's last words, and the system's state.
package struct KernelPanicContainer: DocumentContainer {
  package init() {}

  package var summary: String { "a line with a header, then the report" }

  package var markers: Mapping.Markers { Mapping.Markers([], any: [["panicString", "macOSPanicString"]]) }

  package func appendDocuments(
    of tape: borrowing JSONTape, to text: inout Buffer<UInt8>, leavingOut _: inout RecordQuickReject
  ) -> Int {
    let last = tape.string("panicString")
    let words = last.isEmpty ? tape.string("macOSPanicString") : last
    var document = CrashDocument()
    document.append("time", tape.string("date"))
    document.append("incident", tape.string("incident"))
    let task = Self.task(of: words)
    document.append("origin", task.isEmpty ? ByteSlice("kernel") : task)
    document.append("type", ByteSlice("panic"))
    document.append("message", Self.message(of: words))
    document.append(Self.attributes, of: 0, tape)
    document.end(to: &text)
    return 1
  }

  private static let attributes: [(StaticString, StaticString)] = [
    ("flags", "panicFlags"), ("kernel", "kernel"), ("os", "build"), ("model", "product"),
  ]

  /// The first line, behind `panic(cpu 1 caller 0xfffffff0): `.
  private static func message(of words: ByteSlice) -> ByteSlice {
    let line = words.firstLine
    let close = ByteSlice("): ")
    guard line.hasPrefix(ByteSlice("panic(")), let place = line.firstIndex(of: close) else { return line }
    return line[(place + close.count)..<line.count].trimmed
  }

  /// `Panicked task 0xffffffe1: 4242 pages, 12 threads: pid 31: backboardd`
  private static func task(of words: ByteSlice) -> ByteSlice {
    guard let place = words.firstIndex(of: ByteSlice("\nPanicked task ")) else { return ByteSlice("") }
    let line = words[(place + 1)..<words.count].firstLine
    guard let pid = line.firstIndex(of: ByteSlice(": pid ")),
      let colon = line.firstIndex(of: ByteSlice(": "), from: pid + 1)
    else { return ByteSlice("") }
    return line[(colon + 2)..<line.count].trimmed
  }
}
