internal import Secrets

/// What never reaches a record, and how texts are made fit for one.
public struct Redaction: Sendable {
  /// What stands in the place of a secret.
  public static let mark = "[redacted]"

  /// Hides what is named `password`, `token`, `authorization`, `cookie` and the like.
  public static let `default` = Redaction()

  private var words = SecretWords.standard
  private let rewrite: (@Sendable (String) -> String)?

  /// The default and more.
  ///
  /// `secretKeys` are further names of secrets, matched like the built-in ones: on whole words, in any case, so that
  /// `loyalty_pin` also covers `loyaltyPin` and `X-Loyalty-Pin`. `rewrite` is asked for every text that is recorded,
  /// after its secrets are hidden; it may shorten home folders, addresses and what else an app wants out.
  public init(secretKeys: [String] = [], rewrite: (@Sendable (String) -> String)? = nil) {
    words.insert(secretKeys)
    self.rewrite = rewrite
  }

  /// Whether a value of this name is a secret.
  public func hides(key: String) -> Bool { words.match(key) }

  /// A text without the secrets in it.
  public func text(_ text: String) -> String {
    let hidden = SecretText.hiding(words, in: text)
    return rewrite?(hidden) ?? hidden
  }
}
