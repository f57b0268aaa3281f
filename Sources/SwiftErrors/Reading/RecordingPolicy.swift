/// How errors become records: what to look for, what to hide, how much to keep.
public struct RecordingPolicy: Sendable {
  /// The protocols that `is` names, in this order.
  public var knownProtocols: [KnownProtocol]
  /// What never reaches a record.
  public var redaction: Redaction
  /// How large a record may grow.
  public var limits: RecordingLimits
  /// Whose errno numbers the records hold.
  public var platform: RecordedError.Platform

  /// A policy; `knownProtocols` come after the standard ones.
  public init(
    knownProtocols: [KnownProtocol] = [],
    redaction: Redaction = .default,
    limits: RecordingLimits = RecordingLimits(),
    platform: RecordedError.Platform = .current
  ) {
    self.knownProtocols = KnownProtocol.standard + knownProtocols
    self.redaction = redaction
    self.limits = limits
    self.platform = platform
  }
}
