internal import Records

extension StreamFormat {
  /// HashiCorp's go-hclog as JSON: Terraform, Vault, Consul, Nomad.
  static var hclog: StreamFormat {
    var mapping = Mapping(name: "hclog")
    mapping.summary = "HashiCorp's hclog as JSON (Terraform, Vault, Consul)"
    mapping.markers = Mapping.Markers(["@level", "@message"])
    mapping.fields = [
      FieldMapping(.time, "@timestamp", as: .epoch),
      FieldMapping(.origin, "@module"),
      FieldMapping(.severity, "@level"),
      FieldMapping(.message, "error", "err"),
    ]
    mapping.logMessage = ["@message"]
    return StreamFormat(
      mapping,
      example: #"""
        {"@level":"error","@message":"failed to renew lease","@module":"vault.expiration",\#
        "@timestamp":"2026-11-21T01:41:19.483000Z","error":"context deadline exceeded","lease":"a1"}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483000Z","origin":"vault.expiration","severity":"error",\#
        "message":"context deadline exceeded","attributes":{"@message":"failed to renew lease","lease":"a1"}}
        """#,
      .proven(
        by: "Terraform 1.11.4",
        source: "https://github.com/hashicorp/go-hclog, intlogger.go, logJSON"
      )
    )
  }
}
