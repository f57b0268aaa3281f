#if Logging
  public import Logging
  public import SwiftErrors

  /// A log handler that records what is logged as an error, beside whatever else handles logs.
  ///
  /// ```swift
  /// LoggingSystem.bootstrap { label in
  ///   MultiplexLogHandler([StreamLogHandler.standardError(label: label), RecordingLogHandler(label, into: recorder)])
  /// }
  /// logger.error("payment failed", error: failure, metadata: ["origin": "com.shop.checkout"])
  /// ```
  ///
  /// What is logged with an error is recorded as that error; anything else of
  /// the level as a message. The origin is the metadata's `origin`, else the logger's label; other metadata are attributes.
  public struct RecordingLogHandler: LogHandler {
    /// What every line of this logger carries.
    public var metadata: Logger.Metadata = [:]
    /// The least level that is handled.
    public var logLevel: Logger.Level
    /// What adds to the metadata at each line.
    public var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let recorder: ErrorRecorder<Never>

    /// A handler of the logger of a label.
    ///
    /// - Parameters:
    ///   - recorder: where records go; it must not log through this handler.
    ///   - level: the least level that is recorded.
    public init(_ label: String, into recorder: ErrorRecorder<Never>, from level: Logger.Level = .error) {
      self.label = label
      self.recorder = recorder
      logLevel = level
    }

    /// A value that each line of this logger carries.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    /// Records a line.
    public func log(event: LogEvent) {
      var all = metadata
      if let metadataProvider { all.merge(metadataProvider.get()) { $1 } }
      if let own = event.metadata { all.merge(own) { $1 } }
      let origin = all.removeValue(forKey: "origin")?.description ?? label
      var attributes = all.mapValues { JSONValue($0) }
      attributes["log"] = ["message": .string("\(event.message)"), "source": .string(event.source)]
      let occurrence = ErrorOccurrence(
        origin: origin,
        severity: RecordedError.Severity(event.level),
        attributes: attributes
      )
      recorder.record(event.error ?? LoggedMessage(text: "\(event.message)"), occurrence)
    }
  }

  /// What was logged as an error, where no error came with it.
  public struct LoggedMessage: Error, CustomStringConvertible {
    /// What was logged.
    public let text: String
    /// What was logged.
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

  extension Observation {
    /// Logs an answer with what it says as metadata: at `notice` where it was handled, at the level that its root reports
    /// where nobody handled it, and never where that says `none`.
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
      guard let level = level else { return }
      logger.log(level: level, "error handled", error: error, metadata: metadata)
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
