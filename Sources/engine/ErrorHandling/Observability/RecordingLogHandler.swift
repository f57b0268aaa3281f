#if Logging
  public import Logging
  internal import Records
  public import SwiftErrors

  /// A log handler that records logged errors, beside other log handlers.
  ///
  /// ```swift
  /// LoggingSystem.bootstrap { label in
  ///   MultiplexLogHandler([StreamLogHandler.standardError(label: label), RecordingLogHandler(label, into: recorder)])
  /// }
  /// logger.error("payment failed", error: failure, metadata: ["origin": "com.shop.checkout"])
  /// ```
  ///
  /// A line logged with an error is recorded as that error; any other line of the level as a message. The
  /// origin is the metadata's `origin`, or else the logger's label; other metadata become attributes.
  public struct RecordingLogHandler: LogHandler {
    /// The metadata of every line of this logger.
    public var metadata: Logger.Metadata = [:]
    /// The least level that is handled.
    public var logLevel: Logger.Level
    /// The provider of further metadata for each line.
    public var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let recorder: ErrorRecorder<Never>

    /// A handler for the logger of a label.
    ///
    /// - Parameters:
    ///   - recorder: the recorder, which must not log through this handler.
    ///   - level: the least level that is recorded.
    public init(_ label: String, into recorder: ErrorRecorder<Never>, from level: Logger.Level = .error) {
      self.label = label
      self.recorder = recorder
      logLevel = level
    }

    /// A metadata value of this logger.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    /// Records the line as an error, with its metadata as attributes.
    public func log(event: LogEvent) {
      var all = metadata
      if let metadataProvider { all.merge(metadataProvider.get()) { $1 } }
      if let own = event.metadata { all.merge(own) { $1 } }
      let origin = all.removeValue(forKey: "origin")?.description ?? label
      var attributes = all.mapValues { JSONValue($0) }
      attributes["log"] = ["message": .string("\(event.message)"), "source": .string(event.source)]
      let occurrence = ErrorOccurrence(
        origin: origin, severity: RecordedError.Severity(event.level), attributes: attributes)
      recorder.record(event.error ?? LoggedMessage(text: "\(event.message)"), occurrence)
    }
  }

  /// A logged message without an error.
  public struct LoggedMessage: Error, CustomStringConvertible {
    /// The text of the logged line.
    public let text: String
    /// The text of the logged line.
    public var description: String { text }
  }

  extension JSONValue {
    fileprivate init(_ value: Logger.MetadataValue) {
      self =
        switch value {
        case .string(let text): .string(text)
        case .stringConvertible(let value): .string(value.description)
        case .array(let values): .array(values.map { JSONValue($0) })
        case .dictionary(let values): .object(sorted: values.mapValues { JSONValue($0) })
        }
    }
  }

  extension RecordedError.Severity {
    fileprivate init(_ level: Logger.Level) {
      self =
        switch level {
        case .trace: .trace
        case .debug: .debug
        case .info: .info
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        case .critical: .critical
        }
    }
  }

  extension ChainObservation {
    /// Logs the resolution with its details as metadata: at `notice` if it was handled, or else at the level
    /// of the root's report, and never if that is `none`.
    public func log(to logger: Logger) {
      var metadata: Logger.Metadata = [
        "origin": .string(resolution.origin),
        "evaluation": .string(resolution.evaluation.name),
        "handled": .string("\(resolution.isHandled)"),
        "path": .array(resolution.path.map { .string($0) }),
        "rules.version": .stringConvertible(resolution.version),
        "resolution": .string(resolution.id),
      ]
      if let category = resolution.category { metadata["category"] = .string(category) }
      if let by = resolution.by { metadata["by"] = .string(by.name) }
      if let retry = resolution.retry { metadata["retry.delay"] = .string("\(retry.delay)") }
      if let shadow { metadata["shadow"] = .string(shadow.shadow.outcome) }
      guard let level = level else { return }
      logger.log(level: level, "error evaluated", error: error, metadata: metadata)
    }

    private var level: Logger.Level? {
      guard let report = resolution.report else { return .notice }
      switch report {
      case "none": return nil
      case "assert", "fatal": return .critical
      default: return Logger.Level(rawValue: report) ?? .error
      }
    }
  }
#endif
