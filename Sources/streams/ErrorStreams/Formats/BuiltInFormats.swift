/// The formats in the order of detection, more specific ones first.
package enum BuiltInFormats {
  package static var all: [StreamFormat] {
    [
      .otlp, .sentry, .elasticAPM, .datadog, .deadLetters, .jetStream, .loguru, .journald, .apple, .elastic,
      .logstash, .logback, .log4j, .cloudWatch,
      .kubernetes, .buildkite, .googleCloud, .appleCrash, .jetsam, .kernelPanic, .ksCrash, .metricKit,
      .docker, .containerEvents, .composeEvents,
      .goTest, .hclog, .mongodb, .postgresJSON, .swiftLog, .serilog, .bunyan, .pino, .tracing,
      .lambda,
      .lambdaError,
      .monolog, .python, .structlog,
      .problem, .gelf,
      .traefik, .accessJSON, .elasticsearch, .json, .apiError,
      .appleCrashText, .logcat, .logcatLong, .appleText, .nsLog,
      .syslog, .swiftLogText, .nginxError, .apacheError, .access, .accessOther, .envoy, .haproxy,
      .loadBalancer, .w3c, .postgresCSV, .postgres, .mysql, .redis, .ruby, .klog,
      .php, .monologText, .django,
      .dotnet, .serilogText, .nlog, .zap, .logrusText, .zerologText, .hclogText, .fluentBit, .lambdaText,
      .githubActions, .rustText, .tracingPretty, .elixir, .erlang,
      .levelFirst, .nest, .spark, .windowsSetup, .javaLogging, .pythonText, .javaText, .goLog, .syslogText,
      .journalText, .dmesg, .journal, .heroku, .ansible, .compose, .pods,
      .cri, .sidekiq, .structlogText, .text,
      .logfmt, .logfmtAccess, .csv,
      .system, .results, .postfix, .trace, .plain, .osError,
    ]
  }
}
