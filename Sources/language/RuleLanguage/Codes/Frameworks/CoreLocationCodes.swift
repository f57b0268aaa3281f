extension FrameworkCodes {
  /// The codes of locations and of geocoding.
  /// Source: the headers of the SDK of macOS 26.5, by the metadata of PyObjC 12.2.
  static let coreLocation = FrameworkCodes(
    "kCLErrorDomain", type: "CLError", module: "CoreLocation", prefix: "kCLError",
    """
    LocationUnknown 0  Denied 1  Network 2  HeadingFailure 3  RegionMonitoringDenied 4
    RegionMonitoringFailure 5  RegionMonitoringSetupDelayed 6  RegionMonitoringResponseDelayed 7
    GeocodeFoundNoResult 8  GeocodeFoundPartialResult 9  GeocodeCanceled 10  DeferredFailed 11
    DeferredNotUpdatingLocation 12  DeferredAccuracyTooLow 13  DeferredDistanceFiltered 14
    DeferredCanceled 15  RangingUnavailable 16  RangingFailure 17  PromptDeclined 18
    HistoricalLocationError 19
    """)
}
