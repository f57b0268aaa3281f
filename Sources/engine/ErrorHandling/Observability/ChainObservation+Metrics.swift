#if Metrics
  internal import CoreMetrics
  internal import Records
  internal import SwiftErrors

  extension ChainObservation {
    /// Counts the resolution: `errors_answered`, by evaluation, by the rule that decided (`responder/rule`,
    /// or `nobody`) and by whether it was handled; `error_actions_failed`, by the action's kind;
    /// `error_retry_delay`, in seconds; and `error_shadow_differences`, by the evaluation in force and that of
    /// the shadow.
    ///
    /// The labels come from rule files, so that there are no more of them than rules.
    public func count() {
      Counter(
        label: "errors_answered",
        dimensions: [
          ("evaluation", resolution.evaluation.name), ("by", resolution.by?.name ?? "nobody"),
          ("handled", "\(resolution.isHandled)"),
        ]
      ).increment()
      for failure in resolution.failures {
        let kind = failure.action.members?.first?.key ?? ""
        Counter(label: "error_actions_failed", dimensions: [("action", kind)]).increment()
      }
      if let shadow {
        Counter(
          label: "error_shadow_differences",
          dimensions: [("evaluation", shadow.resolution.outcome), ("shadow", shadow.shadow.outcome)]
        ).increment()
      }
      if let retry = resolution.retry {
        Recorder(label: "error_retry_delay", dimensions: []).record(retry.delay / .seconds(1))
      }
    }
  }
#endif
