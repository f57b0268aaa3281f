import Source

extension Node {
  /// The HTML of all parts of a preview.
  var preview: String { (self["parts"]?.elements ?? []).compactMap { $0.string }.joined() }
}
