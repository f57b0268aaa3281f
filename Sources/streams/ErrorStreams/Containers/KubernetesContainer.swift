package import Bytes

/// The output of `kubectl -o json`. A container that failed or can't start is a document, as is an evicted
/// pod.
package struct KubernetesContainer: DocumentContainer {
  package init() {}

  package var summary: String { "an API object, or a list of them" }

  package var markers: Mapping.Markers {
    Mapping.Markers([Mapping.Marker("kind", ["Event", "Pod", "List", "EventList", "PodList"]), "apiVersion"])
  }

  package func appendDocuments(
    of tape: borrowing JSONTape, to text: inout Buffer<UInt8>, leavingOut _: inout RecordQuickReject
  ) -> Int {
    guard let items = tape.member(ByteSlice("items"), of: 0), tape[items].kind == .array else {
      return append(0, tape, to: &text)
    }
    var count = 0
    var index = items + 1
    while index < Int(tape[items].end) {
      if tape[index].kind == .object { count += append(index, tape, to: &text) }
      index = Int(tape[index].end)
    }
    return count
  }

  private func append(_ object: Int, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>) -> Int {
    var isPod = false
    var count = 0
    for path in [
      "status.initContainerStatuses", "status.containerStatuses", "status.ephemeralContainerStatuses",
    ] as [StaticString] {
      guard let statuses = tape.place(of: ByteSlice(path), in: object), tape[statuses].kind == .array else {
        continue
      }
      isPod = true
      count += append(endedIn: statuses, of: object, tape, to: &text)
    }
    if let status = tape.member(ByteSlice("status"), of: object), tape[status].kind == .object,
      tape.member(ByteSlice("phase"), of: status) != nil
    {
      isPod = true
      if let reason = tape.member(ByteSlice("reason"), of: status), tape[reason].kind == .string {
        appendUntold(status, of: nil, object, tape, to: &text)
        count += 1
      }
    }
    if isPod { return count }
    guard tape.member(ByteSlice("reason"), of: object) != nil else { return 0 }
    tape.appendAsWritten(at: object, to: &text)
    text.append(UInt8(ascii: "\n"))
    return 1
  }

  private func append(
    endedIn status: Int, of object: Int, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>
  ) -> Int {
    var count = 0
    var index = status + 1
    while index < Int(tape[status].end) {
      let before = count
      for state in [ByteSlice("state.terminated"), ByteSlice("lastState.terminated")] {
        guard let ended = tape.place(of: state, in: index), tape[ended].kind == .object,
          !isGood(ended, tape)
        else { continue }
        append(ended, of: index, object, tape, to: &text)
        count += 1
      }
      if count == before, let waiting = tape.place(of: ByteSlice("state.waiting"), in: index),
        isFault(waiting, tape)
      {
        appendUntold(waiting, of: index, object, tape, to: &text)
        count += 1
      }
      index = Int(tape[index].end)
    }
    return count
  }

  private func isGood(_ ended: Int, _ tape: borrowing JSONTape) -> Bool {
    guard let code = tape.member(ByteSlice("exitCode"), of: ended) else { return false }
    return tape[code].kind == .integer && tape[code].integer == 0
  }

  /// Waiting for more than its image and volumes: `ImagePullBackOff`, `CreateContainerConfigError`.
  private func isFault(_ waiting: Int, _ tape: borrowing JSONTape) -> Bool {
    guard tape[waiting].kind == .object, let reason = tape.member(ByteSlice("reason"), of: waiting),
      tape[reason].kind == .string
    else { return false }
    let text = tape.text(of: tape[reason])
    return !(text == "ContainerCreating" || text == "PodInitializing")
  }

  /// Appends a failure that no container's end shows, as a warning like that of Kubernetes' own event.
  private func appendUntold(
    _ state: Int, of container: Int?, _ pod: Int, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>
  ) {
    text.append(UInt8(ascii: "{"))
    appendNames(of: container, pod, tape, to: &text)
    for (key, name) in [("\"reason\":", "reason"), ("\"message\":", "message")]
      as [(StaticString, StaticString)]
    {
      guard let place = tape.member(ByteSlice(name), of: state) else { continue }
      text.append(key)
      tape.appendAsWritten(at: place, to: &text)
      text.append(UInt8(ascii: ","))
    }
    text.append("\"type\":\"Warning\"}\n")
  }

  private func appendNames(
    of container: Int?, _ pod: Int, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>
  ) {
    for (key, path, object) in [
      ("\"pod\":", "metadata.name", pod), ("\"namespace\":", "metadata.namespace", pod),
      ("\"container\":", "name", container), ("\"restartCount\":", "restartCount", container),
    ] as [(StaticString, StaticString, Int?)] {
      guard let object, let place = tape.place(of: ByteSlice(path), in: object) else { continue }
      text.append(key)
      tape.appendAsWritten(at: place, to: &text)
      text.append(UInt8(ascii: ","))
    }
  }

  private func append(
    _ ended: Int, of container: Int, _ pod: Int, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>
  ) {
    text.append(UInt8(ascii: "{"))
    appendNames(of: container, pod, tape, to: &text)
    var member = ended + 1
    var isFirst = true
    while member < Int(tape[ended].end) {
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      tape.appendAsWritten(at: member, to: &text)
      text.append(UInt8(ascii: ":"))
      tape.appendAsWritten(at: member + 1, to: &text)
      member = Int(tape[member + 1].end)
    }
    if isFirst { text.append("\"reason\":null") }
    text.append("}\n")
  }
}
