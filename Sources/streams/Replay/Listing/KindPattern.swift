internal import Secrets

/// A display name, or the end of one after a dot; `*` stands for any characters, as do `…` in a cut name and `[redacted]`
/// in one that had a secret.
struct KindPattern: Sendable {
  private let parts: [String]

  init(_ text: String) {
    let text = text.replacing(SecretText.mark, with: "*")
    parts = text.split(omittingEmptySubsequences: false) { $0 == "*" || $0 == "…" }.map { String($0) }
  }

  func matches(_ name: String) -> Bool {
    guard let first = parts.first, let last = parts.last else { return false }
    guard parts.count > 1 else { return name == first || name.hasSuffix(".\(first)") }
    guard name.hasPrefix(first) else { return false }
    var rest = name.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}
