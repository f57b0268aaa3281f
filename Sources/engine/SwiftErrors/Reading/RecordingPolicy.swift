/// The policy of recording: known protocols, redaction and limits.
public struct RecordingPolicy: Sendable {
  /// The protocols that `is` lists, in this order.
  public var knownProtocols: [KnownProtocol]
  /// The redaction of secrets.
  public var redaction: Redaction
  /// The limits of a record.
  public var limits: RecordingLimits
  /// The platform of the records' errno numbers.
  public var platform: RecordedError.Platform

  /// A policy; `knownProtocols` follow the standard ones.
  public init(
    knownProtocols: [KnownProtocol] = [], redaction: Redaction = .default,
    limits: RecordingLimits = RecordingLimits(), platform: RecordedError.Platform = .current
  ) {
    self.knownProtocols = KnownProtocol.standard + knownProtocols
    self.redaction = redaction
    self.limits = limits
    self.platform = platform
  }
}
