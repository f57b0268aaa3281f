package import Bytes

/// The body of an Apple crash report (`.ips`), as in Apple's “Interpreting the JSON format of a crash report”.
/// The line before it, the header, says nothing that the body does not.
package struct AppleCrashContainer: DocumentContainer {
  package init() {}

  package var summary: String { "a line with a header, then the report" }

  package var markers: Mapping.Markers { Mapping.Markers(["procName", "threads", "usedImages"]) }

  package func appendDocuments(
    of tape: borrowing JSONTape, to text: inout Buffer<UInt8>, leavingOut _: inout RecordQuickReject
  ) -> Int {
    var document = CrashDocument()
    document.append("time", tape.string("captureTime"))
    document.append("incident", tape.string("incident"))
    appendError(tape, to: &document)
    appendOrigin(tape, to: &document)
    document.append(Self.attributes, of: 0, tape)
    document.end(to: &text)
    return 1
  }

  private static let attributes: [(StaticString, StaticString)] = [
    ("signal", "exception.signal"), ("subtype", "exception.subtype"), ("codes", "exception.codes"),
    ("process", "procName"), ("pid", "pid"), ("bundle", "bundleInfo.CFBundleIdentifier"),
    ("version", "bundleInfo.CFBundleShortVersionString"), ("build", "bundleInfo.CFBundleVersion"),
    ("os", "osVersion.train"), ("model", "modelCode"), ("arch", "cpuType"),
  ]

  /// The exception if its name is known, else the Mach exception.
  private func appendError(_ tape: borrowing JSONTape, to document: inout CrashDocument) {
    var exception = ErrorTexts.Error(
      type: tape.string("exceptionReason.name"), message: tape.string("exceptionReason.composed_message"))
    var said = ByteSlice("")
    if let texts = tape.member(ByteSlice("asi"), of: 0), tape[texts].kind == .object {
      var key = texts + 1
      while key < Int(tape[texts].end) {
        tape.eachString(at: key + 1) { text in
          if let last = UncaughtException.read(text) {
            if exception.type.isEmpty { exception = last }
          } else if said.isEmpty || said == "abort() called" {
            said = text
          }
        }
        key = Int(tape[key + 1].end)
      }
    }
    let kind = tape.string("exception.type")
    document.append("type", exception.type.isEmpty ? kind : exception.type)
    if !exception.type.isEmpty { document.append("exception", kind) }
    var details = ByteSlice("")
    for path in ["termination.reasons", "termination.details"] as [StaticString] {
      guard let list = tape.place(of: ByteSlice(path), in: 0) else { continue }
      tape.eachString(at: list) { if details.isEmpty { details = $0 } }
    }
    document.append(
      message: [
        exception.message, SwiftFatalError.message(of: said), details, tape.string("exception.message"),
        tape.string("exception.subtype"), tape.string("termination.indicator"),
      ]
    )
    document.append("domain", tape.string("termination.namespace"))
    document.append("code", at: tape.place(of: ByteSlice("termination.code"), in: 0), tape)
  }

  /// The first frame outside of the system: where the exception was thrown, or else of the crashed thread.
  private func appendOrigin(_ tape: borrowing JSONTape, to document: inout CrashDocument) {
    let thread = crashedThread(tape)
    if let thread {
      document.append("thread", tape.string("name", in: thread))
      document.append("queue", tape.string("queue", in: thread))
    }
    let frames = thread.flatMap { tape.member(ByteSlice("frames"), of: $0) }
    guard
      let frame = ownFrame(of: tape.member(ByteSlice("lastExceptionBacktrace"), of: 0), tape)
        ?? ownFrame(of: frames, tape)
    else {
      document.append("origin", tape.string("procName"))
      return
    }
    document.append(
      origin: tape.string("symbol", in: frame),
      image: image(of: frame, tape).map { tape.string("name", in: $0) } ?? ByteSlice(""),
      offset: tape.integer("imageOffset", in: frame))
    document.append("file", tape.string("sourceFile", in: frame))
    document.append("line", at: tape.member(ByteSlice("sourceLine"), of: frame), tape)
  }

  private func crashedThread(_ tape: borrowing JSONTape) -> Int? {
    let threads = tape.member(ByteSlice("threads"), of: 0)
    return tape.integer("faultingThread").flatMap { tape.element($0, of: threads) }
      ?? tape.first(in: threads) { tape.isTrue("triggered", in: $0) }
  }

  private func ownFrame(of frames: Int?, _ tape: borrowing JSONTape) -> Int? {
    let program = tape.string("procPath")
    return tape.first(in: frames) { frame in
      guard let image = image(of: frame, tape) else { return false }
      let path = tape.string("path", in: image)
      return !path.isEmpty && (path == program || !SystemImage.has(path: path))
    }
  }

  private func image(of frame: Int, _ tape: borrowing JSONTape) -> Int? {
    tape.integer("imageIndex", in: frame).flatMap {
      tape.element($0, of: tape.member(ByteSlice("usedImages"), of: 0))
    }
  }
}
