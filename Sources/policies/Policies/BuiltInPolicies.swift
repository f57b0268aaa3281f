package import RuleLanguage

/// The formats of other systems' policies that are read as rule files.
package enum BuiltInPolicies {
  package static let all: [any PolicyFormat] = [
    GRPCServiceConfig(), AmazonStatesLanguage(), BotocoreRetryTable(), EnvoyRoutes(), IstioVirtualService(),
    GatewayAPIRoute(), BuildkitePipeline(), SentryFingerprintRules(), AirflowRetryPolicy(),
    TemporalRetryPolicy(), Resilience4jRetry(), HTTPResilienceSettings(), GitLabPipeline(), KubernetesJob(),
    AWSBatchJob(), HAProxyConfiguration(), NginxConfiguration(),
  ]

  /// Formats of texts that a search finds, in files with one of these endings. Other texts are only read where they are named.
  package static let texts: [any PolicyFormat] = [HAProxyConfiguration(), NginxConfiguration()]
  package static let textNames = [".cfg", ".conf"]

  /// The formats in which other systems can be told what a rule set says.
  package static let exports: [any PolicyExport] = [
    GRPCServiceConfigExport(), AmazonStatesLanguageExport(), EnvoyRoutesExport(),
  ]
}
