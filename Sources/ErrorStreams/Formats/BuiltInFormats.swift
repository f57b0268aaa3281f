/// In the order of detection, more specific ones first.
package enum BuiltInFormats {
  package static var all: [StreamFormat] {
    [
      .otlp, .sentry, .loguru, .journald, .apple, .elastic, .logstash, .logback, .log4j, .cloudWatch,
      .kubernetes, .googleCloud, .appleCrash, .ksCrash, .metricKit,
      .docker, .hclog, .mongodb, .postgresJSON, .swiftLog, .serilog, .bunyan, .pino, .tracing, .lambda,
      .lambdaError,
      .monolog, .python, .structlog,
      .problem, .gelf,
      .json,
      .appleCrashText, .syslog, .swiftLogText, .nginxError, .apacheError, .access, .postgres, .mysql, .redis,
      .ruby, .klog,
      .php, .monologText,
      .dotnet, .zap, .lambdaText, .rustText, .elixir, .pythonText, .javaText, .goLog, .syslogText, .compose,
      .cri, .text,
      .logfmt, .csv,
      .trace, .plain,
    ]
  }
}
