// The pages of `errctl help` and the rule sets of `errctl init --kind`: docs/reference and rules as they were when the program
// was built.
#include "CHelp.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions" // #embed

static const unsigned char rule_file[] = {
#embed "../../../docs/reference/rule-file.md"
};
static const unsigned char rule_file_files[] = {
#embed "../../../docs/reference/rule-file/files.md"
};
static const unsigned char rule_file_matchers[] = {
#embed "../../../docs/reference/rule-file/matchers.md"
};
static const unsigned char rule_file_rules[] = {
#embed "../../../docs/reference/rule-file/rules.md"
};
static const unsigned char rule_file_responders[] = {
#embed "../../../docs/reference/rule-file/responders.md"
};
static const unsigned char rule_file_actions[] = {
#embed "../../../docs/reference/rule-file/actions.md"
};
static const unsigned char rule_file_events[] = {
#embed "../../../docs/reference/rule-file/events.md"
};
static const unsigned char rule_file_state[] = {
#embed "../../../docs/reference/rule-file/state.md"
};
static const unsigned char record[] = {
#embed "../../../docs/reference/record.md"
};
static const unsigned char resolution[] = {
#embed "../../../docs/reference/resolution.md"
};
static const unsigned char replay[] = {
#embed "../../../docs/reference/replay.md"
};
static const unsigned char shards[] = {
#embed "../../../docs/reference/shards.md"
};
static const unsigned char streams[] = {
#embed "../../../docs/reference/streams.md"
};
static const unsigned char mappings[] = {
#embed "../../../docs/reference/mappings.md"
};
static const unsigned char policies[] = {
#embed "../../../docs/reference/policies.md"
};
static const unsigned char policies_grpc[] = {
#embed "../../../docs/reference/policies/grpc.md"
};
static const unsigned char policies_asl[] = {
#embed "../../../docs/reference/policies/asl.md"
};
static const unsigned char policies_botocore[] = {
#embed "../../../docs/reference/policies/botocore.md"
};
static const unsigned char policies_envoy[] = {
#embed "../../../docs/reference/policies/envoy.md"
};
static const unsigned char policies_istio[] = {
#embed "../../../docs/reference/policies/istio.md"
};
static const unsigned char policies_gateway_api[] = {
#embed "../../../docs/reference/policies/gateway-api.md"
};
static const unsigned char policies_buildkite[] = {
#embed "../../../docs/reference/policies/buildkite.md"
};
static const unsigned char policies_sentry[] = {
#embed "../../../docs/reference/policies/sentry.md"
};
static const unsigned char policies_airflow[] = {
#embed "../../../docs/reference/policies/airflow.md"
};
static const unsigned char policies_temporal[] = {
#embed "../../../docs/reference/policies/temporal.md"
};
static const unsigned char policies_resilience4j[] = {
#embed "../../../docs/reference/policies/resilience4j.md"
};
static const unsigned char policies_polly[] = {
#embed "../../../docs/reference/policies/polly.md"
};
static const unsigned char policies_gitlab[] = {
#embed "../../../docs/reference/policies/gitlab.md"
};
static const unsigned char policies_kubernetes[] = {
#embed "../../../docs/reference/policies/kubernetes.md"
};
static const unsigned char policies_aws_batch[] = {
#embed "../../../docs/reference/policies/aws-batch.md"
};
static const unsigned char policies_litellm[] = {
#embed "../../../docs/reference/policies/litellm.md"
};
static const unsigned char policies_systemd[] = {
#embed "../../../docs/reference/policies/systemd.md"
};
static const unsigned char policies_haproxy[] = {
#embed "../../../docs/reference/policies/haproxy.md"
};
static const unsigned char policies_nginx[] = {
#embed "../../../docs/reference/policies/nginx.md"
};
static const unsigned char policies_compose[] = {
#embed "../../../docs/reference/policies/compose.md"
};
static const unsigned char export[] = {
#embed "../../../docs/reference/export.md"
};
static const unsigned char language_server[] = {
#embed "../../../docs/reference/language-server.md"
};
static const unsigned char agents[] = {
#embed "../../../docs/reference/agents.md"
};
static const unsigned char workbench[] = {
#embed "../../../docs/reference/workbench.md"
};
static const unsigned char configuration[] = {
#embed "../../../docs/reference/configuration.md"
};
static const unsigned char tests[] = {
#embed "../../../docs/reference/tests.md"
};
static const unsigned char recipes[] = {
#embed "../../../docs/reference/recipes.md"
};

help_page help_page_named(const char *name) {
#define PAGE(text, file) \
  if (strcmp(name, file) == 0) return (help_page) { text, sizeof text };
  PAGE(rule_file, "rule-file.md")
  PAGE(rule_file_files, "rule-file/files.md")
  PAGE(rule_file_matchers, "rule-file/matchers.md")
  PAGE(rule_file_rules, "rule-file/rules.md")
  PAGE(rule_file_responders, "rule-file/responders.md")
  PAGE(rule_file_actions, "rule-file/actions.md")
  PAGE(rule_file_events, "rule-file/events.md")
  PAGE(rule_file_state, "rule-file/state.md")
  PAGE(record, "record.md")
  PAGE(resolution, "resolution.md")
  PAGE(replay, "replay.md")
  PAGE(shards, "shards.md")
  PAGE(streams, "streams.md")
  PAGE(mappings, "mappings.md")
  PAGE(policies, "policies.md")
  PAGE(policies_grpc, "policies/grpc.md")
  PAGE(policies_asl, "policies/asl.md")
  PAGE(policies_botocore, "policies/botocore.md")
  PAGE(policies_envoy, "policies/envoy.md")
  PAGE(policies_istio, "policies/istio.md")
  PAGE(policies_gateway_api, "policies/gateway-api.md")
  PAGE(policies_buildkite, "policies/buildkite.md")
  PAGE(policies_sentry, "policies/sentry.md")
  PAGE(policies_airflow, "policies/airflow.md")
  PAGE(policies_temporal, "policies/temporal.md")
  PAGE(policies_resilience4j, "policies/resilience4j.md")
  PAGE(policies_polly, "policies/polly.md")
  PAGE(policies_gitlab, "policies/gitlab.md")
  PAGE(policies_kubernetes, "policies/kubernetes.md")
  PAGE(policies_aws_batch, "policies/aws-batch.md")
  PAGE(policies_litellm, "policies/litellm.md")
  PAGE(policies_systemd, "policies/systemd.md")
  PAGE(policies_haproxy, "policies/haproxy.md")
  PAGE(policies_nginx, "policies/nginx.md")
  PAGE(policies_compose, "policies/compose.md")
  PAGE(export, "export.md")
  PAGE(language_server, "language-server.md")
  PAGE(agents, "agents.md")
  PAGE(workbench, "workbench.md")
  PAGE(configuration, "configuration.md")
  PAGE(tests, "tests.md")
  PAGE(recipes, "recipes.md")
  return (help_page) { 0, 0 };
}

static const unsigned char server_rules[] = {
#embed "../../../rules/server/rules.yaml"
};
static const unsigned char server_suite[] = {
#embed "../../../rules/server/rules.test.yaml"
};
static const unsigned char server_stream[] = {
#embed "../../../rules/server/stream.ndjson"
};
static const unsigned char agent_rules[] = {
#embed "../../../rules/agent/rules.yaml"
};
static const unsigned char agent_suite[] = {
#embed "../../../rules/agent/rules.test.yaml"
};
static const unsigned char agent_stream[] = {
#embed "../../../rules/agent/stream.ndjson"
};
static const unsigned char ci_rules[] = {
#embed "../../../rules/ci/rules.yaml"
};
static const unsigned char ci_suite[] = {
#embed "../../../rules/ci/rules.test.yaml"
};
static const unsigned char ci_stream[] = {
#embed "../../../rules/ci/stream.ndjson"
};
static const unsigned char cluster_rules[] = {
#embed "../../../rules/cluster/rules.yaml"
};
static const unsigned char cluster_suite[] = {
#embed "../../../rules/cluster/rules.test.yaml"
};
static const unsigned char cluster_stream[] = {
#embed "../../../rules/cluster/stream.ndjson"
};
static const unsigned char services_rules[] = {
#embed "../../../rules/services/rules.yaml"
};
static const unsigned char services_suite[] = {
#embed "../../../rules/services/rules.test.yaml"
};
static const unsigned char services_stream[] = {
#embed "../../../rules/services/stream.ndjson"
};

help_page starter_file_named(const char *name) {
  PAGE(server_rules, "server/rules.yaml")
  PAGE(server_suite, "server/rules.test.yaml")
  PAGE(server_stream, "server/stream.ndjson")
  PAGE(agent_rules, "agent/rules.yaml")
  PAGE(agent_suite, "agent/rules.test.yaml")
  PAGE(agent_stream, "agent/stream.ndjson")
  PAGE(ci_rules, "ci/rules.yaml")
  PAGE(ci_suite, "ci/rules.test.yaml")
  PAGE(ci_stream, "ci/stream.ndjson")
  PAGE(cluster_rules, "cluster/rules.yaml")
  PAGE(cluster_suite, "cluster/rules.test.yaml")
  PAGE(cluster_stream, "cluster/stream.ndjson")
  PAGE(services_rules, "services/rules.yaml")
  PAGE(services_suite, "services/rules.test.yaml")
  PAGE(services_stream, "services/stream.ndjson")
  return (help_page) { 0, 0 };
}
