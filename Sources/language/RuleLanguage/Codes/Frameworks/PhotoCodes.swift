extension FrameworkCodes {
  /// The codes of the photo library.
  /// Source: the headers of the SDK of macOS 26.5, by the metadata of PyObjC 12.2.
  static let photos = FrameworkCodes(
    "PHPhotosErrorDomain", type: "PHPhotosError", module: "Photos", prefix: "PHPhotosError",
    """
    InternalError -1  Invalid -1  UserCancelled 3072  PersistentChangeTokenExpired 3105
    LibraryVolumeOffline 3114  RelinquishingLibraryBundleToWriter 3142  SwitchingSystemPhotoLibrary 3143
    NetworkAccessRequired 3164  NetworkError 3169  IdentifierNotFound 3201  MultipleIdentifiersFound 3202
    PersistentChangeDetailsUnavailable 3210  ChangeNotSupported 3300  OperationInterrupted 3301
    InvalidResource 3302  MissingResource 3303  NotEnoughSpace 3305  RequestNotSupportedForAsset 3306
    LimitExceeded 3307  AccessRestricted 3310  AccessUserDenied 3311  LibraryInFileProviderSyncRoot 5423
    """)
}
