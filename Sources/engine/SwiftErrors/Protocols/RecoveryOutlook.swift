public import Foundation

/// A recoverable error that knows beforehand which of its options recover.
///
/// `attemptRecovery` tells only by acting, so a record of a plain `RecoverableError` has titles alone, and a title
/// alone does not recover. With this protocol, `present: { recovery: true }` knows which button is a retry.
public protocol RecoveryOutlook: RecoverableError {
  /// Called while recording, so it must not act. `optionIndex` counts from 0 into `recoveryOptions`.
  func recovers(optionIndex: Int) -> Bool
}
