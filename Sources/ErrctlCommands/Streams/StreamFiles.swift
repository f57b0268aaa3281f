import ErrorStreams
import Replay
import RuleEngine
import SystemPackage

/// The streams that the user named, known to be readable.
struct StreamFiles {
  let streams: [Replayer.Stream]
  let kinds: [FileKind]

  /// Opens each of them once: files, folders, patterns, `-`. Files are opened again when their turn comes: there may be
  /// more of them than can be open at once.
  init(_ names: [String], order: StreamOrder = .given) throws {
    var opened: [Replayer.Stream] = []
    var kinds: [FileKind] = []
    let found = StreamPaths(names)
    var failures = found.failures
    for name in found.paths {
      let shown = InputFile.shown(name)
      do {
        let descriptor = name == "-" ? FileDescriptor.standardInput : try .open(FilePath(name), .readOnly)
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
        "--order time merges \(StreamOrder.mostMerged) streams at once, and these are \(opened.count): "
          + "name fewer, or replay them one after the other."
      )
    }
    streams = opened
    self.kinds = kinds
  }

  /// Opens one stream after the other and hands it over, until `read` says that it has read enough.
  func each(_ read: (Replayer.Stream, FileDescriptor) throws -> Bool) throws {
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
      guard try read(stream, descriptor) else { return }
    }
  }

  /// Finds out which records are drawn, where they are to be so many.
  func settleSample(_ options: inout ReplayOptions, _ chain: ResponderChain) throws {
    do {
      try Replayer.settleSample(&options, chain, streams)
    } catch let failure as Replayer.Failure {
      throw CommandFailure(.unusableInput, Self.message(failure))
    }
  }

  /// The bytes of those that are regular files.
  var size: Int { kinds.reduce(0) { $0 + $1.size } }

  /// How many threads answer their records where nobody says it: no more than there are chunks of them.
  func jobs(chunkSize: Int) -> Int {
    areFiles ? min(Jobs.common, size / chunkSize + 1) : Jobs.common
  }

  /// Whether each can be read again by its name.
  var areFiles: Bool {
    kinds.allSatisfy { $0.isRegular } && !streams.contains { $0.name == InputFile.shown("-") }
  }

  /// Why a replay ended before its streams did.
  static func message(_ failure: Replayer.Failure) -> String {
    switch failure {
    case .unreadable(let stream, let errno):
      return "\(stream): \(InputFile.reason(errno))"
    case .readOnce(let stream):
      return """
        \(stream): a number of records is drawn on a second look, and this can be read once only: save it in a file, \
        or ask for a share such as --sample 5%.
        """
    case .packed(let stream, let fault): return "\(stream): \(fault.message)"
    case .noErrors(let stream, let keys):
      let shown = keys.prefix(12).joined(separator: ", ") + (keys.count > 12 ? ", …" : "")
      return """
        \(stream): these records are no errors as errctl knows them. One of type, domain, message, status, \
        problem or event must be there; the first has \(shown.isEmpty ? "nothing" : shown). \
        See docs/reference/record.md.
        """
    }
  }
}
