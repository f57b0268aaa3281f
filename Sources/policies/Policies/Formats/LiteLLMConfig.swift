internal import RuleLanguage
internal import Source

/// A config of LiteLLM's proxy: which errors of language models its Router tries again, how often, and which models it asks then.
///
/// The format: `config.yaml` with `model_list`, `router_settings` and `litellm_settings`. What it means, LiteLLM 1.110's Router was
/// asked; the classes of its errors are those of `litellm/exceptions.py`. A record says in `attributes.gen_ai.request.model` which
/// model group was asked, as OpenTelemetry does.
struct LiteLLMConfig: TypedPolicyFormat {
  let name = "litellm"
  let noun = "LiteLLM config"
  let summary = "LiteLLM's config.yaml: retries, cool-downs and fallbacks of its Router"

  func recognizes(_ root: Node) -> Bool {
    root["router_settings"]?.members != nil
      || (root["model_list"]?.elements ?? []).contains {
        $0["model_name"] != nil && $0["litellm_params"] != nil
      }
  }

  func ruleFile(of root: PolicyValue) -> ImportedRuleFile {
    let settings = LiteLLMSettings(root.reading(PolicyDialect(readsTexts: true, ignoresNull: true)))
    let groups = LiteLLMGroup.all(of: settings)
    settings.reportWithoutEffect(in: groups)
    let rules = LiteLLMRules(settings, groups).rules
    root.findings.removeRepetitions()
    var router = ImportedResponder(id: "router", rules: rules, otherwise: .cancel, place: root.place)
    if groups.count > 1 { router.suppressed = [("order-decides", "A request asks for one model.")] }
    return ImportedRuleFile(
      name: "LiteLLM's Router", place: root.place,
      retry: ImportedRetry(
        within: .longestDelay, backoff: settings.backoff,
        retryAfter: ["use": "replace", "max": "60s", "above": "backoff"]),
      responders: [router])
  }
}
