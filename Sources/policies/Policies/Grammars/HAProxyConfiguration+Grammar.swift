internal import RuleLanguage
internal import Source

/// HAProxy Configuration Manual, “Proxy keywords matrix”. Keywords that are not listed pass: modules and later versions have more.
extension HAProxyConfiguration {
  func grammar(of root: Node) -> PolicyGrammar { Self.table }

  package func lack(of root: Node) -> String {
    "It has no section such as “backend api” with a line such as “server a 10.0.0.1:80”, or its name ends in .yaml, .yml or .json."
  }

  private static let answer = PolicyAnswer.notStarted("HAProxy")

  private static let table = PolicyGrammar([
    "root": .init("a configuration", answer, isOpen: true, "\(HAProxyParser.root):file"),
    "file": .init(
      "a configuration", answer, isOuter: true, "defaults:proxy frontend:proxy backend:proxy listen:proxy"),
    "proxy": .init(
      "a proxy", answer, isOuter: true,
      "retries retry-on option:option timeout:timeout no:negated default:negated balance mode server",
      "server-template default-server default_backend use_backend errorfile errorfiles errorloc errorloc302",
      "errorloc303 error-log-format http-error http-request http-response http-after-response http-check",
      "http-reuse http-send-name-header log log-format log-format-sd log-tag log-steps cookie capture",
      "compression acl bind description disabled enabled dispatch email-alert external-check filter",
      "force-persist fullconn guid hash-balance-factor hash-preserve-affinity hash-type id ignore-persist",
      "load-server-state-from-file maxconn max-keep-alive-queue max-session-srv-conns monitor monitor-uri",
      "persist rate-limit source stats stick stick-table tcp-check tcp-request tcp-response",
      "transparent unique-id-format unique-id-header use-fcgi-app use-server backlog"),
    "negated": .init("a negated line", answer, isOpen: true, "option:option"),
    "option": .init(
      "the options of a proxy", answer, isOpen: true,
      "redispatch abortonclose accept-invalid-http-request accept-invalid-http-response allbackups checkcache",
      "clitcpka contstats dontlog-normal dontlognull forwardfor forwarded http-buffer-request",
      "http-ignore-probes http-keep-alive http-no-delay http-pretend-keepalive http-restrict-req-hdr-names",
      "http-server-close http-use-htx http-use-proxy-header httpchk httpclose httplog httpslog",
      "independent-streams idle-close-on-response ldap-check log-health-checks log-separate-errors logasap",
      "mysql-check nolinger originalto persist pgsql-check prefer-last-server redis-check smtpchk socket-stats",
      "splice-auto splice-request splice-response spop-check srvtcpka ssl-hello-chk tcp-check",
      "tcp-smart-accept tcp-smart-connect tcpka tcplog transparent external-check"),
    "timeout": .init(
      "the timeouts of a proxy", answer,
      "check client client-fin client-hs connect http-keep-alive http-request queue server server-fin tarpit",
      "tunnel"),
  ])
}
