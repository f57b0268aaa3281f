internal import Foundation
internal import SwiftErrors

/// What the payment provider answers, with its own domain and numbers.
struct PaymentError: Error {
  /// The provider's numbers.
  enum Code: Int {
    case declined = 4001
    case expiredCard = 4002
    case insufficientFunds = 4003
    case suspectedFraud = 4004
    case authenticationRequired = 4010
    case providerDown = 5001
  }

  let code: Code
  let cardNumber: String
  /// What the provider itself was told.
  var cause: (any Error)?
}

extension PaymentError: CustomNSError {
  static var errorDomain: String { "acme.pay" }
  var errorCode: Int { code.rawValue }

  var errorUserInfo: [String: Any] {
    var userInfo: [String: Any] = ["AcmeRequest": "req-\(code.rawValue)", "cardNumber": cardNumber]
    if let cause { userInfo[NSUnderlyingErrorKey] = cause }
    return userInfo
  }
}

extension PaymentError: LocalizedError {
  var errorDescription: String? {
    switch code {
    case .declined, .suspectedFraud: "Your bank declined the payment."
    case .expiredCard: "Your card has expired."
    case .insufficientFunds: "There is not enough money on the card."
    case .authenticationRequired: "Your bank wants to know that it is you."
    case .providerDown: "Payments do not work right now."
    }
  }
}

/// A payment that can be saved, in the hands of the person who pays.
struct PaymentInterrupted: RecoverableError, RecoveryOutlook, LocalizedError, CausedError {
  let cause: any Error

  var errorDescription: String? { "The payment was interrupted." }
  var recoverySuggestion: String? { "Nothing was charged yet." }
  var recoveryOptions: [String] { ["Try again", "Use another card", "Cancel"] }
  var underlyingErrors: [any Error] { [cause] }

  func recovers(optionIndex: Int) -> Bool { optionIndex == 0 }
  func attemptRecovery(optionIndex: Int) -> Bool { false }
}
