internal import RuleLanguage
internal import Source

/// `grpc/service_config/service_config.proto`. Other fields are ignored, run with grpcio 1.85.
extension GRPCServiceConfig {
  func grammar(of root: Node) -> PolicyGrammar { Self.table }

  private static let table = PolicyGrammar([
    "root": .init(
      "a service config", .grpc, "loadBalancingPolicy loadBalancingConfig methodConfig:method",
      "retryThrottling:throttling healthCheckConfig:health connectionScaling"),
    "method": .init(
      "a method config", .grpc,
      "name:name waitForReady timeout maxRequestMessageBytes maxResponseMessageBytes",
      "retryPolicy:retry hedgingPolicy:hedging"),
    "name": .init("a name", .grpc, "service method"),
    "retry": .init(
      "a retry policy", .grpc, "maxAttempts initialBackoff maxBackoff backoffMultiplier retryableStatusCodes",
      "perAttemptRecvTimeout"),
    "hedging": .init("a hedging policy", .grpc, "maxAttempts hedgingDelay nonFatalStatusCodes"),
    "throttling": .init("retry throttling", .grpc, "maxTokens tokenRatio"),
    "health": .init("a health check config", .grpc, "serviceName"),
  ])

  package func lack(of root: Node) -> String {
    "It has neither “methodConfig”, a list of mappings with “name” and “retryPolicy”, nor “retryThrottling”."
  }
}
