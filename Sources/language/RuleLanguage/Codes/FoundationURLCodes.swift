extension CodeTable {
  /// Every error code of Foundation’s `NSURLError.h`. Not `NSURLErrorCancelledReason…`: values in `userInfo`.
  package static let foundationURL = CodeTable(
    domain: "NSURLErrorDomain", codes: numbers.mapValues(Code.integer))

  private static let numbers: [String: Int64] = [
    "NSURLErrorUnknown": -1,

    // Background sessions
    "NSURLErrorBackgroundSessionRequiresSharedContainer": -995,
    "NSURLErrorBackgroundSessionInUseByAnotherProcess": -996,
    "NSURLErrorBackgroundSessionWasDisconnected": -997,

    // Loading
    "NSURLErrorCancelled": -999,
    "NSURLErrorBadURL": -1000,
    "NSURLErrorTimedOut": -1001,
    "NSURLErrorUnsupportedURL": -1002,
    "NSURLErrorCannotFindHost": -1003,
    "NSURLErrorCannotConnectToHost": -1004,
    "NSURLErrorNetworkConnectionLost": -1005,
    "NSURLErrorDNSLookupFailed": -1006,
    "NSURLErrorHTTPTooManyRedirects": -1007,
    "NSURLErrorResourceUnavailable": -1008,
    "NSURLErrorNotConnectedToInternet": -1009,
    "NSURLErrorRedirectToNonExistentLocation": -1010,
    "NSURLErrorBadServerResponse": -1011,
    "NSURLErrorUserCancelledAuthentication": -1012,
    "NSURLErrorUserAuthenticationRequired": -1013,
    "NSURLErrorZeroByteResource": -1014,
    "NSURLErrorCannotDecodeRawData": -1015,
    "NSURLErrorCannotDecodeContentData": -1016,
    "NSURLErrorCannotParseResponse": -1017,
    "NSURLErrorInternationalRoamingOff": -1018,
    "NSURLErrorCallIsActive": -1019,
    "NSURLErrorDataNotAllowed": -1020,
    "NSURLErrorRequestBodyStreamExhausted": -1021,
    "NSURLErrorAppTransportSecurityRequiresSecureConnection": -1022,

    // Files
    "NSURLErrorFileDoesNotExist": -1100,
    "NSURLErrorFileIsDirectory": -1101,
    "NSURLErrorNoPermissionsToReadFile": -1102,
    "NSURLErrorDataLengthExceedsMaximum": -1103,
    "NSURLErrorFileOutsideSafeArea": -1104,

    // TLS
    "NSURLErrorSecureConnectionFailed": -1200,
    "NSURLErrorServerCertificateHasBadDate": -1201,
    "NSURLErrorServerCertificateUntrusted": -1202,
    "NSURLErrorServerCertificateHasUnknownRoot": -1203,
    "NSURLErrorServerCertificateNotYetValid": -1204,
    "NSURLErrorClientCertificateRejected": -1205,
    "NSURLErrorClientCertificateRequired": -1206,

    // Cache and downloads
    "NSURLErrorCannotLoadFromNetwork": -2000,
    "NSURLErrorCannotCreateFile": -3000,
    "NSURLErrorCannotOpenFile": -3001,
    "NSURLErrorCannotCloseFile": -3002,
    "NSURLErrorCannotWriteToFile": -3003,
    "NSURLErrorCannotRemoveFile": -3004,
    "NSURLErrorCannotMoveFile": -3005,
    "NSURLErrorDownloadDecodingFailedMidStream": -3006,
    "NSURLErrorDownloadDecodingFailedToComplete": -3007,
  ]
}
