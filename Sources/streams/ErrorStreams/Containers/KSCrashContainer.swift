package import Bytes

/// KSCrash's report, which sentry-cocoa writes too (KSCrash's `KSCrashReportFields.h`).
package struct KSCrashContainer: DocumentContainer {
  package init() {}

  package var summary: String { "one report per file" }

  package var markers: Mapping.Markers { Mapping.Markers(["crash.error", "report", "system"]) }

  package func appendDocuments(
    of tape: borrowing JSONTape, to text: inout Buffer<UInt8>, leavingOut _: inout RecordQuickReject
  ) -> Int {
    guard let error = tape.place(of: ByteSlice("crash.error"), in: 0), tape[error].kind == .object else {
      return 0
    }
    var document = CrashDocument()
    document.append("time", at: tape.place(of: ByteSlice("report.timestamp"), in: 0), tape)
    document.append("incident", tape.string("report.id"))
    appendError(error, tape, to: &document)
    appendOrigin(tape, to: &document)
    document.append(Self.attributes, of: 0, tape)
    document.end(to: &text)
    return 1
  }

  private static let attributes: [(StaticString, StaticString)] = [
    ("signal", "crash.error.signal.name"), ("subtype", "crash.error.mach.code_name"),
    ("process", "system.process_name"), ("pid", "system.process_id"),
    ("bundle", "system.CFBundleIdentifier"), ("version", "system.CFBundleShortVersionString"),
    ("build", "system.CFBundleVersion"), ("system", "system.system_name"),
    ("os", "system.system_version"), ("model", "system.machine"), ("arch", "system.cpu_arch"),
    ("diagnosis", "crash.diagnosis"),
  ]

  /// The exception if its name is known, else the Mach exception, the signal, or KSCrash's own word (`deadlock`).
  private func appendError(_ error: Int, _ tape: borrowing JSONTape, to document: inout CrashDocument) {
    var exception = ByteSlice("")
    for path in ["nsexception.name", "cpp_exception.name", "user_reported.name"] as [StaticString]
    where exception.isEmpty {
      exception = tape.string(path, in: error)
    }
    let mach = tape.string("mach.exception_name", in: error)
    let signal = tape.string("signal.name", in: error)
    let kind = tape.string("type", in: error)
    // Of no kind but these do the names of the signal and the exception say what happened.
    let isOfSystem = kind.isEmpty || kind == "mach" || kind == "signal"
    let system = isOfSystem ? (mach.isEmpty ? signal : mach) : ByteSlice("")
    document.append("type", !exception.isEmpty ? exception : !system.isEmpty ? system : kind)
    if !exception.isEmpty { document.append("exception", mach) }
    let diagnosis = tape.string("crash.diagnosis")
    document.append(
      message: [
        tape.string("nsexception.reason", in: error), tape.string("reason", in: error), diagnosis.firstLine,
        tape.string("mach.code_name", in: error),
      ]
    )
    guard let number = tape.integer("signal.signal", in: error), number > 0 else { return }
    document.append("domain", ByteSlice("SIGNAL"))
    document.append("code", number)
  }

  private func appendOrigin(_ tape: borrowing JSONTape, to document: inout CrashDocument) {
    let threads = tape.place(of: ByteSlice("crash.threads"), in: 0)
    let thread = tape.first(in: threads) { tape.isTrue("crashed", in: $0) }
    if let thread {
      document.append("thread", tape.string("name", in: thread))
      document.append("queue", tape.string("dispatch_queue", in: thread))
    }
    let frames = thread.flatMap { tape.place(of: ByteSlice("backtrace.contents"), in: $0) }
    guard let frame = tape.first(in: frames, where: { isOwn($0, tape) }) else {
      document.append("origin", tape.string("system.process_name"))
      return
    }
    var offset: Int64?
    if let address = tape.integer("instruction_addr", in: frame),
      let image = tape.integer("object_addr", in: frame)
    {
      offset = address &- image
    }
    document.append(
      origin: tape.string("symbol_name", in: frame), image: tape.string("object_name", in: frame),
      offset: offset)
  }

  /// Whether the frame is the app's, by the file of its image; without its address there, by the program's name.
  private func isOwn(_ frame: Int, _ tape: borrowing JSONTape) -> Bool {
    let name = tape.string("object_name", in: frame)
    guard !name.isEmpty else { return false }
    let program = tape.string("system.CFBundleExecutablePath")
    if let address = tape.integer("object_addr", in: frame),
      let image = tape.first(
        in: tape.member(ByteSlice("binary_images"), of: 0),
        where: { tape.integer("image_addr", in: $0) == address })
    {
      let path = tape.string("name", in: image)
      return path == program || !SystemImage.has(path: path)
    }
    return name == tape.string("system.process_name") || name == tape.string("system.CFBundleExecutable")
  }
}
