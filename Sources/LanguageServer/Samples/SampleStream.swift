internal import ErrorStreams
internal import Replay
internal import RuleEngine

/// What `.errctl.yaml` says of the recorded errors beside the rules.
package struct SampleSource: Hashable, Sendable {
  /// The configuration's own folder, and the folders that the client has open.
  let folder: String
  let roots: [String]
  /// As the configuration names them, and as absolute paths.
  let names: [String]
  let paths: [String]
  /// A format or a mapping; nil for a detected format.
  let input: String?

  /// Nil if it names no stream.
  init?(folder: String, roots: [String], streams: [String], input: String?) {
    guard !streams.isEmpty else { return nil }
    self.folder = folder
    self.roots = roots
    names = streams
    paths = streams.map { PathText.plain(PathText.joined(folder, $0)) }
    self.input = input
  }

  /// As it is shown.
  var name: String { names.joined(separator: ", ") }
}

/// The files of a sample, found.
struct SampleStream: Sendable {
  let source: SampleSource
  /// In reading order.
  private let paths: [String]
  /// What changes whenever the files do.
  let stamps: [String]

  struct Unusable: Error {
    let reason: String
  }

  init(_ source: SampleSource, _ texts: Texts) throws(Unusable) {
    self.source = source
    let found = texts.files.streams(source.paths)
    if let failure = found.failures.first { throw Unusable(reason: failure) }
    let folders = [source.folder] + source.roots
    var paths: [String] = []
    for path in found.paths {
      let file = texts.identity(of: path)
      guard folders.contains(where: { PathText.isInside(file, $0) }) else {
        throw Unusable(
          reason:
            "\(path): The file is outside the folder of .errctl.yaml and the open folders. Move it there, or open its folder."
        )
      }
      paths.append(file)
    }
    self.paths = paths
    stamps = paths.map { "\($0) \(texts.files.stamp(of: $0) ?? "")" }
  }

  func streams(_ files: any FileSystem) -> [Replayer.Stream] { paths.map { files.stream(at: $0) } }

  func options(_ texts: Texts) throws(Unusable) -> ReplayOptions {
    var options = ReplayOptions()
    options.limits = texts.limits
    options.input = try streamInput(texts)
    return options
  }

  private func streamInput(_ texts: Texts) throws(Unusable) -> StreamInput {
    let table = FormatTable()
    switch source.input {
    case nil: return .detected(table)
    case "errctl"?: return .native
    case "mixed"?: return .mixed(table)
    case let name?:
      if let plan = table.named(name) { return .format(plan, table) }
      let name = texts.identity(of: PathText.joined(source.folder, name))
      guard let bytes = try? texts.bytes(of: name) else {
        throw Unusable(reason: "\(name): There is no such mapping.")
      }
      var diagnostics = Diagnostics()
      let mapping = MappingFile.read(name: name, bytes: bytes, limits: texts.limits, into: &diagnostics)
      guard let mapping else {
        let finding = diagnostics.sorted.first
        let place = finding.map { "\(name):\($0.range.start.line): \($0.message)" }
        throw Unusable(reason: place ?? "The mapping \(name) can't be used.")
      }
      let plan = FormatPlan(mapping)
      return .format(plan, FormatTable(own: [plan]))
    }
  }
}
