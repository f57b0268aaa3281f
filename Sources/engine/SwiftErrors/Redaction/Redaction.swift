internal import Patterns
internal import Secrets

/// The redaction of secrets in records, and the rewriting of texts.
public struct Redaction: Sendable {
  /// The replacement of a secret.
  public static let mark = "[redacted]"

  /// Hides values named `password`, `token`, `authorization`, `cookie` and the like.
  public static let `default` = Redaction()

  private var words = SecretWords.standard
  private let patterns: [Pattern]
  private let rewrite: (@Sendable (String) -> String)?

  /// The default and more.
  ///
  /// `secretKeys` are further names of secrets, matched like the built-in ones: by whole words, in any case, so that
  /// `loyalty_pin` also covers `loyaltyPin` and `X-Loyalty-Pin`. `rewrite` is applied to every recorded text after its
  /// secrets are hidden; it may shorten home folders, addresses and other private data.
  public init(secretKeys: [String] = [], rewrite: (@Sendable (String) -> String)? = nil) {
    words.insert(secretKeys)
    patterns = []
    self.rewrite = rewrite
  }

  /// The same, and text that matches a pattern is hidden too: `[0-9]{13,19}` for card numbers, for example.
  ///
  /// The patterns are those of rule files (RE2 syntax), matched in time linear in the text.
  ///
  /// - Throws: ``WrongPattern`` for the first invalid pattern.
  public init(
    secretKeys: [String] = [], secretPatterns: [String], rewrite: (@Sendable (String) -> String)? = nil
  ) throws(WrongPattern) {
    words.insert(secretKeys)
    var patterns: [Pattern] = []
    for source in secretPatterns {
      do throws(PatternError) {
        patterns.append(try Pattern(expression: source))
      } catch {
        throw WrongPattern(pattern: source, reason: error.message)
      }
    }
    self.patterns = patterns
    self.rewrite = rewrite
  }

  /// The error for a secret pattern that is not a valid expression.
  public struct WrongPattern: Error, Sendable, CustomStringConvertible {
    /// The pattern as given.
    public let pattern: String
    /// The reason, in whole sentences.
    public let reason: String

    /// The pattern and the reason.
    public var description: String { "The pattern “\(pattern)” can't be used. \(reason)" }
  }

  /// Whether a value of this name is a secret.
  public func hides(key: String) -> Bool { words.match(key) }

  /// The text with its secrets hidden.
  public func text(_ text: String) -> String {
    var hidden = SecretText.hiding(words, in: text)
    for pattern in patterns { hidden = Self.hiding(pattern, in: hidden) }
    return rewrite?(hidden) ?? hidden
  }

  private static func hiding(_ pattern: Pattern, in text: String) -> String {
    let extractor = pattern.makeExtractor()
    var text = text
    return text.withUTF8 { bytes in
      let raw = UnsafeRawBufferPointer(bytes)
      var shown: [UInt8] = []
      var start = 0
      while start < raw.count, let match = extractor.firstMatch(in: raw, from: start, groups: false) {
        guard !match.isEmpty else {
          // Nothing to hide here: continue with the next byte.
          let next = min(match.upperBound + 1, raw.count)
          shown += raw[start..<next]
          start = next
          continue
        }
        shown += raw[start..<match.lowerBound]
        shown += mark.utf8
        start = match.upperBound
      }
      guard start > 0 else { return String(decoding: bytes, as: UTF8.self) }
      shown += raw[start...]
      return String(decoding: shown, as: UTF8.self)
    }
  }
}
