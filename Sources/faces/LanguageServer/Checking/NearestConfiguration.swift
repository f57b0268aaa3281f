internal import Checks
internal import Source

/// The `.errctl.yaml` in a file's folder or the nearest one above.
enum NearestConfiguration {
  static let fileName = ".errctl.yaml"

  /// An empty configuration, in no folder, if there is none.
  static func of(_ identity: String, _ texts: Texts, _ codes: CodeList, _ reads: ReadFiles) -> (
    configuration: Configuration, folder: String?, excludes: Bool
  ) {
    guard identity.hasPrefix("/") else { return (Configuration(), nil, false) }
    var folder = PathText.folder(of: identity)
    while true {
      let path = PathText.joined(folder, fileName)
      reads.note(path)
      if texts.exists(path) {
        let file = texts.identity(of: path)
        reads.note(file)
        guard let bytes = try? texts.bytes(of: file) else { return (Configuration(), folder, false) }
        let configuration = Configuration.read(
          name: file, bytes: bytes, limits: texts.limits, codes: codes
        ).configuration
        return (configuration, folder, configuration.excludes(PathText.relative(identity, to: folder)))
      }
      guard folder != "/" else { return (Configuration(), nil, false) }
      folder = PathText.folder(of: folder)
    }
  }
}
