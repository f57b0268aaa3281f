extension FrameworkCodes {
  /// The codes of CloudKit.
  /// Source: the headers of the SDK of macOS 26.5, by the metadata of PyObjC 12.2.
  static let cloudKit = FrameworkCodes(
    "CKErrorDomain", type: "CKError", module: "CloudKit", prefix: "CKError",
    """
    InternalError 1  PartialFailure 2  NetworkUnavailable 3  NetworkFailure 4  BadContainer 5
    ServiceUnavailable 6  RequestRateLimited 7  MissingEntitlement 8  NotAuthenticated 9
    PermissionFailure 10  UnknownItem 11  InvalidArguments 12  ResultsTruncated 13  ServerRecordChanged 14
    ServerRejectedRequest 15  AssetFileNotFound 16  AssetFileModified 17  IncompatibleVersion 18
    ConstraintViolation 19  OperationCancelled 20  ChangeTokenExpired 21  BatchRequestFailed 22
    ZoneBusy 23  BadDatabase 24  QuotaExceeded 25  ZoneNotFound 26  LimitExceeded 27  UserDeletedZone 28
    TooManyParticipants 29  AlreadyShared 30  ReferenceViolation 31  ManagedAccountRestricted 32
    ParticipantMayNeedVerification 33  ServerResponseLost 34  AssetNotAvailable 35
    AccountTemporarilyUnavailable 36  ParticipantAlreadyInvited 37
    """)
}
