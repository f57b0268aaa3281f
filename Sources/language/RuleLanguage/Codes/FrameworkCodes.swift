/// The error codes of one domain of Apple's frameworks, or of Firebase.
///
/// They are read when a rule names the domain, because most rule files name none of them.
package struct FrameworkCodes: Sendable {
  package let domain: String
  /// The Swift struct whose errors have these codes; empty if there is none.
  let type: String
  let module: String
  /// The beginning that all symbols share: `SKError` of `SKErrorPaymentCancelled`.
  let prefix: String
  /// Each symbol without ``prefix``, and its number.
  private let numbers: StaticString

  init(_ domain: String, type: String, module: String, prefix: String, _ numbers: StaticString) {
    self.domain = domain
    self.type = type
    self.module = module
    self.prefix = prefix
    self.numbers = numbers
  }

  package static let all = [
    cloudKit, storeKit, coreLocation, localAuthentication, authorization, webAuthentication, avFoundation,
    bluetooth, bluetoothAttributes, cfNetwork, webKit, notifications, contacts, events, photos, gameKit,
    osStatus, firebaseAuth, firestore,
  ]

  package var table: CodeTable {
    let words = "\(numbers)".split { $0 == " " || $0 == "\n" }
    var codes: [String: CodeTable.Code] = [:]
    codes.reserveCapacity(words.count / 2)
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      codes["\(prefix)\(words[index])"] = Int64(words[index + 1]).map { .integer($0) }
    }
    return CodeTable(domain: domain, codes: codes)
  }

  /// The value of a constant for a domain, where it is not the constant's own name.
  package static func domain(ofConstant name: String) -> String? {
    switch name {
    case "LAErrorDomain": localAuthentication.domain
    case "ASAuthorizationErrorDomain": authorization.domain
    case "ASWebAuthenticationSessionErrorDomain": webAuthentication.domain
    case "CLErrorDomain": coreLocation.domain
    case "AVErrorDomain": avFoundation.domain
    case "kCFErrorDomainOSStatus": osStatus.domain
    case "kCFErrorDomainPOSIX": CodeTable.posix.domain
    case "kCFErrorDomainCocoa": CodeTable.cocoa.domain
    case "AuthErrorDomain": firebaseAuth.domain
    case "FirestoreErrorDomain": firestore.domain
    default: nil
    }
  }
}

extension CodeTable {
  /// The table of a domain that comes with errctl; nil if there is none.
  package static func builtIn(_ domain: String) -> CodeTable? {
    builtIn.first { $0.domain == domain } ?? FrameworkCodes.all.first { $0.domain == domain }?.table
  }

  /// Whether ``builtIn(_:)`` has the domain.
  package static func isBuiltIn(_ domain: String) -> Bool {
    builtIn.contains { $0.domain == domain } || FrameworkCodes.all.contains { $0.domain == domain }
  }

  /// The tables of all domains that come with errctl: some hundred kilobytes, for an editor and for findings.
  package static var allBuiltIn: [CodeTable] { builtIn + FrameworkCodes.all.map { $0.table } }
}
