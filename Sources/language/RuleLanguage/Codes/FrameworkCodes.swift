internal import Bytes
internal import Records

/// The error codes of one domain of Apple's frameworks, of Firebase, or of HTTP/2.
///
/// They are read when a rule names one, because most rule files name none. A rule file's own codes go before them.
package final class FrameworkCodes: Sendable {
  package let domain: String
  /// The Swift struct whose errors have these codes; empty if there is none.
  let type: String
  let module: String
  /// The beginning that all symbols share: `SKError` of `SKErrorPaymentCancelled`.
  let prefix: String
  /// Each symbol without ``prefix``, and its number.
  private let numbers: StaticString
  /// The codes of other domains that are this domain's, too.
  private let shared: @Sendable () -> [String: CodeTable.Code]
  private let read = Lock<CodeTable?>(nil)

  init(
    _ domain: String, type: String, module: String, prefix: String, _ numbers: StaticString,
    shared: @escaping @Sendable () -> [String: CodeTable.Code] = { [:] }
  ) {
    self.domain = domain
    self.type = type
    self.module = module
    self.prefix = prefix
    self.numbers = numbers
    self.shared = shared
  }

  package static let all = [
    cloudKit, storeKit, coreLocation, localAuthentication, authorization, webAuthentication, avFoundation,
    bluetooth, bluetoothAttributes, cfNetwork, webKit, notifications, contacts, events, photos, gameKit,
    osStatus, network, metrics, http2, firebaseAuth, firestore,
  ]

  /// Whether its words are too general to tell the domain.
  package var hasGeneralWords: Bool { module.isEmpty }

  package static func of(_ domain: String) -> FrameworkCodes? { all.first { $0.domain == domain } }

  /// Read once.
  package var table: CodeTable {
    read.withLock { table in
      if let table { return table }
      let made = CodeTable(domain: domain, codes: codes)
      table = made
      return made
    }
  }

  private var codes: [String: CodeTable.Code] {
    let words = "\(numbers)".split { $0 == " " || $0 == "\n" }
    var codes = shared()
    codes.reserveCapacity(words.count / 2)
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      codes["\(prefix)\(words[index])"] = Int64(words[index + 1]).map { .integer($0) }
    }
    return codes
  }

  /// The condition for the number of a symbol, or for the symbol itself as a record's code.
  ///
  /// Symbols of ``CodeTable/builtIn`` tables in records are numbers for every condition. Those of frameworks are not: that
  /// would cost each start a thousand names.
  func condition(of symbol: String, source: Condition.Source) -> Condition? {
    guard case .integer(let number)? = table.codes[symbol] else { return nil }
    return .any([
      .compare(.field(.code), .code([NumberRange(.integer(number))]), source),
      .compare(.field(.code), .text(TextTest(.equals, symbol)), source),
    ])
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
    builtIn.first { $0.domain == domain } ?? FrameworkCodes.of(domain)?.table
  }

  /// The domains that ``builtIn(_:)`` has.
  package static let builtInDomains = builtIn.map { $0.domain } + FrameworkCodes.all.map { $0.domain }
}
