extension FrameworkCodes {
  /// The codes of Bluetooth connections.
  /// Source: the headers of the SDK of macOS 26.5, by the metadata of PyObjC 12.2.
  static let bluetooth = FrameworkCodes(
    "CBErrorDomain", type: "CBError", module: "CoreBluetooth", prefix: "CBError",
    """
    Unknown 0  InvalidParameters 1  InvalidHandle 2  NotConnected 3  OutOfSpace 4  OperationCancelled 5
    ConnectionTimeout 6  PeripheralDisconnected 7  UUIDNotAllowed 8  AlreadyAdvertising 9
    ConnectionFailed 10  ConnectionLimitReached 11  UnknownDevice 12  UnkownDevice 12
    OperationNotSupported 13  PeerRemovedPairingInformation 14  EncryptionTimedOut 15
    TooManyLEPairedDevices 16  LeGattExceededBackgroundNotificationLimit 17
    LeGattNearBackgroundNotificationLimit 18
    """)
}
