import ErrorStreams
import Replay
import RuleEngine
import SystemPackage

/// The streams that the user named, known to be readable.
struct StreamFiles {
  let streams: [Replayer.Stream]
  let kinds: [FileKind]

  /// Opens each of them once. Files are opened again when their turn comes: there may be more of them than can be open
  /// at once.
  init(_ names: [String]) throws {
    var opened: [Replayer.Stream] = []
    var kinds: [FileKind] = []
    for name in names {
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
        throw CommandFailure(.unusableInput, "\(shown): \(InputFile.reason(error))")
      }
    }
    streams = opened
    self.kinds = kinds
  }

  /// The bytes of those that are regular files.
  var size: Int { kinds.reduce(0) { $0 + $1.size } }

  /// Whether each can be read again by its name.
  var areFiles: Bool {
    kinds.allSatisfy { $0.isRegular } && !streams.contains { $0.name == InputFile.shown("-") }
  }

  /// Why a replay ended before its streams did.
  static func message(_ failure: Replayer.Failure) -> String {
    switch failure {
    case .unreadable(let stream, let errno):
      return "\(stream): \(InputFile.reason(errno))"
    case .packed(let stream, let fault): return "\(stream): \(fault.message)"
    case .noErrors(let stream, let keys):
      let names = keys.prefix(12).map {
        $0.unicodeScalars.count > 40 ? "\(String($0.unicodeScalars.prefix(40)))…" : $0
      }
      let shown = names.joined(separator: ", ") + (keys.count > 12 ? ", …" : "")
      return """
        \(stream): these records are no errors as errctl knows them. One of type, domain, message, status, \
        problem or event must be there; the first has \(shown.isEmpty ? "nothing" : shown). \
        See docs/reference/record.md.
        """
    }
  }
}
