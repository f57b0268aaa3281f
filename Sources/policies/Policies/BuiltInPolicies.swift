package import RuleLanguage
package import Source

/// The formats of other systems' policies that are read as rule files.
package enum BuiltInPolicies {
  package static let all = all()

  /// - Parameter dropIns: the drop-ins of a unit file, in the order in which they count.
  package static func all(
    _ versions: PolicyVersions = PolicyVersions(),
    dropIns: @escaping @Sendable (_ unit: String) -> [SourceFile] = { _ in [] }
  ) -> [any PolicyFormat] {
    [
      GRPCServiceConfig(), AmazonStatesLanguage(), BotocoreRetryTable(), EnvoyRoutes(), IstioVirtualService(),
      GatewayAPIRoute(), BuildkitePipeline(), SentryFingerprintRules(), AirflowRetryPolicy(),
      TemporalRetryPolicy(), Resilience4jRetry(), HTTPResilienceSettings(), GitLabPipeline(), KubernetesJob(),
      AWSBatchJob(), LiteLLMConfig(), SystemdService(system: versions.systemd, dropIns: dropIns),
      HAProxyConfiguration(version: versions.haproxy), NginxConfiguration(),
      ComposeFile(engine: versions.containers),
    ]
  }

  /// Formats of texts that a search finds, in files with one of these endings. Other texts are only read where they are named.
  package static let texts: [any PolicyFormat] = [
    HAProxyConfiguration(version: PolicyVersions().haproxy), NginxConfiguration(),
  ]
  package static let textNames = [".cfg", ".conf"]

  /// The formats in which other systems can be told what a rule set says.
  package static let exports: [any PolicyExport] = [
    GRPCServiceConfigExport(), AmazonStatesLanguageExport(), EnvoyRoutesExport(),
  ]
}
