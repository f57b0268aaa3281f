import Checks
import RuleEngine
import SystemPackage

/// What recorded errors show of rule sets.
struct StreamLook {
  private let names: [String]
  private var hasReadStandardInput = false

  /// The streams that the user named; `-` is standard input, which can be read for one rule file only.
  init(_ names: [String]) { self.names = names }

  /// What the streams show; nil where there is none, or no chain to ask.
  mutating func sight(by compilation: RuleSet.Compilation, limits: Limits) throws -> StreamSight? {
    guard !names.isEmpty, compilation.chain != nil else { return nil }
    if names.contains("-") {
      let isRules = compilation.program?.roots.first?.range.file.name.hasPrefix("standard input.") ?? false
      if hasReadStandardInput || isRules || names.count(where: { $0 == "-" }) > 1 {
        throw CommandFailure(
          .usage,
          "Standard input can be read once: give the stream as a file, or name one rule file alone."
        )
      }
      hasReadStandardInput = true
    }
    var opened: [FileDescriptor] = []
    defer { for descriptor in opened where descriptor != .standardInput { try? descriptor.close() } }
    for name in names {
      do {
        if name == "-" {
          opened.append(.standardInput)
          continue
        }
        if try FileKind(of: name).isFolder { throw Errno.isDirectory }
        opened.append(try FileDescriptor.open(FilePath(name), .readOnly))
      } catch {
        throw CommandFailure(.unusableInput, "\(name): \(InputFile.reason(error))")
      }
    }
    let shown = names.map { InputFile.shown($0) }.joined(separator: ", ")
    let sight: StreamSight
    do {
      sight = try StreamSight(compilation, streams: opened, limits: limits)
    } catch {
      throw CommandFailure(.unusableInput, "\(shown): \(InputFile.reason(error))")
    }
    guard sight.records > 0 else {
      throw CommandFailure(.unusableInput, "\(shown): no record could be read")
    }
    return sight
  }
}
