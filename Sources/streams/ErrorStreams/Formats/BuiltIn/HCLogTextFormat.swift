internal import Records

extension StreamFormat {
  /// HashiCorp's go-hclog as text: Vault, Consul, Nomad, Terraform.
  static var hclogText: StreamFormat {
    let start =
      #"(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:Z|[+-]\d\d:?\d\d)) \[(?P<level>TRACE|DEBUG|INFO|WARN|ERROR)\] {1,2}"#
    let logger = #"(?P<logger>[a-z][\w.@/-]*): "#
    let message = #"(?P<message>\C*?):?"#
    var mapping = Mapping(
      logger: "hclog-text", "HashiCorp's hclog as text (Vault, Consul, Nomad)",
      start + logger + message + TrailingPairs.withError,
      start + logger + message + TrailingPairs.withoutError)
    mapping.text?.common = [
      start + message + TrailingPairs.withError, start + message + TrailingPairs.withoutError,
    ]
    mapping.fields.append(FieldMapping(.message, "error", "cause"))
    return StreamFormat(
      mapping,
      shape: "`TIME [LEVEL] LOGGER: message: key=value`",
      example: #"""
        2026-11-21T01:41:19.483Z [ERROR] expiration: failed to revoke lease: lease_id=auth/token/create/\#
        h4 error="context deadline exceeded"
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483Z","origin":"expiration","severity":"error","message":"context d\#
        eadline exceeded","attributes":{"message":"failed to revoke lease","fields":"lease_id=auth/token\#
        /create/h4"}}
        """#,
      .documented("https://github.com/hashicorp/go-hclog, intlogger.go, logPlain")
    )
  }
}
