/// The error names of the language.
enum StatesErrors {
  static let all = "States.ALL"
  static let taskFailed = "States.TaskFailed"
  static let dataLimit = "States.DataLimitExceeded"
  /// No retrier and no catcher gets it.
  static let fatal = "States.Runtime"
  /// The errors that `States.ALL` does not include.
  static let terminal = [dataLimit, fatal]
  static let timeout = "States.Timeout"
  static let heartbeatTimeout = "States.HeartbeatTimeout"
  static let timeouts = [heartbeatTimeout, timeout]
  static let reserved: Set<String> = [
    all, "States.BranchFailed", dataLimit, "States.ExceedToleratedFailureThreshold",
    heartbeatTimeout, "States.Http.Socket", "States.IntrinsicFailure", "States.ItemReaderFailed",
    "States.NoChoiceMatched", "States.ParameterPathFailure", "States.Permissions",
    "States.QueryEvaluationError", "States.ResultPathMatchFailure", "States.ResultWriterFailed", fatal,
    taskFailed, timeout,
  ]
}
