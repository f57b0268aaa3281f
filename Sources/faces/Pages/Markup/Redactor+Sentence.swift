internal import Secrets

extension Redactor {
  var sentence: String {
    isOn
      ? "Secrets of the log, such as passwords, tokens and keys, are hidden. Use --no-redact to show them."
      : "Secrets are not hidden (--no-redact). Be careful with whom you share this page."
  }
}
