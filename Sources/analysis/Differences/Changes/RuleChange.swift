/// A change in the text of the rules, in words: one line of a change list.
package struct RuleChange: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case added
    case removed
    /// Another name, with everything else as it was.
    case renamed(from: String)
    /// Another place in its list: before a neighbour, or at the end (nil).
    case moved(before: String?)
    case movedFrom(String)
    /// A value at a path of keys; a side is nil where the value is missing.
    case changed(path: String, old: String?, new: String?)
  }

  /// The changed thing: `RESPONDER/RULE`, a responder's id, or a path such as `categories.busy` or
  /// `defaults`.
  package let subject: String
  package let kind: Kind

  package init(subject: String, _ kind: Kind) {
    self.subject = subject
    self.kind = kind
  }

  /// The change without its subject: “then.retry.maxAttempts: 3 → 4”.
  package var text: String {
    switch kind {
    case .added: "added"
    case .removed: "removed"
    case .renamed(let old): "renamed, was \(old)"
    case .moved(let next?): "moved before \(next)"
    case .moved(nil): "moved to the end"
    case .movedFrom(let responder): "moved here from \(responder)"
    case .changed(let path, let old?, let new?): "\(path): \(old) → \(new)"
    case .changed(let path, let old?, nil): "\(path) removed (\(old))"
    case .changed(let path, nil, let new?): "\(path) added: \(new)"
    case .changed(let path, nil, nil): path
    }
  }
}
