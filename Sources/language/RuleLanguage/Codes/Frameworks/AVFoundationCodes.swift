extension FrameworkCodes {
  /// The codes of media that are recorded, played and exported.
  /// Source: the headers of the SDK of macOS 26.5, by the metadata of PyObjC 12.2.
  static let avFoundation = FrameworkCodes(
    "AVFoundationErrorDomain", type: "AVError", module: "AVFoundation", prefix: "AVError",
    """
    Unknown -11800  OutOfMemory -11801  SessionNotRunning -11803  DeviceAlreadyUsedByAnotherSession -11804
    NoDataCaptured -11805  SessionConfigurationChanged -11806  DiskFull -11807
    DeviceWasDisconnected -11808  MediaChanged -11809  MaximumDurationReached -11810
    MaximumFileSizeReached -11811  MediaDiscontinuity -11812
    MaximumNumberOfSamplesForFileFormatReached -11813  DeviceNotConnected -11814
    DeviceInUseByAnotherApplication -11815  DeviceLockedForConfigurationByAnotherProcess -11817
    ExportFailed -11820  DecodeFailed -11821  InvalidSourceMedia -11822  FileAlreadyExists -11823
    CompositionTrackSegmentsNotContiguous -11824  InvalidCompositionTrackSegmentDuration -11825
    InvalidCompositionTrackSegmentSourceStartTime -11826
    InvalidCompositionTrackSegmentSourceDuration -11827  FileFormatNotRecognized -11828
    FileFailedToParse -11829  MaximumStillImageCaptureRequestsExceeded -11830  ContentIsProtected -11831
    NoImageAtTime -11832  DecoderNotFound -11833  EncoderNotFound -11834  ContentIsNotAuthorized -11835
    ApplicationIsNotAuthorized -11836  OperationNotSupportedForAsset -11838
    DecoderTemporarilyUnavailable -11839  EncoderTemporarilyUnavailable -11840
    InvalidVideoComposition -11841  ReferenceForbiddenByReferencePolicy -11842
    InvalidOutputURLPathExtension -11843  ScreenCaptureFailed -11844  DisplayWasDisabled -11845
    TorchLevelUnavailable -11846  IncompatibleAsset -11848  FailedToLoadMediaData -11849
    ServerIncorrectlyConfigured -11850  ApplicationIsNotAuthorizedToUseDevice -11852  FailedToParse -11853
    FileTypeDoesNotSupportSampleReferences -11854  UndecodableMediaData -11855
    AirPlayControllerRequiresInternet -11856  AirPlayReceiverRequiresInternet -11857
    VideoCompositorFailed -11858  RecordingAlreadyInProgress -11859  CreateContentKeyRequestFailed -11860
    UnsupportedOutputSettings -11861  OperationNotAllowed -11862  ContentIsUnavailable -11863
    FormatUnsupported -11864  MalformedDepth -11865  ContentNotUpdated -11866  NoLongerPlayable -11867
    NoCompatibleAlternatesForExternalDisplay -11868  NoSourceTrack -11869
    ExternalPlaybackNotSupportedForAsset -11870  OperationNotSupportedForPreset -11871
    SessionHardwareCostOverage -11872  UnsupportedDeviceActiveFormat -11873  IncorrectlyConfigured -11875
    SegmentStartedWithNonSyncSample -11876  RosettaNotInstalled -11877  OperationCancelled -11878
    ContentKeyRequestCancelled -11879  InvalidSampleCursor -11880  FailedToLoadSampleData -11881
    AirPlayReceiverTemporarilyUnavailable -11882  EncodeFailed -11883  SandboxExtensionDenied -11884
    ToneMappingFailed -11885  MediaExtensionDisabled -11886  MediaExtensionConflict -11887
    ContentKeyRequestPlaybackDestinationDoesNotSupportDeviceIdentifierRandomization -11888
    ContentKeyInvalid -11889  NoSmartFramingsEnabled -11890  AutoWhiteBalanceNotLocked -11891
    FollowExternalSyncDeviceTimedOut -11892
    """)
}
