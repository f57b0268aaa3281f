internal import Bytes

/// An advisory of NATS' JetStream (docs.nats.io, “Monitoring JetStream”), with its consumer as origin and its message as operation.
struct JetStreamContainer: DocumentContainer {
  var summary: String { "one advisory per line" }

  var markers: Mapping.Markers {
    Mapping.Markers(
      [Mapping.Marker("type", JetStreamAdvisory.types)])
  }

  func appendDocuments(
    of tape: borrowing JSONTape, to text: inout Buffer<UInt8>, leavingOut _: inout RecordQuickReject
  ) -> Int {
    var answer = JSONTape()
    let error = error(of: tape, scannedInto: &answer)
    text.append("{\"level\":")
    JSONText.append(string: level(tape, isAnswered: error != nil), to: &text)
    if let error {
      text.append(",\"error\":")
      answer.appendAsWritten(at: error, to: &text)
    }
    text.append(",\"from\":")
    append("stream", "consumer", UInt8(ascii: "."), tape, to: &text)
    if tape.member(ByteSlice("stream_seq"), of: 0) != nil {
      text.append(",\"of\":")
      append("stream", "stream_seq", UInt8(ascii: ":"), tape, to: &text)
    }
    var index = 1
    while index < Int(tape[0].end) {
      text.append(UInt8(ascii: ","))
      tape.appendAsWritten(at: index, to: &text)
      text.append(UInt8(ascii: ":"))
      tape.appendAsWritten(at: index + 1, to: &text)
      index = Int(tape[index + 1].end)
    }
    text.append("}\n")
    return 1
  }

  /// The error of an answer of the API, which is JSON in a text.
  private func error(of tape: borrowing JSONTape, scannedInto answer: inout JSONTape) -> Int? {
    guard let place = tape.member(ByteSlice("response"), of: 0), tape[place].kind == .string,
      answer.scan(tape.text(of: tape[place]), depthLimit: .max, valueLimit: .max, repairs: true) == nil,
      answer[0].kind == .object
    else { return nil }
    return answer.member(ByteSlice("error"), of: 0)
  }

  /// An answer that is an error is a warning: its client has the error, too.
  private func level(_ tape: borrowing JSONTape, isAnswered: Bool) -> ByteSlice {
    let type = tape.member(ByteSlice("type"), of: 0).map { tape.text(of: tape[$0]) }
    if let failure = JetStreamAdvisory.failures.first(where: { type?.hasSuffix(ByteSlice($0.name)) == true })
    {
      return ByteSlice(failure.severity)
    }
    return ByteSlice(isAnswered ? "warning" : "info")
  }

  /// Appends the texts of two members, or null without the first.
  private func append(
    _ first: StaticString, _ second: StaticString, _ separator: UInt8, _ tape: borrowing JSONTape,
    to text: inout Buffer<UInt8>
  ) {
    guard let stream = tape.member(ByteSlice(first), of: 0) else {
      text.append("null")
      return
    }
    text.append(UInt8(ascii: "\""))
    JSONText.append(escaped: tape.text(of: tape[stream]), to: &text)
    if let place = tape.member(ByteSlice(second), of: 0) {
      text.append(separator)
      JSONText.append(escaped: tape.text(of: tape[place]), to: &text)
    }
    text.append(UInt8(ascii: "\""))
  }
}

/// The types of advisories (nats-server, server/jetstream_events.go).
enum JetStreamAdvisory {
  private static let prefix = "io.nats.jetstream.advisory.v1."

  static let failures: [(name: StaticString, severity: StaticString)] = [
    ("max_deliver", "error"), ("terminated", "error"), ("nak", "warning"), ("stream_quorum_lost", "error"),
    ("consumer_quorum_lost", "error"), ("server_out_of_space", "error"), ("stream_batch_abandoned", "error"),
  ]

  static let types =
    (failures.map { "\($0.name)" } + others).map { prefix + $0 } + [
      "io.nats.jetstream.metric.v1.consumer_ack"
    ]

  private static let others = [
    "api_audit", "stream_action", "consumer_action", "consumer_pause", "consumer_group_pinned",
    "consumer_group_unpinned", "stream_leader_elected", "consumer_leader_elected", "domain_leader_elected",
    "snapshot_create", "snapshot_complete", "restore_create", "restore_complete", "server_removed",
    "api_limit_reached",
  ]
}
