extension FrameworkCodes {
  /// The codes of MetricKit's extended launch measurements.
  /// Source: `MXError.h`, as it is since the SDK of iOS 16.
  static let metrics = FrameworkCodes(
    "MXErrorDomain", type: "MXError", module: "MetricKit", prefix: "MXError",
    """
    LaunchTaskInvalidID 0  LaunchTaskMaxCount 1  LaunchTaskPastDeadline 2  LaunchTaskDuplicated 3
    LaunchTaskUnknown 4  LaunchTaskInternalFailure 5
    """)
}
