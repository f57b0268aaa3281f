package import RuleLanguage

/// The formats of other systems' policies that are read as rule files.
package enum BuiltInPolicies {
  package static let all: [any PolicyFormat] = [
    GRPCServiceConfig(), AmazonStatesLanguage(), BotocoreRetryTable(), EnvoyRoutes(), IstioVirtualService(),
    GatewayAPIRoute(), BuildkitePipeline(), SentryFingerprintRules(), AirflowRetryPolicy(),
    TemporalRetryPolicy(), Resilience4jRetry(), HTTPResilienceSettings(), GitLabPipeline(), KubernetesJob(),
    AWSBatchJob(), HAProxyConfiguration(), NginxConfiguration(),
  ]

  /// The formats in which other systems can be told what a rule set says.
  package static let exports: [any PolicyExport] = [
    GRPCServiceConfigExport(), AmazonStatesLanguageExport(), EnvoyRoutesExport(),
  ]
}
