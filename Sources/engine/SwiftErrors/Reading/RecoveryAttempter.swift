internal import Foundation

/// The recovery attempter of an `NSError`, in its userInfo under `NSRecoveryAttempterErrorKey`: on Linux
/// Foundation has no protocol for it. The attempters of a list are tried in turn until one recovers.
///
/// Swift errors are `RecoverableError` and recover themselves.
public protocol RecoveryAttempter: Sendable {
  /// Attempts the option's recovery; returns whether it succeeded, so that the operation may be retried.
  ///
  /// `optionIndex` counts from 0 into the error's recovery options.
  func attemptRecovery(from error: any Error, optionIndex: Int) async -> Bool
}

package func recoveryOptions(of error: any Error) -> [String] {
  ErrorDescriptions(error, userInfo: (error as NSError).userInfo).options.map { $0.title }
}
