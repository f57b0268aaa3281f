/// A Swift enum of a framework or the standard library, whose errors are recorded with their case.
package struct KnownEnum: Sendable {
  /// `Product.PurchaseError`.
  package let name: String
  package let cases: [String]
  private let module: String

  private init(_ name: String, of module: String, _ cases: String) {
    self.name = name
    self.module = module
    self.cases = cases.split(separator: " ").map { String($0) }
  }

  /// Source: Apple's documentation of the SDK of iOS 26.5; Alamofire 5.10.
  package static let all = [
    KnownEnum(
      "StoreKitError", of: "StoreKit",
      "unknown userCancelled networkError systemError notAvailableInStorefront notEntitled unsupported"),
    KnownEnum(
      "Product.PurchaseError", of: "StoreKit",
      "invalidQuantity productUnavailable purchaseNotAllowed ineligibleForOffer invalidOfferIdentifier invalidOfferPrice invalidOfferSignature missingOfferParameters"
    ),
    KnownEnum("NWError", of: "Network", "posix dns tls wifiAware"),
    KnownEnum("DecodingError", of: "Swift", "typeMismatch valueNotFound keyNotFound dataCorrupted"),
    KnownEnum("EncodingError", of: "Swift", "invalidValue"),
    KnownEnum(
      "AFError", of: "Alamofire",
      "createUploadableFailed createURLRequestFailed downloadedFileMoveFailed explicitlyCancelled invalidURL multipartEncodingFailed parameterEncodingFailed parameterEncoderFailed requestAdaptationFailed requestRetryFailed responseValidationFailed responseSerializationFailed serverTrustEvaluationFailed sessionDeinitialized sessionInvalidated sessionTaskFailed urlRequestValidationFailed"
    ),
  ]

  /// The enum and the case of `StoreKitError.userCancelled`, qualified or not; nil for another type's.
  package static func member(_ text: String) -> (type: KnownEnum, case: String)? {
    guard let dot = text.lastIndex(of: ".") else { return nil }
    let type = text[..<dot]
    let found = all.first { known in
      type == known.name || type == "\(known.module).\(known.name)" || known.name.hasSuffix(".\(type)")
    }
    return found.map { ($0, String(text[text.index(after: dot)...])) }
  }
}
