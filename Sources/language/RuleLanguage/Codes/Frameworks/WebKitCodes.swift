extension FrameworkCodes {
  /// The codes of web views.
  /// Source: the headers of the SDK of macOS 26.5, by the metadata of PyObjC 12.2.
  static let webKit = FrameworkCodes(
    "WKErrorDomain", type: "WKError", module: "WebKit", prefix: "WKError",
    """
    Unknown 1  WebContentProcessTerminated 2  WebViewInvalidated 3  JavaScriptExceptionOccurred 4
    JavaScriptResultTypeIsUnsupported 5  ContentRuleListStoreCompileFailed 6
    ContentRuleListStoreLookUpFailed 7  ContentRuleListStoreRemoveFailed 8
    ContentRuleListStoreVersionMismatch 9  AttributedStringContentFailedToLoad 10
    AttributedStringContentLoadTimedOut 11  JavaScriptInvalidFrameTarget 12  NavigationAppBoundDomain 13
    JavaScriptAppBoundDomain 14  DuplicateCredential 15  MalformedCredential 16  CredentialNotFound 17
    """)
}
