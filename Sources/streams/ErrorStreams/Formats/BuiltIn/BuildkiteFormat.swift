internal import Records

extension StreamFormat {
  /// Builds of Buildkite's REST API (`/v2/organizations/ORG/pipelines/PIPELINE/builds?include_retried_jobs=true`).
  static var buildkite: StreamFormat {
    var mapping = Mapping(name: "buildkite")
    mapping.summary = "Buildkite builds: jobs that failed, timed out or were canceled"
    mapping.fields = [
      FieldMapping(.time, "finished_at", "created_at"),
      FieldMapping(.id, "id"),
      FieldMapping(.origin, "step_key", "name", "command"),
      FieldMapping(
        .severity, "soft_failed", values: ["true": "warning", "false": "error"], default: "error"),
      FieldMapping(.domain, default: "buildkite"),
      FieldMapping(.type, "state"),
      FieldMapping(.code, "exit_status"),
      FieldMapping(.cancelled, "cancelled"),
      FieldMapping(.operation, "operation"),
      FieldMapping(.attempt, "attempt"),
    ]
    mapping.drop = ["type", "state", "retried", "retries_count"]
    mapping.errors = .all
    mapping.completed = [Mapping.Marker("state", ["passed"])]
    return StreamFormat(
      mapping,
      in: BuildkiteContainer(),
      example: #"""
        {"number":41,"state":"failed","branch":"main","pipeline":{"slug":"shop"},"jobs":[{"id":"0193-a",\#
        "type":"script","name":"Tests","step_key":"tests","state":"timed_out","exit_status":-1,\#
        "signal":"SIGKILL","signal_reason":"cancel","soft_failed":false,\#
        "finished_at":"2026-11-21T01:41:19.874Z","retried":true,"retried_in_job_id":"0193-b"}]}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.874Z","id":"0193-a","origin":"tests","severity":"error",\#
        "domain":"buildkite","type":"timed_out","code":-1,"operation":"0193-a","attempt":1,\#
        "attributes":{"build":41,"branch":"main","pipeline":"shop","name":"Tests","signal":"SIGKILL",\#
        "signal_reason":"cancel","retried_in_job_id":"0193-b"}}
        """#,
      .documented("https://buildkite.com/docs/apis/rest-api/builds")
    )
  }
}
