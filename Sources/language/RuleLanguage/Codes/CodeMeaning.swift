/// One sentence on the codes that people meet most, and whether another try can help.
package enum CodeMeaning {
  /// The sentences about a symbol of any domain; nil for one that is not among them.
  package static func text(of symbol: String) -> String? {
    let name = symbol.hasPrefix("kCFURLError") ? "NSURLError\(symbol.dropFirst(11))" : symbol
    guard let rest = known[Substring(name)], let mark = rest.first else { return nil }
    let sentence = rest.dropFirst(2)
    switch mark {
    case "+": return "\(sentence). Another try may help."
    case "-": return "\(sentence). Another try alone does not help."
    default: return "\(sentence): a cancellation, which nobody wants tried again."
    }
  }

  /// The symbols that have a text.
  static var symbols: [String] { known.keys.map { String($0) } }

  private static let known: [Substring: Substring] = {
    var known: [Substring: Substring] = [:]
    for line in "\(lines)".split(separator: "\n") {
      guard let space = line.firstIndex(of: " ") else { continue }
      known[line[..<space]] = line[line.index(after: space)...]
    }
    return known
  }()

  /// A symbol, whether another try may help (`+`, `-`, or `0` for a cancellation), and the sentence without its full stop.
  private static let lines: StaticString = """
    NSURLErrorUnknown + The loading system gave no reason
    NSURLErrorCancelled 0 The request was cancelled
    NSURLErrorBadURL - The URL is malformed
    NSURLErrorTimedOut + No answer came in time; the server may have done the work
    NSURLErrorUnsupportedURL - No protocol handles the URL's scheme
    NSURLErrorCannotFindHost + DNS knows no host of that name, or could not be asked
    NSURLErrorCannotConnectToHost + The host was found, but it accepts no connection
    NSURLErrorNetworkConnectionLost + The connection broke before the answer was complete; the server may have done the work
    NSURLErrorDNSLookupFailed + The host's address could not be looked up
    NSURLErrorHTTPTooManyRedirects - The server redirects in a circle, or too often
    NSURLErrorResourceUnavailable + The resource cannot be had now
    NSURLErrorNotConnectedToInternet + The device is offline; wait for a connection first
    NSURLErrorBadServerResponse + The answer is not valid HTTP
    NSURLErrorUserCancelledAuthentication - The challenge for a name and a password was not answered
    NSURLErrorUserAuthenticationRequired - The resource needs a sign-in
    NSURLErrorCannotDecodeContentData - The body is not in the encoding that its header names
    NSURLErrorCannotParseResponse + The answer could not be parsed
    NSURLErrorInternationalRoamingOff - Roaming is off on this device
    NSURLErrorCallIsActive + A phone call keeps the network busy
    NSURLErrorDataNotAllowed - Mobile data is off for this app
    NSURLErrorAppTransportSecurityRequiresSecureConnection - App Transport Security forbids plain HTTP
    NSURLErrorSecureConnectionFailed + The TLS handshake failed
    NSURLErrorServerCertificateHasBadDate - The server's certificate has expired, or the device's clock is wrong
    NSURLErrorServerCertificateUntrusted - The server's certificate is not trusted
    NSURLErrorServerCertificateHasUnknownRoot - The server's certificate was signed by an unknown authority
    NSURLErrorServerCertificateNotYetValid - The server's certificate is not valid yet, or the device's clock is wrong
    NSURLErrorClientCertificateRejected - The server rejected the client's certificate
    NSURLErrorClientCertificateRequired - The server asks for a client certificate
    NSURLErrorBackgroundSessionWasDisconnected + The app was suspended, or its background session ended
    NSFileNoSuchFileError - The file to change or delete does not exist
    NSFileLockingError + Somebody else holds the lock of the file
    NSFileReadNoPermissionError - The app may not read the file
    NSFileReadCorruptFileError - The file is damaged, or is of another format
    NSFileReadNoSuchFileError - The file to read does not exist
    NSFileWriteNoPermissionError - The app may not write there
    NSFileWriteFileExistsError - There is a file of that name
    NSFileWriteOutOfSpaceError - The volume is full
    NSFileWriteVolumeReadOnlyError - The volume cannot be written
    NSUserCancelledError 0 A person cancelled the operation
    NSPropertyListReadCorruptError - The text is not a valid property list or JSON
    NSXPCConnectionInterrupted + The other process ended; the connection can be used again
    NSXPCConnectionInvalid - The service does not exist, or the connection was invalidated
    NSManagedObjectMergeError - Another context or process changed the object; merge first
    NSValidationMultipleErrorsError - Several properties of an object are not valid
    NSPersistentStoreIncompatibleVersionHashError - The store was made by another version of the model; migrate it
    NSMigrationMissingMappingModelError - No mapping model leads from the store's version to this one
    EPERM - The operation needs rights that the process lacks
    ENOENT - The file or folder does not exist
    EINTR + A signal interrupted the call
    EIO + The device failed to read or write
    ENOMEM + Memory ran out
    EACCES - The permissions of the file or the port forbid it
    EEXIST - The file exists
    EINVAL - An argument is not valid
    EMFILE + The process has too many open files
    ENOSPC - The volume is full
    EPIPE + The reader closed the pipe or the connection
    EAGAIN + The resource is busy, or there is no data yet
    EADDRINUSE + Another process listens at the address
    ENETDOWN + The network interface is down
    ENETUNREACH + No route leads to the network
    ECONNABORTED + The connection was given up on this side
    ECONNRESET + The peer reset the connection; it may have done the work
    ENOTCONN + The socket is not connected, or no longer
    ETIMEDOUT + The peer did not answer in time
    ECONNREFUSED + Nothing listens at the address and port
    EHOSTUNREACH + No route leads to the host
    ECANCELED 0 The operation was cancelled
    CANCELLED 0 The caller cancelled the call
    UNKNOWN - The server raised an error without a status of its own
    INVALID_ARGUMENT - The request is not valid, whatever the state of the server
    DEADLINE_EXCEEDED + The deadline passed first; the server may have done the work
    NOT_FOUND - The thing that was asked for does not exist
    ALREADY_EXISTS - The thing to create exists; perhaps an earlier try created it
    PERMISSION_DENIED - The caller is known, and may not do that
    RESOURCE_EXHAUSTED + A quota is used up, or the server is out of room; wait longer
    FAILED_PRECONDITION - The system is not in the state that the call needs
    ABORTED + Another transaction was in the way; begin anew, above this call
    OUT_OF_RANGE - The value lies beyond the valid range
    UNIMPLEMENTED - The server does not have the method
    INTERNAL - The server broke a promise of its own
    UNAVAILABLE + The service cannot be reached now
    DATA_LOSS - Data is lost or damaged
    UNAUTHENTICATED - The credentials are missing or no longer valid
    CKErrorInternalError + CloudKit failed for no stated reason
    CKErrorPartialFailure - Some items failed, each for its own reason
    CKErrorNetworkUnavailable + The device is offline
    CKErrorNetworkFailure + The connection to iCloud broke
    CKErrorServiceUnavailable + iCloud is down; it says how long to wait
    CKErrorRequestRateLimited + Too many requests; it says how long to wait
    CKErrorMissingEntitlement - The app lacks an entitlement for the container
    CKErrorNotAuthenticated - Nobody is signed in to iCloud, or iCloud is off for this app
    CKErrorPermissionFailure - The person may not read or change the record
    CKErrorUnknownItem - The record does not exist
    CKErrorInvalidArguments - The request is not valid, or the schema lacks a field or an index
    CKErrorServerRecordChanged - The server has a newer version of the record; merge first
    CKErrorServerRejectedRequest - The server rejected the request
    CKErrorConstraintViolation - A field that must be unique has the value already
    CKErrorOperationCancelled 0 The operation was cancelled
    CKErrorChangeTokenExpired - The token is too old; fetch all changes again
    CKErrorBatchRequestFailed + Another item of the same batch failed
    CKErrorZoneBusy + The zone is busy; it says how long to wait
    CKErrorQuotaExceeded - The person's iCloud storage is full
    CKErrorZoneNotFound - The zone does not exist; create it
    CKErrorLimitExceeded - The batch is too large; split it
    CKErrorUserDeletedZone - The person deleted the zone in the settings
    CKErrorServerResponseLost + The answer was lost; the server may have done the work
    CKErrorAccountTemporarilyUnavailable + The account must be confirmed in the settings first
    SKErrorUnknown + StoreKit gave no reason
    SKErrorClientInvalid - The client may not make that purchase
    SKErrorPaymentCancelled 0 The person closed the sheet of the purchase
    SKErrorPaymentInvalid - A parameter of the purchase is not valid
    SKErrorPaymentNotAllowed - Purchases are off on this device
    SKErrorStoreProductNotAvailable - The product is not sold in this storefront
    SKErrorCloudServiceNetworkConnectionFailed + The device could not reach the store
    SKErrorInvalidSignature - The signature of the offer is not valid
    SKErrorIneligibleForOffer - The person cannot have that offer
    SKErrorOverlayCancelled 0 The overlay was closed
    errSecUserCanceled 0 The person cancelled the prompt
    errSecItemNotFound - The keychain has no such item
    errSecDuplicateItem - The keychain has that item; update it
    errSecAuthFailed - The password or the passcode was wrong
    errSecInteractionNotAllowed + The device is locked, or no prompt can be shown now
    errSecMissingEntitlement - The app lacks the entitlement for that access group
    errSecNotAvailable + No keychain is available
    errSecParam - A parameter of the query is not valid
    errSecDecode - The data could not be decoded
    errSecInternalComponent + The keychain could not be opened, for example over SSH while it is locked
    errSSLClosedAbort + The peer closed the connection during the handshake
    errSSLClosedGraceful + The peer closed the connection
    errSSLPeerHandshakeFail - No version or cipher suits both sides
    errSSLCertExpired - The certificate has expired
    errSSLUnknownRootCert - The certificate was signed by an unknown authority
    errSSLHostNameMismatch - The certificate is for another host
    kCLErrorLocationUnknown + No position is known yet; keep waiting
    kCLErrorDenied - The person did not allow the app to use the location
    kCLErrorNetwork + The network was not available, or too many requests were made
    kCLErrorGeocodeFoundNoResult - No place fits the address
    kCLErrorGeocodeCanceled 0 The request was cancelled
    LAErrorAuthenticationFailed + The face, finger or passcode was not recognised
    LAErrorUserCancel 0 The person tapped Cancel
    LAErrorUserFallback - The person chose the app's other way to sign in
    LAErrorSystemCancel 0 The system took the prompt away
    LAErrorAppCancel 0 The app invalidated the prompt
    LAErrorPasscodeNotSet - The device has no passcode
    LAErrorBiometryNotAvailable - The device has no biometry, or it is off for this app
    LAErrorBiometryNotEnrolled - No face or finger is enrolled
    LAErrorBiometryLockout - Too many failures; the passcode is needed first
    LAErrorNotInteractive - The prompt was forbidden by the app
    ASAuthorizationErrorCanceled 0 The person closed the sheet
    ASAuthorizationErrorUnknown + No reason was given; on a device without an Apple Account often this
    ASAuthorizationErrorInvalidResponse - The provider's answer was not valid
    ASAuthorizationErrorNotHandled - Nobody handled the request
    ASAuthorizationErrorFailed + The request failed
    ASWebAuthenticationSessionErrorCodeCanceledLogin 0 The person closed the browser
    AVErrorDiskFull - The volume is full
    AVErrorFailedToLoadMediaData + The media could not be loaded
    AVErrorContentIsNotAuthorized - The content may not be played
    AVErrorOperationCancelled 0 The operation was cancelled
    CBErrorConnectionTimeout + The device was not in reach
    CBErrorPeripheralDisconnected + The device ended the connection
    CBErrorOperationCancelled 0 The operation was cancelled
    CBATTErrorInsufficientAuthentication - The devices have to be paired first
    WKErrorWebContentProcessTerminated + The process of the page ended; load it again
    WKErrorJavaScriptExceptionOccurred - The script raised an exception
    UNErrorCodeNotificationsNotAllowed - The person did not allow notifications
    CNErrorCodeAuthorizationDenied - The person did not allow the app to use the contacts
    PHPhotosErrorUserCancelled 0 The person cancelled the request
    PHPhotosErrorAccessUserDenied - The person did not allow the app to use the photos
    PHPhotosErrorNetworkAccessRequired + The photo is in iCloud and has to be downloaded
    GKErrorCancelled 0 The person cancelled the request
    GKErrorNotAuthenticated - Nobody is signed in to Game Center
    FIRAuthErrorCodeWrongPassword - The password is wrong
    FIRAuthErrorCodeUserNotFound - There is no such account
    FIRAuthErrorCodeEmailAlreadyInUse - Another account has the address
    FIRAuthErrorCodeInvalidCredential - The credential is malformed, or has expired
    FIRAuthErrorCodeRequiresRecentLogin - The sign-in is too long ago for this change
    FIRAuthErrorCodeUserTokenExpired - The person has to sign in again
    FIRAuthErrorCodeTooManyRequests + The device made too many requests; wait longer
    FIRAuthErrorCodeNetworkError + The network failed
    FIRAuthErrorCodeWebContextCancelled 0 The person closed the browser
    FIRFirestoreErrorCodeCancelled 0 The call was cancelled
    FIRFirestoreErrorCodePermissionDenied - The rules of the database forbid it
    FIRFirestoreErrorCodeUnavailable + The database cannot be reached now
    FIRFirestoreErrorCodeDeadlineExceeded + The deadline passed first; the work may be done
    FIRFirestoreErrorCodeResourceExhausted + A quota is used up; wait longer
    kDNSServiceErr_NoSuchRecord - DNS has no such record
    kDNSServiceErr_PolicyDenied - The person did not allow the app to use the local network
    kDNSServiceErr_Timeout + DNS did not answer in time
    REFUSED_STREAM + The peer did nothing of the request yet
    CANCEL 0 The peer no longer needs the stream
    ENHANCE_YOUR_CALM + The peer is under too much load; wait longer
    """
}
