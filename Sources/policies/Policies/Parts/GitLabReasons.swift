/// The reasons for which jobs of GitLab fail.
enum GitLabReasons {
  /// `Enums::Ci::CommitStatus.failure_reasons`.
  static let all = [
    "always", "api_failure", "archived_failure", "bridge_pipeline_is_child_pipeline", "builds_disabled",
    "ci_quota_exceeded", "data_integrity_failure", "deployment_rejected",
    "downstream_bridge_project_not_found",
    "downstream_pipeline_creation_failed", "downstream_project_trigger_resolved_to_empty",
    "duo_workflow_not_allowed",
    "environment_creation_failure", "failed_outdated_deployment_job", "forward_deployment_failure",
    "id_token_burned_project_path", "insufficient_bridge_permissions", "insufficient_upstream_permissions",
    "invalid_bridge_trigger", "ip_restriction_failure", "job_execution_server_timeout",
    "job_execution_timeout",
    "job_router_failure", "job_token_expired", "missing_dependency_failure", "no_matching_runner",
    "no_updates_canceling", "no_updates_running", "pipeline_loop_detected", "project_deleted",
    "protected_environment_failure", "reached_downstream_pipeline_trigger_rate_limit",
    "reached_max_descendant_pipelines_depth", "reached_max_pipeline_hierarchy_size",
    "runner_configuration_error",
    "runner_external_dependency_failure", "runner_interrupted", "runner_system_failure", "runner_unsupported",
    "scheduler_failure", "script_failure", "secrets_provider_not_found", "server_timeout_canceling",
    "server_timeout_running", "stale_schedule", "stuck_or_timeout_failure",
    "stuck_pending_no_matching_runners",
    "stuck_pending_with_matching_runners", "trace_size_exceeded", "unknown_failure", "unmet_prerequisites",
    "upstream_bridge_project_not_found", "user_blocked",
  ]
  /// `RETRY_OVERRIDES`: nothing is ever tried again after these.
  static let never = [
    "ci_quota_exceeded", "no_matching_runner", "missing_dependency_failure", "forward_deployment_failure",
    "environment_creation_failure",
  ]
  /// Reasons that GitLab has divided, which stand for their parts, too (`failure_reason_aliases`).
  static let divided = [
    "stuck_or_timeout_failure": [
      "stuck_pending_with_matching_runners", "stuck_pending_no_matching_runners", "no_updates_running",
      "no_updates_canceling",
    ],
    "job_execution_timeout": ["server_timeout_running", "server_timeout_canceling"],
  ]
}
