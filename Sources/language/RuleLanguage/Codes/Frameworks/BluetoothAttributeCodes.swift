extension FrameworkCodes {
  /// The codes that a Bluetooth device answers with.
  /// Source: the headers of the SDK of macOS 26.5, by the metadata of PyObjC 12.2.
  static let bluetoothAttributes = FrameworkCodes(
    "CBATTErrorDomain", type: "CBATTError", module: "CoreBluetooth", prefix: "CBATTError",
    """
    Success 0  InvalidHandle 1  ReadNotPermitted 2  WriteNotPermitted 3  InvalidPdu 4
    InsufficientAuthentication 5  RequestNotSupported 6  InvalidOffset 7  InsufficientAuthorization 8
    PrepareQueueFull 9  AttributeNotFound 10  AttributeNotLong 11  InsufficientEncryptionKeySize 12
    InvalidAttributeValueLength 13  UnlikelyError 14  InsufficientEncryption 15  UnsupportedGroupType 16
    InsufficientResources 17
    """)
}
