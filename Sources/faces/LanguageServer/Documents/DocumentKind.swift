internal import Source

/// The kinds of files that the server checks.
package enum DocumentKind: Sendable, Hashable {
  case rules
  case suite
  case mapping
  case configuration

  /// The kind by the file's name; nil for other files.
  package init?(name path: String) {
    let name = PathText.name(of: path)
    if name == ".errctl.yaml" {
      self = .configuration
    } else if [".test.yaml", ".test.yml"].contains(where: { name.hasSuffix($0) }) {
      self = .suite
    } else if [".mapping.yaml", ".mapping.yml"].contains(where: { name.hasSuffix($0) }) {
      self = .mapping
    } else if [".yaml", ".yml", ".json"].contains(where: { name.lowercased().hasSuffix($0) }) {
      self = .rules
    } else {
      return nil
    }
  }
}
