internal import Foundation
internal import SwiftErrors

/// The login form and the session behind it.
@MainActor
struct Login {
  let shop: Shop

  private struct Credentials: Encodable {
    let userName: String
    let password: String
  }

  /// Sends the form.
  func submit(_ userName: String, _ password: String, tries: Int = 1, answers: [JSONValue] = []) async {
    let attributes: [String: JSONValue] = [
      "screen": "login", "user": .string(userName),
      "form": ["userName": .string(userName), "password": .string(password)],
    ]
    await shop.attempt("login", at: "login.form", tries: tries, answers: answers, attributes: attributes) {
      guard !userName.isEmpty else { throw LoginError.emptyUserName }
      guard !password.isEmpty else { throw LoginError.emptyPassword }
      do {
        let credentials = Credentials(userName: userName, password: password)
        return try await shop.api.post("/login", credentials, as: Session.self)
      } catch NetworkError.unauthorized {
        throw LoginError.wrongPassword
      }
    }
  }

  /// Asks for a face or a finger.
  func recognise() async {
    await shop.attempt("recognise", at: "login.biometrics", severity: .notice) {
      throw LoginError.noBiometrics
    }
  }

  /// Makes a session last longer, in the background.
  func refresh(customer: String, tries: Int = 1) async {
    let attributes: [String: JSONValue] = [
      "user": .string(customer),
      "http": ["request": ["method": "POST", "header": ["authorization": "Bearer eyJhbGciOi4x"]]],
    ]
    await shop.attempt("refresh", at: "login.session", tries: tries, attributes: attributes) {
      try await shop.api.get("/session", as: Session.self)
    }
  }
}
