extension FrameworkCodes {
  /// The codes of Face ID, Touch ID and passcodes; `LAErrorDomain` is this domain.
  /// Source: the headers of the SDK of macOS 26.5, by the metadata of PyObjC 12.2.
  static let localAuthentication = FrameworkCodes(
    "com.apple.LocalAuthentication", type: "LAError", module: "LocalAuthentication", prefix: "LAError",
    """
    AuthenticationFailed -1  UserCancel -2  UserFallback -3  SystemCancel -4  PasscodeNotSet -5
    BiometryNotAvailable -6  TouchIDNotAvailable -6  BiometryNotEnrolled -7  TouchIDNotEnrolled -7
    BiometryLockout -8  TouchIDLockout -8  AppCancel -9  InvalidContext -10  CompanionNotAvailable -11
    WatchNotAvailable -11  BiometryNotPaired -12  BiometryDisconnected -13  InvalidDimensions -14
    NotInteractive -1004
    """)
}
