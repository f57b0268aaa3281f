package import Source
package import Secrets

extension Diagnostic {
  /// The finding with the secrets of a tested error hidden. Only the message: places and witnesses show what an author
  /// wrote in a rule file.
  package func redacted(by redactor: Redactor) -> Diagnostic {
    guard redactor.isOn else { return self }
    return Diagnostic(
      code, severity, redactor.text(message), at: range, related: related, witness: witness, stream: stream,
      fix: fix)
  }
}
