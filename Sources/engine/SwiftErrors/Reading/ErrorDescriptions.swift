internal import Foundation

/// The error's own protocols are asked before its NSError: on Linux a `LocalizedError & CustomNSError` loses
/// its texts in the bridge.
struct ErrorDescriptions {
  struct Option {
    let title: String
    /// Nil if the error can't know beforehand.
    let recovers: Bool?
  }

  let message: String
  let reason: String?
  let suggestion: String?
  let options: [Option]

  init(_ error: any Error, userInfo: [String: Any]) {
    let localized = error as? any LocalizedError
    func text(_ key: String) -> String? { userInfo[key] as? String }
    message =
      localized?.errorDescription ?? text(NSLocalizedDescriptionKey) ?? Self.ownDescription(of: error)
      ?? error.localizedDescription
    reason = localized?.failureReason ?? text(NSLocalizedFailureReasonErrorKey)
    suggestion = localized?.recoverySuggestion ?? text(NSLocalizedRecoverySuggestionErrorKey)
    let titles =
      (error as? any RecoverableError)?.recoveryOptions
      ?? safeList(userInfo[NSLocalizedRecoveryOptionsErrorKey])?.compactMap { $0 as? String } ?? []
    let outlook = error as? any RecoveryOutlook
    options = titles.enumerated().map { index, title in
      Option(title: title, recovers: outlook?.recovers(optionIndex: index))
    }
  }

  /// The words of the error's own type; nil if it has none. Foundation's errors have better ones.
  private static func ownDescription(of error: any Error) -> String? {
    // Every error converts, by way of its NSError; what is in it does not.
    let value: Any = error
    guard let described = value as? any CustomStringConvertible, !(type(of: error) is AnyObject.Type),
      !String(reflecting: type(of: error)).hasPrefix("Foundation")
    else { return nil }
    let text = described.description
    return text.isEmpty ? nil : text
  }
}
