internal import Records

extension StreamFormat {
  /// Dead letters of RabbitMQ, as rabbitmqadmin and clients of AMQP print messages.
  static var deadLetters: StreamFormat {
    var mapping = Mapping(name: "dead-letters")
    mapping.summary = "dead letters of RabbitMQ: messages with the header x-death"
    mapping.fields = [
      FieldMapping(.time, "death.time", as: .epoch),
      FieldMapping(.origin, "death.queue"),
      FieldMapping(.severity, default: "error"),
      FieldMapping(.domain, default: "rabbitmq"),
      FieldMapping(.type, "death.reason"),
      FieldMapping(.attempt, "death.count"),
      FieldMapping(
        .operation, "properties.message_id", "message_id", "properties.correlation_id", "correlation_id"),
    ]
    mapping.drop = ["death"]
    mapping.errors = .all
    return StreamFormat(
      mapping,
      in: DeadLetterContainer(),
      example: #"""
        {"exchange":"dlx","routing_key":"orders","properties":{"message_id":"m7","headers":{"x-death":\#
        [{"count":2,"exchange":"","queue":"orders","reason":"rejected","routing-keys":["orders"],\#
        "time":1795994913}]}},"payload":"{}","payload_encoding":"string"}
        """#,
      becomes: #"""
        {"time":"2026-11-29T23:28:33Z","origin":"orders","severity":"error","domain":"rabbitmq",\#
        "type":"rejected","attempt":2,"operation":"m7","attributes":{"exchange":"dlx",\#
        "routing_key":"orders","properties":{"message_id":"m7","headers":{"x-death":[{"count":2,\#
        "exchange":"","queue":"orders","reason":"rejected","routing-keys":["orders"],\#
        "time":1795994913}]}}}}
        """#,
      .proven(
        by: "RabbitMQ 3.10.8, with rabbitmqadmin and pika 1.3",
        source: "rabbitmq.com, “Dead Letter Exchanges”")
    )
  }

  /// Advisories of JetStream.
  static var jetStream: StreamFormat {
    var mapping = Mapping(name: "jetstream")
    mapping.summary = "advisories of NATS' JetStream: messages given up, terminated or refused"
    mapping.fields = [
      FieldMapping(.time, "timestamp"),
      FieldMapping(.id, "id"),
      FieldMapping(.origin, "from", "subject"),
      FieldMapping(.severity, "level"),
      FieldMapping(.type, "type"),
      FieldMapping(.code, "error.err_code"),
      FieldMapping(.status, "error.code", as: .http),
      FieldMapping(.message, "reason", "error.description"),
      FieldMapping(.attempt, "deliveries"),
      FieldMapping(.operation, "of"),
    ]
    mapping.drop = ["level", "from", "of", "error", "request", "response"]
    mapping.errors = Mapping.ErrorCondition(or: [])
    return StreamFormat(
      mapping,
      in: JetStreamContainer(),
      example: #"""
        {"type":"io.nats.jetstream.advisory.v1.max_deliver","id":"qi0eOBsq",\#
        "timestamp":"2026-11-29T23:27:25.087925303Z","stream":"ORDERS","consumer":"pay",\#
        "stream_seq":2,"deliveries":5}
        """#,
      becomes: #"""
        {"time":"2026-11-29T23:27:25.087925303Z","id":"qi0eOBsq","origin":"ORDERS.pay",\#
        "severity":"error","type":"io.nats.jetstream.advisory.v1.max_deliver","attempt":5,\#
        "operation":"ORDERS:2","attributes":{"stream":"ORDERS","consumer":"pay","stream_seq":2}}
        """#,
      .proven(by: "nats-server 2.9.10", source: "docs.nats.io, “Monitoring JetStream”")
    )
  }
}
