public import Foundation

/// A recoverable error that can say beforehand which of its options recover.
///
/// `attemptRecovery` answers only by acting, so a record of a plain `RecoverableError` holds titles alone, and
/// a title alone does not recover. With this, `present: { recovery: true }` knows which button is a retry.
public protocol RecoveryOutlook: RecoverableError {
  /// Whether choosing that option would recover; asked while recording, so it must not act.
  ///
  /// `optionIndex` counts from 0 into `recoveryOptions`.
  func recovers(optionIndex: Int) -> Bool
}
