extension FrameworkCodes {
  /// The codes of notifications.
  /// Source: the headers of the SDK of macOS 26.5, by the metadata of PyObjC 12.2.
  static let notifications = FrameworkCodes(
    "UNErrorDomain", type: "UNError", module: "UserNotifications", prefix: "UNErrorCode",
    """
    NotificationsNotAllowed 1  AttachmentInvalidURL 100  AttachmentUnrecognizedType 101
    AttachmentInvalidFileSize 102  AttachmentNotInDataStore 103  AttachmentMoveIntoDataStoreFailed 104
    AttachmentCorrupt 105  NotificationInvalidNoDate 1400  NotificationInvalidNoContent 1401
    ContentProvidingObjectNotAllowed 1500  ContentProvidingInvalid 1501  BadgeInputInvalid 1600
    """)
}
