extension FrameworkCodes {
  /// The codes of contacts.
  /// Source: the headers of the SDK of macOS 26.5, by the metadata of PyObjC 12.2.
  static let contacts = FrameworkCodes(
    "CNErrorDomain", type: "CNError", module: "Contacts", prefix: "CNErrorCode",
    """
    CommunicationError 1  DataAccessError 2  AuthorizationDenied 100  NoAccessableWritableContainers 101
    UnauthorizedKeys 102  FeatureDisabledByUser 103  FeatureNotAvailable 104  RecordDoesNotExist 200
    InsertedRecordAlreadyExists 201  ContainmentCycle 202  ContainmentScope 203
    ParentRecordDoesNotExist 204  RecordIdentifierInvalid 205  RecordNotWritable 206
    ParentContainerNotWritable 207  ValidationMultipleErrors 300  ValidationTypeMismatch 301
    ValidationConfigurationError 302  PredicateInvalid 400  PolicyViolation 500
    ClientIdentifierInvalid 600  ClientIdentifierDoesNotExist 601  ClientIdentifierCollision 602
    ChangeHistoryExpired 603  ChangeHistoryInvalidAnchor 604  ChangeHistoryInvalidFetchRequest 605
    VCardMalformed 700  VCardSummarizationError 701
    """)
}
