extension FrameworkCodes {
  /// The codes of a sign-in on a web page; `ASWebAuthenticationSessionErrorDomain` is this domain.
  /// Source: the headers of the SDK of macOS 26.5, by the metadata of PyObjC 12.2.
  static let webAuthentication = FrameworkCodes(
    "com.apple.AuthenticationServices.WebAuthenticationSession", type: "ASWebAuthenticationSessionError",
    module: "AuthenticationServices", prefix: "ASWebAuthenticationSessionErrorCode",
    """
    CanceledLogin 1  PresentationContextNotProvided 2  PresentationContextInvalid 3
    """)
}
