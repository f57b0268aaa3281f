internal import Records

extension StreamFormat {
  /// Answers of hosts to `ansible`: the result of a module as JSON, or the output of a command behind its exit status.
  static var ansible: StreamFormat {
    let host = #"(?P<host>[\w.:@-]+) \| (?P<level>UNREACHABLE|FAILED|CHANGED|SUCCESS)"#
    var mapping = Mapping(
      logger: "ansible", "results of single modules of Ansible",
      host + #"!? => (?P<result>\{\C*)"#,
      host + #" \| rc=(?P<code>\d+) (?:\| \([a-z]+\) (?P<output>\C*)|>>(?P<rest>\C*))"#)
    mapping.extract = [
      Mapping.Extraction(from: ["result"], pattern: #""msg": "(?P<message>(?:[^"\\]|\\.)+)""#),
      Mapping.Extraction(from: [TextMapping.more], pattern: #""msg": "(?P<message>(?:[^"\\]|\\.)+)""#),
    ]
    mapping.fields = [
      FieldMapping(.origin, "host"), FieldMapping(.code, "code", as: .integer),
      FieldMapping(
        .severity, "level",
        values: ["UNREACHABLE": "error", "FAILED": "error", "CHANGED": "info", "SUCCESS": "info"]),
    ]
    mapping.stack = []
    mapping.logMessage = ["message", "output", TextMapping.more, "result"]
    mapping.drop = ["result", "rest"]
    return StreamFormat(
      mapping,
      shape: "`HOST | FAILED! => {…}`, `HOST | FAILED | rc=CODE >>`, then the output",
      example: #"""
        db1.shop.example | UNREACHABLE! => {
            "changed": false,
            "msg": "Failed to connect to the host via ssh: Connection refused",
            "unreachable": true
        }
        """#,
      becomes: #"""
        {"origin":"db1.shop.example","severity":"error","message":"Failed to connect to the host via s\#
        sh: Connection refused","attributes":{"more":"    \"changed\": false,\n    \"msg\": \"Failed t\#
        o connect to the host via ssh: Connection refused\",\n    \"unreachable\": true\n}"}}
        """#,
      .proven(by: "Ansible 2.19.14", source: "https://docs.ansible.com, “Introduction to ad hoc commands”")
    )
  }
}
