internal import Checks
internal import RuleEngine

/// The `.errctl.yaml` in a file's folder or the nearest one above.
enum NearestConfiguration {
  static let fileName = ".errctl.yaml"

  /// An empty configuration if there is none.
  static func of(_ identity: String, _ texts: Texts, _ reads: ReadFiles) -> (
    configuration: Configuration, isThere: Bool, excludes: Bool
  ) {
    guard identity.hasPrefix("/") else { return (Configuration(), false, false) }
    var folder = PathText.folder(of: identity)
    while true {
      let path = PathText.joined(folder, fileName)
      reads.note(path)
      if texts.exists(path) {
        let file = texts.identity(of: path)
        reads.note(file)
        guard let bytes = try? texts.bytes(of: file) else { return (Configuration(), true, false) }
        let configuration = Configuration.read(name: file, bytes: bytes, limits: texts.limits).configuration
        return (configuration, true, configuration.excludes(PathText.relative(identity, to: folder)))
      }
      guard folder != "/" else { return (Configuration(), false, false) }
      folder = PathText.folder(of: folder)
    }
  }
}
