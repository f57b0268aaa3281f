internal import Foundation
internal import SwiftErrors

/// What the login form refuses by itself.
enum LoginError: Int, LocalizedError, AlertableError, CategorizedError {
  case emptyUserName = 1
  case emptyPassword
  case wrongPassword
  case noBiometrics

  var category: String? { self == .noBiometrics ? nil : "userInput" }
  var alertTitle: String { "Log in" }

  var errorDescription: String? {
    switch self {
    case .emptyUserName: "Please enter your user name."
    case .emptyPassword: "Please enter your password."
    case .wrongPassword: "User name or password is wrong."
    case .noBiometrics: "This device cannot recognise you."
    }
  }

  var recoverySuggestion: String? {
    self == .wrongPassword ? "Check the caps lock key, or ask for a new password." : nil
  }
}
