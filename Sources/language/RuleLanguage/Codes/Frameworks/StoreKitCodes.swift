extension FrameworkCodes {
  /// The codes of purchases. The errors of StoreKit 2 are enums, with cases in place of codes.
  /// Source: the headers of the SDK of macOS 26.5, by the metadata of PyObjC 12.2.
  static let storeKit = FrameworkCodes(
    "SKErrorDomain", type: "SKError", module: "StoreKit", prefix: "SKError",
    """
    Unknown 0  ClientInvalid 1  PaymentCancelled 2  PaymentInvalid 3  PaymentNotAllowed 4
    StoreProductNotAvailable 5  CloudServicePermissionDenied 6  CloudServiceNetworkConnectionFailed 7
    CloudServiceRevoked 8  PrivacyAcknowledgementRequired 9  UnauthorizedRequestData 10
    InvalidOfferIdentifier 11  InvalidSignature 12  MissingOfferParams 13  InvalidOfferPrice 14
    OverlayCancelled 15  OverlayInvalidConfiguration 16  OverlayTimeout 17  IneligibleForOffer 18
    UnsupportedPlatform 19  OverlayPresentedInBackgroundScene 20
    PaymentMethodBindingConfigurationRequired 21
    """)
}
