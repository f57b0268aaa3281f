extension HelpTopic {
  /// The topics in the order in which they are listed.
  static let all = [
    HelpTopic(
      "rule-file", "The rule file on one page, then its top level.", "rule-file.md", "rule-file/files.md"),
    HelpTopic("matchers", "The conditions of a rule: everything below `when`.", "rule-file/matchers.md"),
    HelpTopic("verdicts", "The keys of a rule, the four words, retries, transforms.", "rule-file/rules.md"),
    HelpTopic("responders", "Chains, origins, policies, inheritance, contracts.", "rule-file/responders.md"),
    HelpTopic("actions", "What a rule does: alerts, templates, throttles.", "rule-file/actions.md"),
    HelpTopic("events", "Events that rules emit and handle.", "rule-file/events.md"),
    HelpTopic("state", "Rates, counted retries, the clock, random draws.", "rule-file/state.md"),
    HelpTopic("records", "The recorded error, member by member.", "record.md"),
    HelpTopic("resolutions", "What a replay writes for each record.", "resolution.md"),
    HelpTopic("preview", "Retries, lists of records and --fail-on of a replay.", "replay.md"),
    HelpTopic("shards", "Streams in shards: partial results, and how they merge.", "shards.md"),
    HelpTopic("formats", "Logs that errctl reads, and what their records become.", "streams.md"),
    HelpTopic("mappings", "Mapping files: formats of your own, or known ones with more.", "mappings.md"),
    HelpTopic("policies", "Retry policies of other systems, and what is lost of them.", "policies.md"),
    HelpTopic("grpc", "gRPC service configs.", "policies/grpc.md"),
    HelpTopic("asl", "Amazon States Language.", "policies/asl.md"),
    HelpTopic("botocore", "botocore's retry table.", "policies/botocore.md"),
    HelpTopic("envoy", "Envoy's routes.", "policies/envoy.md"),
    HelpTopic("istio", "Istio's virtual services.", "policies/istio.md"),
    HelpTopic("gateway-api", "HTTP routes of the Gateway API.", "policies/gateway-api.md"),
    HelpTopic("buildkite", "Buildkite pipelines.", "policies/buildkite.md"),
    HelpTopic("sentry", "Sentry's fingerprint rules.", "policies/sentry.md"),
    HelpTopic("airflow", "Airflow's retry policies.", "policies/airflow.md"),
    HelpTopic("temporal", "Temporal's retry policies.", "policies/temporal.md"),
    HelpTopic("resilience4j", "Resilience4j's retries.", "policies/resilience4j.md"),
    HelpTopic("polly", ".NET's standard resilience handler.", "policies/polly.md"),
    HelpTopic("gitlab", "GitLab CI/CD pipelines.", "policies/gitlab.md"),
    HelpTopic("kubernetes", "Kubernetes jobs.", "policies/kubernetes.md"),
    HelpTopic("aws-batch", "AWS Batch job definitions.", "policies/aws-batch.md"),
    HelpTopic("litellm", "LiteLLM's Router.", "policies/litellm.md"),
    HelpTopic("systemd", "Services of systemd.", "policies/systemd.md"),
    HelpTopic("haproxy", "HAProxy's backends.", "policies/haproxy.md"),
    HelpTopic("nginx", "nginx's upstreams.", "policies/nginx.md"),
    HelpTopic("export", "Rules as another system's policy, proved equivalent.", "export.md"),
    HelpTopic("language-server", "Editors: errctl lsp, what it checks, its protocol.", "language-server.md"),
    HelpTopic("agents", "Agents: errctl mcp, its tools, what they may read.", "agents.md"),
    HelpTopic("workbench", "Rules in a browser, beside recorded errors: errctl serve.", "workbench.md"),
    HelpTopic("checks", "Levels, options and suppression of findings.", "configuration.md"),
    HelpTopic("tests", "Suites, expectations, coverage.", "tests.md"),
    HelpTopic("recipes", "Eight common problems and their rules.", "recipes.md"),
  ]

  /// The topic that a page of the reference belongs to; nil if help does not have the page.
  static func name(of page: String) -> String? { all.first { $0.pages.contains(page) }?.name }
}
