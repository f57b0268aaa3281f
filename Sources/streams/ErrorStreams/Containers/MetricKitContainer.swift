package import Bytes

/// `MXDiagnosticPayload.jsonRepresentation()`: each of its diagnostics is a document.
package struct MetricKitContainer: DocumentContainer {
  package init() {}

  package var summary: String { "one payload per line, or one per file" }

  package var markers: Mapping.Markers {
    Mapping.Markers(
      any: [
        ["timeStampEnd", "timeStampBegin"],
        [
          "crashDiagnostics", "hangDiagnostics", "cpuExceptionDiagnostics", "diskWriteExceptionDiagnostics",
          "appLaunchDiagnostics",
        ],
      ]
    )
  }

  package func appendDocuments(
    of tape: borrowing JSONTape, to text: inout Buffer<UInt8>, leavingOut _: inout RecordQuickReject
  ) -> Int {
    var count = 0
    var documents = Buffer<UInt8>(capacity: 1_024)
    for (list, kind) in Self.kinds {
      _ = tape.first(in: tape.member(ByteSlice(list), of: 0)) { diagnostic in
        guard tape[diagnostic].kind == .object else { return false }
        count += 1
        append(diagnostic, kind, tape, to: &documents)
        return false
      }
    }
    text.append(documents.slice)
    return count
  }

  /// The type of a diagnostic without an exception.
  private static let kinds: [(list: StaticString, kind: StaticString)] = [
    ("crashDiagnostics", "crash"), ("hangDiagnostics", "hang"),
    ("cpuExceptionDiagnostics", "cpuException"), ("diskWriteExceptionDiagnostics", "diskWriteException"),
    ("appLaunchDiagnostics", "appLaunch"),
  ]

  private func append(
    _ diagnostic: Int, _ kind: StaticString, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>
  ) {
    var document = CrashDocument()
    // Somewhere in the payload's interval; the beginning may be a day before.
    let end = tape.string("timeStampEnd")
    document.append("time", end.isEmpty ? tape.string("timeStampBegin") : end)
    let isCrash = ByteSlice(kind) == "crash"
    if !isCrash { document.append("severity", ByteSlice("warning")) }
    if let data = tape.member(ByteSlice("diagnosticMetaData"), of: diagnostic) {
      appendError(data, kind, tape, to: &document)
      document.append(Self.attributes, of: data, tape)
    } else {
      document.append("type", ByteSlice(kind))
    }
    appendOrigin(diagnostic, tape, to: &document)
    document.end(to: &text)
  }

  private static let attributes: [(StaticString, StaticString)] = [
    ("duration", "hangDuration"), ("cpuTime", "totalCPUTime"), ("sampled", "totalSampledTime"),
    ("written", "writesCaused"), ("launchDuration", "launchDuration"),
    ("pid", "pid"), ("bundle", "bundleIdentifier"), ("version", "appVersion"), ("build", "appBuildVersion"),
    ("os", "osVersion"), ("model", "deviceType"), ("arch", "platformArchitecture"),
    ("region", "virtualMemoryRegionInfo"),
  ]

  private func appendError(
    _ data: Int, _ kind: StaticString, _ tape: borrowing JSONTape, to document: inout CrashDocument
  ) {
    let exception = tape.string("objectiveCexceptionReason.exceptionName", in: data)
    let mach = Self.name(tape.integer("exceptionType", in: data), in: Self.exceptions)
    let signal = Self.name(tape.integer("signal", in: data), in: Self.signals)
    let system = mach.isEmpty ? signal : mach
    document.append("type", !exception.isEmpty ? exception : !system.isEmpty ? system : ByteSlice(kind))
    if !exception.isEmpty { document.append("exception", mach) }
    document.append("signal", signal)
    document.append("codes", at: tape.member(ByteSlice("exceptionCode"), of: data), tape)
    let termination = tape.string("terminationReason", in: data)
    let reason = TerminationReason(termination)
    document.append(
      message: [
        tape.string("objectiveCexceptionReason.composedMessage", in: data), reason.indicator, termination,
        tape.string("hangDuration", in: data),
      ]
    )
    document.append(reason)
  }

  /// The first frame outside of the system, from the top of the stack on. A payload has no paths of images.
  private func appendOrigin(_ diagnostic: Int, _ tape: borrowing JSONTape, to document: inout CrashDocument) {
    let stacks = tape.place(of: ByteSlice("callStackTree.callStacks"), in: diagnostic)
    let thread =
      tape.first(in: stacks) { tape.isTrue("threadAttributed", in: $0) }
      ?? tape.first(in: stacks) { _ in true }
    var frame = thread.flatMap {
      tape.first(in: tape.member(ByteSlice("callStackRootFrames"), of: $0)) { _ in true }
    }
    while let place = frame {
      let image = tape.string("binaryName", in: place)
      if !image.isEmpty, !SystemImage.has(name: image) {
        document.append(
          origin: ByteSlice(""), image: image, offset: tape.integer("offsetIntoBinaryTextSegment", in: place))
        return
      }
      frame = tape.first(in: tape.member(ByteSlice("subFrames"), of: place)) { _ in true }
    }
  }

  private static func name(_ number: Int64?, in names: [(Int64, StaticString)]) -> ByteSlice {
    names.first { $0.0 == number }.map { ByteSlice($0.1) } ?? ByteSlice("")
  }

  /// XNU, osfmk/mach/exception_types.h.
  private static let exceptions: [(Int64, StaticString)] = [
    (1, "EXC_BAD_ACCESS"), (2, "EXC_BAD_INSTRUCTION"), (3, "EXC_ARITHMETIC"), (4, "EXC_EMULATION"),
    (5, "EXC_SOFTWARE"), (6, "EXC_BREAKPOINT"), (7, "EXC_SYSCALL"), (8, "EXC_MACH_SYSCALL"),
    (9, "EXC_RPC_ALERT"), (10, "EXC_CRASH"), (11, "EXC_RESOURCE"), (12, "EXC_GUARD"),
  ]

  /// Darwin's signal(3).
  private static let signals: [(Int64, StaticString)] = [
    (1, "SIGHUP"), (2, "SIGINT"), (3, "SIGQUIT"), (4, "SIGILL"), (5, "SIGTRAP"), (6, "SIGABRT"),
    (7, "SIGEMT"), (8, "SIGFPE"), (9, "SIGKILL"), (10, "SIGBUS"), (11, "SIGSEGV"), (12, "SIGSYS"),
    (13, "SIGPIPE"), (14, "SIGALRM"), (15, "SIGTERM"), (24, "SIGXCPU"), (25, "SIGXFSZ"),
  ]
}
