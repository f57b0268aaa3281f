import Foundation

/// Alamofire's error: the cases of version 5, whose payload cases give `responseValidationFailed` its code, with the
/// reasons of validation.
package enum AFError: Error {
  /// As in Alamofire, no error of its own.
  package enum ParameterEncodingFailureReason: Sendable {
    case missingURL
  }

  /// As in Alamofire, no error of its own.
  package enum ResponseValidationFailureReason: Sendable {
    case dataFileNil
    case dataFileReadFailed(at: String)
    case missingContentType(acceptableContentTypes: [String])
    case unacceptableContentType(acceptableContentTypes: [String], responseContentType: String)
    case unacceptableStatusCode(code: Int)
  }

  case createUploadableFailed(error: any Error)
  case createURLRequestFailed(error: any Error)
  case downloadedFileMoveFailed(error: any Error, source: String, destination: String)
  case invalidURL(url: String)
  case multipartEncodingFailed(reason: String)
  case parameterEncodingFailed(reason: ParameterEncodingFailureReason)
  case parameterEncoderFailed(reason: String)
  case requestAdaptationFailed(error: any Error)
  case requestRetryFailed(retryError: any Error, originalError: any Error)
  case responseValidationFailed(reason: ResponseValidationFailureReason)

  /// The status that was not acceptable.
  package var responseCode: Int? {
    guard case .responseValidationFailed(.unacceptableStatusCode(let code)) = self else { return nil }
    return code
  }
}

extension AFError: LocalizedError {
  package var errorDescription: String? {
    switch self {
    case .responseValidationFailed(.unacceptableStatusCode(let code)):
      "Response status code was unacceptable: \(code)."
    case .responseValidationFailed(.dataFileNil): "Response could not be validated, data file was nil."
    case .parameterEncodingFailed: "URL request to encode was missing a URL"
    default: nil
    }
  }
}
