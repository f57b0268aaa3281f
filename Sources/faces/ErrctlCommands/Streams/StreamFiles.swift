import ErrorStreams
import Replay
internal import Engine
import SystemPackage

/// The streams of a command. They are read by ``each(_:)`` and ``replayed(_:)`` alone, so that no command forgets to say
/// what was missing.
struct StreamFiles {
  private let streams: [Replayer.Stream]
  let kinds: [FileKind]

  /// Files, folders, patterns, `-`. Files are closed again, because there may be more than can be open at
  /// once.
  init(_ names: [String], order: StreamOrder = .given) throws {
    var opened: [Replayer.Stream] = []
    var kinds: [FileKind] = []
    let found = StreamPaths(names)
    try Note.write(passedOver: found.passedOver)
    var failures = found.failures
    for name in found.paths {
      let shown = InputFile.shown(name)
      do {
        let descriptor = try InputFile.open(name)
        let kind = try FileKind(of: descriptor)
        if kind.isFolder { throw Errno.isDirectory }
        kinds.append(kind)
        if name != "-", kind.isRegular {
          try descriptor.close()
          opened.append(Replayer.Stream(name: shown, source: .file(FilePath(name))))
        } else {
          opened.append(Replayer.Stream(name: shown, source: .descriptor(descriptor)))
        }
      } catch {
        failures.append("\(shown): \(InputFile.reason(error))")
      }
    }
    guard failures.isEmpty else { throw CommandFailure(.unusableInput, failures) }
    if order == .time, opened.count > StreamOrder.mostMerged {
      throw CommandFailure(
        .unusableInput,
        "--order time merges at most \(StreamOrder.mostMerged) streams, but there are \(opened.count). "
          + "Name fewer, or replay them one after the other.")
    }
    streams = opened
    self.kinds = kinds
  }

  var names: [String] { streams.map { $0.name } }

  /// The streams for a second pass, which ends as the first one did.
  var again: [Replayer.Stream] { streams }

  /// The end of the reading of a stream.
  enum Pass {
    /// The rest is not needed, nor are further streams.
    case enough
    case ended(StreamFault?)
  }

  /// One after the other, until `read` has enough.
  ///
  /// - Throws: at the end, if a stream is packed as errctl can't read it.
  func each(_ read: (Replayer.Stream, FileDescriptor) throws -> Pass) throws -> MissingParts {
    var missing = MissingParts()
    var failures: [String] = []
    for stream in streams {
      let descriptor: FileDescriptor
      switch stream.source {
      case .descriptor(let open): descriptor = open
      case .file(let path):
        do {
          descriptor = try .open(path, .readOnly)
        } catch {
          throw CommandFailure(.unusableInput, "\(stream.name): \(InputFile.reason(error))")
        }
      }
      defer { if case .file = stream.source { try? descriptor.close() } }
      guard case .ended(let fault) = try read(stream, descriptor) else { return missing }
      guard let fault else { continue }
      if fault.isFatal {
        failures.append("\(stream.name): \(fault.message)")
      } else {
        missing.add(fault, of: stream.name)
      }
    }
    guard failures.isEmpty else { throw CommandFailure(.unusableInput, failures) }
    return missing
  }

  /// The result of a replay of the streams, and what is missing in it.
  ///
  /// - Parameter name: another name of the only stream.
  nonisolated(nonsending) func replayed<Result: StreamResult>(
    as name: String? = nil, _ replay: nonisolated(nonsending) ([Replayer.Stream]) async throws -> Result
  ) async throws -> (Result, MissingParts) {
    do {
      let result = try await replay(streams(named: name))
      return (result, result.missing)
    } catch let failure as Replayer.Failure {
      throw CommandFailure(.unusableInput, Self.message(failure))
    }
  }

  /// If it is a fixed number of records.
  func settleSample(_ options: inout ReplayOptions, _ chain: ResponderChain) throws {
    do {
      try Replayer.settleSample(&options, chain, streams)
    } catch let failure as Replayer.Failure {
      throw CommandFailure(.unusableInput, Self.message(failure))
    }
  }

  /// The only stream under another name.
  private func streams(named name: String?) -> [Replayer.Stream] {
    guard let name, let only = streams.first, streams.count == 1 else { return streams }
    return [Replayer.Stream(name: name, source: only.source)]
  }

  /// The size of the regular files, in bytes.
  var size: Int { kinds.reduce(0) { $0 + $1.size } }

  /// No more than there are chunks of records.
  func jobs(chunkSize: Int) -> Int {
    areFiles ? min(Jobs.common, size / chunkSize + 1) : Jobs.common
  }

  /// Every stream can be read again by its name.
  var areFiles: Bool {
    kinds.allSatisfy { $0.isRegular } && !streams.contains { $0.name == InputFile.shown("-") }
  }

  private static func advice(for keys: [String]) -> String {
    guard let name = FormatTable.names(withMembers: keys).first else {
      return "See “errctl help records”, or \(StreamEnding.mapping)"
    }
    return "They may be \(name): try --input \(name)."
  }

  static func message(_ failure: Replayer.Failure) -> String {
    switch failure {
    case .unreadable(let stream, let errno):
      return "\(stream): \(InputFile.reason(errno))"
    case .readOnce(let stream):
      return """
        \(stream): Drawing a number of records needs a second pass, but this stream can be read once only. Save it in \
        a file, or use a share such as --sample 5%.
        """
    case .packed(let stream, let fault): return "\(stream): \(fault.message)"
    case .noErrors(let stream, let keys):
      let shown = keys.prefix(12).joined(separator: ", ") + (keys.count > 12 ? ", …" : "")
      return """
        \(stream): These records are not errors in a form that errctl knows. A record needs one of type, domain, \
        message, status, problem or event; the first one has \(shown.isEmpty ? "nothing" : shown). \
        \(Self.advice(for: keys))
        """
    }
  }
}
