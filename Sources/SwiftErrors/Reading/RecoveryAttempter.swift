internal import Foundation

/// What recovers from an `NSError` in whose userInfo it stands, under `NSRecoveryAttempterErrorKey`: on Linux Foundation has
/// no protocol for it. A list of them is asked in turn until one recovers.
///
/// Swift errors are `RecoverableError` and recover themselves.
public protocol RecoveryAttempter: Sendable {
  /// Does what the option promises; tells whether that worked, so that what failed may be tried again.
  ///
  /// `optionIndex` counts from 0 into the error's recovery options.
  func attemptRecovery(from error: any Error, optionIndex: Int) async -> Bool
}

/// The titles of an error's recovery options.
package func recoveryOptions(of error: any Error) -> [String] {
  ErrorTexts(error, userInfo: (error as NSError).userInfo).options.map { $0.title }
}
