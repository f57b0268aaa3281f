#if Tracing
  internal import Records
  internal import SwiftErrors
  internal import Tracing

  extension ChainObservation {
    /// Writes the resolution as a span below the current one, with the error, at the moment it was decided: `error evaluated`,
    /// with the attributes `errctl.evaluation`, `errctl.handled`, `errctl.by`, `errctl.category`, `errctl.attempt`,
    /// `errctl.retry.delay` (seconds) and `errctl.origin`.
    ///
    /// The tracer is the one that the program bootstrapped; without one nothing is written.
    public func trace() {
      let span = startSpan("error evaluated", ofKind: .internal)
      span.attributes["errctl.origin"] = resolution.origin
      span.attributes["errctl.evaluation"] = resolution.evaluation.name
      span.attributes["errctl.handled"] = resolution.isHandled
      span.attributes["errctl.by"] = resolution.by?.name ?? "nobody"
      if let category = resolution.category { span.attributes["errctl.category"] = category }
      if let attempt = occurrence.attempt { span.attributes["errctl.attempt"] = attempt }
      if let retry = resolution.retry { span.attributes["errctl.retry.delay"] = retry.delay / .seconds(1) }
      if let error { span.recordError(error) }
      if !resolution.isHandled { span.setStatus(.init(code: .error)) }
      span.end()
    }
  }
#endif
