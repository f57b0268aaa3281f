internal import Foundation
internal import SwiftErrors

/// A customer's own pages: exports, messages, what the rest of the app does not cover.
@MainActor
struct Account {
  let shop: Shop

  /// Copies the orders into a file.
  func export(to name: String, _ work: () throws -> Void) async {
    await shop.attempt("export", at: "account.export", attributes: ["file": .string(name)], work)
  }

  /// Registers for push messages; the system's own error comes through as it is.
  func registerForPush(code: Int, tries: Int = 1) async {
    await shop.attempt("register", at: "push.register", tries: tries, severity: .notice) {
      throw NSError(
        domain: "PushRegistrarErrorDomain",
        code: code,
        userInfo: [
          NSLocalizedDescriptionKey: "No valid entitlement for push messages was found.",
          "deviceToken": "9f86d081884c7d65", "environment": "production",
        ]
      )
    }
  }

  /// A message that came and cannot be read.
  func receivePush(_ payload: String) async {
    struct Message: Decodable {
      let title: String
      let order: Int
      let body: String
    }
    await shop.attempt("receive", at: "push", severity: .warning) {
      try JSONDecoder().decode(Message.self, from: Data(payload.utf8))
    }
  }

  /// Something no screen claims.
  func wander(_ error: any Error, origin: String) async {
    await shop.attempt("wander", at: origin) { throw error }
  }
}

/// Errors of a library that knows nothing of this app.
struct LegacyError: Error {
  let text: String
}

/// An old class hierarchy that somebody still throws.
class TrackingError: Error, @unchecked Sendable {}

/// A campaign could not be counted.
final class CampaignError: TrackingError, @unchecked Sendable {}
