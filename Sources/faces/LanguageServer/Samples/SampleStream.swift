internal import ErrorStreams
package import Replay
internal import Source

/// The configuration of the recorded errors beside the rules, from `.errctl.yaml`.
package struct SampleSource: Hashable, Sendable {
  /// The configuration's own folder, and the folders that the client has open.
  let folder: String
  let roots: [String]
  /// The streams as the configuration names them, and as absolute paths.
  let names: [String]
  let paths: [String]
  /// A format or a mapping; nil for a detected format.
  let input: String?
  /// Whoever started the server named the files, so they may be anywhere.
  private let isGiven: Bool

  /// Nil if it names no stream.
  init?(folder: String, roots: [String], streams: [String], input: String?) {
    guard !streams.isEmpty else { return nil }
    self.folder = folder
    self.roots = roots
    names = streams
    paths = streams.map { PathText.plain(PathText.joined(folder, $0)) }
    self.input = input
    isGiven = false
  }

  /// Files that whoever starts the server names, in place of those of a configuration.
  ///
  /// - Parameters:
  ///   - names: as they are shown.
  ///   - paths: absolute, in reading order.
  ///   - input: a format, the absolute path of a mapping, or nil for a detected format.
  package init(given names: [String], paths: [String], input: String?) {
    (folder, roots) = ("/", [])
    (self.names, self.paths, self.input) = (names, paths, input)
    isGiven = true
  }

  func mayBe(_ file: String) -> Bool {
    isGiven || ([folder] + roots).contains { PathText.isInside(file, $0) }
  }

  /// The name as it is shown.
  var name: String { names.joined(separator: ", ") }
}

/// The files of a sample, found.
package struct SampleStream: Sendable {
  let source: SampleSource
  /// The paths in reading order.
  private let paths: [String]
  /// The stamps, which change whenever the files do.
  let stamps: [String]

  package struct Unusable: Error {
    package let reason: String
  }

  package init(_ source: SampleSource, _ texts: Texts) throws(Unusable) {
    self.source = source
    let found = texts.files.streams(source.paths)
    if let failure = found.failures.first { throw Unusable(reason: failure) }
    var paths: [String] = []
    for path in found.paths {
      let file = texts.identity(of: path)
      guard source.mayBe(file) else {
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

  package func streams(_ files: any FileSystem) -> [Replayer.Stream] { paths.map { files.stream(at: $0) } }

  package func options(_ texts: Texts) throws(Unusable) -> ReplayOptions {
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
