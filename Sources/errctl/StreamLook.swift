import Checks
import RuleEngine
import SystemPackage

/// What recorded errors show of a rule set.
enum StreamLook {
  /// What the streams show; nil where there is none, or no chain to ask.
  static func sight(
    of names: [String],
    by compilation: RuleSet.Compilation,
    limits: Limits
  ) throws -> StreamSight? {
    guard !names.isEmpty, compilation.chain != nil else { return nil }
    var opened: [FileDescriptor] = []
    defer { for descriptor in opened { try? descriptor.close() } }
    for name in names {
      do {
        if try FileKind(of: name).isFolder { throw Errno.isDirectory }
        opened.append(try FileDescriptor.open(FilePath(name), .readOnly))
      } catch {
        throw CommandFailure(.unusableInput, "\(name): \(InputFile.reason(error))")
      }
    }
    let sight: StreamSight
    do {
      sight = try StreamSight(compilation, streams: opened, limits: limits)
    } catch {
      throw CommandFailure(.unusableInput, "\(names.joined(separator: ", ")): \(InputFile.reason(error))")
    }
    guard sight.records > 0 else {
      throw CommandFailure(.unusableInput, "\(names.joined(separator: ", ")): no record could be read")
    }
    return sight
  }
}
