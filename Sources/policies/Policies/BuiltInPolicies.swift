package import RuleLanguage
package import Source

/// The formats of other systems' policies that are read as rule files.
package enum BuiltInPolicies {
  package static let all = all()

  /// The versions of systemd beside which the rules were held.
  package static let systemdVersions = 252...257

  /// - Parameters:
  ///   - system: the version of systemd.
  ///   - dropIns: the files in the folder `UNIT.d` of a unit file, in the order in which they count.
  package static func all(
    system: Int = systemdVersions.upperBound,
    dropIns: @escaping @Sendable (_ unit: String) -> [SourceFile] = { _ in [] }
  ) -> [any PolicyFormat] {
    [
      GRPCServiceConfig(), AmazonStatesLanguage(), BotocoreRetryTable(), EnvoyRoutes(), IstioVirtualService(),
      GatewayAPIRoute(), BuildkitePipeline(), SentryFingerprintRules(), AirflowRetryPolicy(),
      TemporalRetryPolicy(), Resilience4jRetry(), HTTPResilienceSettings(), GitLabPipeline(), KubernetesJob(),
      AWSBatchJob(), LiteLLMConfig(), SystemdService(system: system, dropIns: dropIns),
      HAProxyConfiguration(),
      NginxConfiguration(),
    ]
  }

  /// Formats of texts that a search finds, in files with one of these endings. Other texts are only read where they are named.
  package static let texts: [any PolicyFormat] = [HAProxyConfiguration(), NginxConfiguration()]
  package static let textNames = [".cfg", ".conf"]

  /// The formats in which other systems can be told what a rule set says.
  package static let exports: [any PolicyExport] = [
    GRPCServiceConfigExport(), AmazonStatesLanguageExport(), EnvoyRoutesExport(),
  ]
}
