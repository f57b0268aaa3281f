package import Source

extension Patch {
  /// The effect of the patch, in a few words.
  package var title: String {
    let old = range.text
    let isShort = { (text: String) in text.count <= 40 && !text.contains("\n") }
    if replacement.isEmpty { return isShort(old) ? "Remove “\(old)”" : "Remove this" }
    guard isShort(replacement) else { return "Fix this" }
    if old.isEmpty { return "Insert “\(replacement)”" }
    return isShort(old) ? "Change “\(old)” to “\(replacement)”" : "Replace this by “\(replacement)”"
  }
}
