extension FrameworkCodes {
  /// The codes of Sign in with Apple and of passkeys; `ASAuthorizationErrorDomain` is this domain.
  /// Source: the headers of the SDK of macOS 26.5, by the metadata of PyObjC 12.2.
  static let authorization = FrameworkCodes(
    "com.apple.AuthenticationServices.AuthorizationError", type: "ASAuthorizationError",
    module: "AuthenticationServices", prefix: "ASAuthorizationError",
    """
    Unknown 1000  Canceled 1001  InvalidResponse 1002  NotHandled 1003  Failed 1004  NotInteractive 1005
    MatchedExcludedCredential 1006  CredentialImport 1007  CredentialExport 1008
    PreferSignInWithApple 1009  DeviceNotConfiguredForPasskeyCreation 1010
    """)
}
