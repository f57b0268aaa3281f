internal import Records

extension StreamFormat {
  /// Traefik's access log as JSON, in which every line has the level info. Its common format is that of `access`.
  static var traefik: StreamFormat {
    var mapping = Mapping(name: "traefik")
    mapping.summary = "Traefik's access log as JSON"
    mapping.markers = Mapping.Markers(["DownstreamStatus", "RequestMethod", "RequestPath"])
    mapping.fields = [
      FieldMapping(.time, "StartUTC", "time"),
      FieldMapping(.origin, "RouterName", "RequestHost", default: "traefik"),
      FieldMapping(.severity, "DownstreamStatus", as: .http),
      FieldMapping(.status, "DownstreamStatus"),
      FieldMapping(.operation, "TraceId", "request_X-Request-Id"),
    ]
    mapping.logMessage = ["RequestPath"]
    mapping.request = ["RequestPath"]
    mapping.keep = ["TraceId", "request_X-Request-Id"]
    return StreamFormat(
      mapping,
      example: #"""
        {"ClientAddr":"192.168.1.7:5000","DownstreamStatus":502,"Duration":3000000,"OriginStatus":502,"R\#
        equestHost":"shop.example","RequestMethod":"GET","RequestPath":"/pay","RouterName":"pay@docker",\#
        "StartUTC":"2026-11-21T01:41:19.483Z","level":"info","msg":"","time":"2026-11-21T01:41:19Z"}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483Z","origin":"pay@docker","severity":"error","status":502,"\#
        message":"/pay","attributes":{"request":"/pay","route":"/pay","ClientAddr":"192.168.1.7:50\#
        00","Duration":3000000,"OriginStatus":502,"RequestHost":"shop.example","RequestMethod":"GE\#
        T","level":"info","msg":"","time":"2026-11-21T01:41:19Z"}}
        """#,
      .documented("https://doc.traefik.io, “Access Logs”, “Available Fields”")
    )
  }
}
