/// Errors that say that a person or the program gave the work up.
///
/// The one list of them: the recorder marks them with `cancelled`, `ignore: cancellation` ignores those that the rule
/// language names, and checks report a retry of any of them.
package enum KnownCancellation {
  package struct Code: Sendable {
    package let domain: String
    package let number: Int64
    /// The platform of an errno number; nil for any.
    let platform: Platform?
    /// Whether the rule language ignores it without `cancelled: true`.
    package let isIgnored: Bool

    init(_ domain: String, _ number: Int64, on platform: Platform? = nil, isIgnored: Bool = false) {
      self.domain = domain
      self.number = number
      self.platform = platform
      self.isIgnored = isIgnored
    }
  }

  package static let codes = [
    Code("NSURLErrorDomain", -999, isIgnored: true),
    Code("NSCocoaErrorDomain", 3072, isIgnored: true),
    Code("grpc", 1, isIgnored: true),
    Code("kCFErrorDomainCFNetwork", -999),
    Code("kCFErrorDomainCFNetwork", -72005),
    Code("NSPOSIXErrorDomain", 89, on: .darwin),
    Code("NSPOSIXErrorDomain", 125, on: .linux),
    Code("Network.NWError", 89),
    Code("NSOSStatusErrorDomain", -128),
    Code("NSOSStatusErrorDomain", -60006),
    Code("NSOSStatusErrorDomain", -67006),
    Code("SKErrorDomain", 2),
    Code("SKErrorDomain", 15),
    Code("CKErrorDomain", 20),
    Code("com.apple.LocalAuthentication", -2),
    Code("com.apple.LocalAuthentication", -4),
    Code("com.apple.LocalAuthentication", -9),
    Code("com.apple.AuthenticationServices.AuthorizationError", 1001),
    Code("com.apple.AuthenticationServices.WebAuthenticationSession", 1),
    Code("kCLErrorDomain", 10),
    Code("kCLErrorDomain", 15),
    Code("AVFoundationErrorDomain", -11878),
    Code("AVFoundationErrorDomain", -11879),
    Code("CBErrorDomain", 5),
    Code("GKErrorDomain", 2),
    Code("PHPhotosErrorDomain", 3072),
    Code("FIRAuthErrorDomain", 17058),
    Code("FIRFirestoreErrorDomain", 1),
  ]

  /// Cases of Swift enums, behind the last name of their type.
  private static let cases = [
    "AFError.explicitlyCancelled", "StoreKitError.userCancelled",
  ]

  /// Last names of types, in any language.
  private static let types = [
    "CancellationError", "CancellationException", "CancelledError", "OperationCanceledException",
    "TaskCanceledException", "AbortError",
  ]

  /// Last names of structs whose first property is a code, which may be called cancelled.
  private static let structs = ["HTTPClientError", "RPCError"]

  /// Names of codes in any domain.
  private static let symbols = ["ECANCELED", "ERR_CANCELED", "ABORT_ERR"]

  /// Whether a code is one of ``codes``. Without a platform, an errno number counts as either one's.
  package static func contains(domain: String, code: Int64, on platform: Platform?) -> Bool {
    codes.contains { known in
      known.number == code && (known.platform == nil || platform == nil || known.platform == platform)
        && known.domain == domain
    }
  }

  package static func contains(type: String, case name: String) -> Bool {
    cases.contains("\(lastName(of: type)).\(name)")
  }

  /// Whether errors of a type have their code as first property.
  package static func hasCodeInside(type: String) -> Bool { structs.contains(lastName(of: type)) }

  package static func contains(type: String) -> Bool { types.contains(lastName(of: type)) }

  package static func contains(symbol: String, domain: String) -> Bool {
    symbols.contains(symbol) || domain == "grpc" && symbol == "CANCELLED"
  }

  private static func lastName(of type: String) -> String {
    type.split(separator: ".").last.map { String($0) } ?? type
  }
}
