import LanguageServer
import Records
import Replay
import Bytes
import Source
import SystemPackage
import Workbench

/// A workbench with the files of this machine, until a signal arrives.
struct ServedWorkbench {
  private let workbench: Workbench
  private let port: UInt16
  private let opens: Bool
  private let kept: KeptFiles

  /// - Parameters:
  ///   - input: a format, the path of a mapping, or nil for a detected format.
  ///   - isUTC: whether times are shown in UTC, not in local time.
  ///   - port: 0 for one that the system chooses.
  ///   - version: errctl's version.
  init(
    rules: String, streams names: [String], input: String?, isUTC: Bool, port: UInt16, opens: Bool,
    limits: Limits, version: String
  ) throws {
    let rules = try Self.file(rules)
    let folder = try FileImports.resolved(".")
    let streams = try Self.files(names)
    _ = try InputOptions.streamInput(input, limits: limits)
    var input = input
    if let mapping = InputOptions.mappingFile(of: input) { input = try Self.file(mapping) }
    let kept = KeptFiles()
    // One page at a time.
    let writing = Writing()
    let host = Workbench.Host(
      files: DiskFiles(), size: { (try? FileKind(of: $0).size) ?? 0 }, keep: { kept.write($0, $1) },
      write: { path, before, after in writing.withLock { Self.write(path, before, after, limits) } })
    do throws(Workbench.Unusable) {
      workbench = try Workbench(
        rules: rules, streams: streams, streamNames: names, folder: folder, input: input,
        zone: isUTC ? .utc : LocalClock.system.shownZone(named: nil), host: host,
        registry: CommandRegistry.current, codes: .errctl, limits: limits, today: Today.day,
        version: version)
    } catch {
      kept.remove()
      throw CommandFailure(.unusableInput, error.reason)
    }
    guard !workbench.hasNoRecord else {
      kept.remove()
      throw CommandFailure(.unusableInput, StreamEnding.unreadable(names.joined(separator: ", ")))
    }
    (self.port, self.opens, self.kept) = (port, opens, kept)
  }

  private final class Writing: Sendable {
    private let lock = Lock<Void>(())

    func withLock(_ write: () -> String?) -> String? { lock.withLock { _ in write() } }
  }

  /// The absolute paths of streams.
  private static func files(_ names: [String]) throws -> [String] {
    let found = try StreamFiles(names)
    guard found.areFiles else {
      throw CommandFailure(
        .unusableInput,
        "\(names.joined(separator: ", ")): Streams are read again and again. Save them in regular files.")
    }
    return try found.names.map { try FileImports.resolved($0) }
  }

  /// The absolute path of a regular file.
  private static func file(_ name: String) throws -> String {
    do throws(Errno) {
      let path = try FileImports.resolved(name)
      let kind = try FileKind(of: path)
      if kind.isFolder { throw Errno.isDirectory }
      guard kind.isRegular else { throw Errno.invalidArgument }
      return path
    } catch {
      throw CommandFailure(.unusableInput, "\(name): \(InputFile.reason(error))")
    }
  }

  /// The reason why the file was not written, or nil.
  private static func write(_ path: String, _ before: [UInt8]?, _ after: [UInt8], _ limits: Limits)
    -> String?
  {
    guard let before else {
      do {
        try TemporaryFile.make(path, of: after)
        return nil
      } catch {
        return "\(path) could not be written: \(InputFile.reason(error))"
      }
    }
    var diagnostics = Diagnostics()
    let source = SourceReader(limits: limits).read(name: path, bytes: before, into: &diagnostics).file
    return FileRewrite(path: path, before: before, source: source, after: after).write()
  }

  nonisolated(nonsending) func run() async throws {
    defer { kept.remove() }
    // The temporary file of the first records is removed.
    Interruption.endInOrder()
    guard SpareResources.suffice(threads: Self.threads) else {
      throw CommandFailure(
        .unusableInput,
        "The system gives too few threads or descriptors, so the server can't run. Raise its limits (ulimit -n, ulimit -u)."
      )
    }
    let (workbench, kept) = (workbench, kept)
    let complain: @Sendable (String) -> Void = { sentence in
      try? CheckedOutput.standardError.write("errctl serve: \(sentence)\n")
      try? CheckedOutput.standardError.flush()
    }
    let server = WorkbenchServer(port: port, complain: complain) { send in Session(workbench, send: send) }
    let isWatched = BackgroundThread.start {
      while Interruption.rest(milliseconds: 60_000) {}
      Task { await server.stop() }
      // Usually the process has ended before: what holds up the server does not hold up its end.
      Interruption.end(after: Self.longestEnd) { kept.remove() }
    }
    guard isWatched else {
      throw CommandFailure(.unusableInput, "The system gives no thread, so the server can't run.")
    }
    let opens = opens
    do {
      try await server.run { address in
        try CheckedOutput.standardOutput.write("\(address)\n")
        try CheckedOutput.standardOutput.flush()
        if opens { Self.show(address) }
      }
    } catch let failure as WorkbenchServer.Unavailable {
      throw CommandFailure(.unusableInput, "--port \(port): The port can't be used. \(failure.reason).")
    }
    if Interruption.signal != nil { throw CommandFailure(Interruption.status) }
  }

  /// The time from a signal to the end of the process, in milliseconds, whatever the pages do.
  static let longestEnd: Int32 = 800

  /// The threads of the server and of a page.
  private static let threads = 8

  private static func show(_ address: String) {
    #if canImport(Darwin)
      let program = "/usr/bin/open"
    #else
      let program = "/usr/bin/xdg-open"
    #endif
    // Some end with the browser only.
    _ = BackgroundThread.start { _ = try? ChildProcess(program: program, arguments: [address]).run() }
  }
}
