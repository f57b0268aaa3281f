import Testing

@testable import RuleLanguage

@Suite("The codes of Apple's frameworks")
struct FrameworkCodesTests {
  @Test("have a table for each domain: every symbol begins alike and has a number")
  func tables() {
    #expect(Set(FrameworkCodes.all.map { $0.domain }).count == FrameworkCodes.all.count)
    for codes in FrameworkCodes.all {
      let table = codes.table
      #expect(table.codes.count >= 3, "\(codes.domain)")
      for (symbol, code) in table.codes {
        // NWError shares those of other domains.
        #expect(symbol.hasPrefix(codes.prefix) && symbol.count > codes.prefix.count, "\(symbol)")
        if case .integer = code { continue }
        Issue.record("\(symbol) has no number")
      }
    }
  }

  /// One of each domain, read in Apple's documentation and Firebase's.
  @Test(
    "are those of the documentation",
    arguments: [
      ("CKErrorDomain", "CKErrorZoneBusy", 23), ("SKErrorDomain", "SKErrorPaymentCancelled", 2),
      ("kCLErrorDomain", "kCLErrorDenied", 1), ("com.apple.LocalAuthentication", "LAErrorUserCancel", -2),
      ("com.apple.AuthenticationServices.AuthorizationError", "ASAuthorizationErrorCanceled", 1001),
      (
        "com.apple.AuthenticationServices.WebAuthenticationSession",
        "ASWebAuthenticationSessionErrorCodeCanceledLogin", 1
      ),
      ("AVFoundationErrorDomain", "AVErrorDiskFull", -11807),
      ("CBErrorDomain", "CBErrorConnectionTimeout", 6),
      ("CBATTErrorDomain", "CBATTErrorReadNotPermitted", 2),
      ("kCFErrorDomainCFNetwork", "kCFURLErrorTimedOut", -1001), ("WKErrorDomain", "WKErrorUnknown", 1),
      ("UNErrorDomain", "UNErrorCodeNotificationsNotAllowed", 1),
      ("CNErrorDomain", "CNErrorCodeAuthorizationDenied", 100), ("EKErrorDomain", "EKErrorNoCalendar", 1),
      ("PHPhotosErrorDomain", "PHPhotosErrorUserCancelled", 3072), ("GKErrorDomain", "GKErrorCancelled", 2),
      ("NSOSStatusErrorDomain", "errSecItemNotFound", -25300),
      ("NSOSStatusErrorDomain", "errSSLClosedAbort", -9806),
      ("Network.NWError", "kDNSServiceErr_NoSuchRecord", -65554), ("Network.NWError", "ECONNRESET", 54),
      ("Network.NWError", "errSSLClosedAbort", -9806), ("MXErrorDomain", "MXErrorLaunchTaskMaxCount", 1),
      ("http2", "REFUSED_STREAM", 7), ("FIRAuthErrorDomain", "FIRAuthErrorCodeWrongPassword", 17009),
      ("FIRFirestoreErrorDomain", "FIRFirestoreErrorCodePermissionDenied", 7),
    ] as [(String, String, Int64)]
  )
  func documented(domain: String, symbol: String, number: Int64) {
    #expect(CodeTable.builtIn(domain)?.codes[symbol]?.numbers.darwin == number)
  }
}
