internal import Foundation

/// What an error says to people.
///
/// The error's own protocols are asked before its NSError: on Linux a `LocalizedError & CustomNSError` loses its
/// texts on the way through the bridge.
struct ErrorTexts {
  /// A way out that the error offers.
  struct Option {
    let title: String
    /// Whether it recovers; nil where the error cannot say so beforehand.
    let recovers: Bool?
  }

  let message: String
  let reason: String?
  let suggestion: String?
  let options: [Option]

  init(_ error: any Error, userInfo: [String: Any]) {
    let localized = error as? any LocalizedError
    func text(_ key: String) -> String? { userInfo[key] as? String }
    message = localized?.errorDescription ?? text(NSLocalizedDescriptionKey) ?? error.localizedDescription
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
}
