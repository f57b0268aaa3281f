public import Bytes

extension Field {
  /// Fields that say what an error is. A new error has those that its rule names; others tell what happened
  /// and stay.
  package static let identity: [Field] = [
    .type, .case, .payload, .is, .domain, .code, .message, .reason, .suggestion, .options, .category,
    .severity,
    .fatal, .cancelled, .status, .problem, .underlying,
  ]

  private static let identityBits: UInt64 = identity.reduce(0) { $0 | 1 << UInt64($1.rawValue) }

  package var isIdentity: Bool { Self.identityBits & 1 << UInt64(rawValue) != 0 }
}

package enum ReplacementKind: UInt8, BitwiseCopyable {
  case edited
  /// A new error with the same circumstances.
  case new
}

extension ErrorRecord {
  /// Makes an error from a frame's error and the members of a JSON object, whose tape is copied. With
  /// `wraps`, the old error and its causes become the new one's causes.
  package mutating func replace(
    _ old: ErrorNodeIndex, _ kind: ReplacementKind, with named: borrowing JSONTape, wraps: Bool
  ) -> ErrorNodeIndex {
    gatherCauses()
    let object = tape.append(named)
    let before = errorNodes[old]
    let first = slots.endIndex
    for field in Field.allCases {
      let keeps = kind == .edited || !field.isIdentity
      slots.append(keeps ? slots[before.slots + Int(field.rawValue)] : .nowhere)
    }
    fillSlots(from: first, of: object)
    var errorNode = ErrorNode(
      object: before.object, members: before.members, slots: first, outer: before.outer,
      causes: kind == .edited ? before.causes : .empty,
      statusFallback: kind == .edited ? before.statusFallback : .none)
    let namesCauses = tape.member(ByteSlice("underlying"), of: Int(object)) != nil
    if kind == .edited { errorNode.category = before.category }
    let place = errorNodes.append(errorNode)
    if wraps {
      wrap(old, in: place)
    } else if namesCauses {
      let start = errorNodes.endIndex
      var isCut = false
      addCauses(listedIn: place, upTo: errorNodes.count + limits.causes, cut: &isCut)
      linkCauses(of: place, from: start)
    }
    return place
  }

  /// The farthest causes are left out beyond the limit `causes`, because a rule file may wrap repeatedly;
  /// without room, they are causes but not written out.
  private mutating func wrap(_ old: ErrorNodeIndex, in place: ErrorNodeIndex) {
    let causes = errorNodes[old].causes.prefix(max(limits.causes - 1, 0))
    let isCut = causes.count < errorNodes[old].causes.count
    var text = Buffer<UInt8>()
    text.append(UInt8(ascii: "["))
    appendJSON(of: old, withCauses: !isCut, to: &text)
    if text.count > replacementRoom {
      text.removeAll()
      text.append("[{}")
    }
    text.append(UInt8(ascii: "]"))
    slots[errorNodes[place].slots + Int(Field.underlying.rawValue)] = append(list: text)
    let start = errorNodes.endIndex
    errorNodes.append(errorNodes[old])
    for cause in causes { errorNodes.append(errorNodes[cause]) }
    linkCauses(of: place, from: start)
    errorNodes[start].category = ErrorNode.unresolved
  }

  /// Makes a frame of the inner error, which has its own frame, with the outer error's circumstances.
  /// `isCause`: it is the first cause, and keeps the others as causes.
  package mutating func unwrap(_ inner: ErrorNodeIndex, from old: ErrorNodeIndex, isCause: Bool)
    -> ErrorNodeIndex
  {
    gatherCauses()
    let others = isCause ? causesLeft(by: inner, of: old) : nil
    let (inside, outside) = (errorNodes[inner], errorNodes[old])
    let first = slots.endIndex
    for field in Field.allCases {
      let source = field.isIdentity ? inside.slots : outside.slots
      slots.append(slots[source + Int(field.rawValue)])
    }
    let attributes = slots[inside.slots + Int(Field.attributes.rawValue)]
    if !attributes.isNone { slots[first + Int(Field.attributes.rawValue)] = attributes }
    if let others { slots[first + Int(Field.underlying.rawValue)] = others }
    return errorNodes.append(
      ErrorNode(
        object: inside.object, members: inside.members, slots: first, outer: old, causes: inside.causes,
        statusFallback: inside.statusFallback == .none ? .none : .problem))
  }

  /// The causes of an unwrapped error: its own, then its former siblings; nil without siblings.
  private mutating func causesLeft(by inner: ErrorNodeIndex, of outer: ErrorNodeIndex) -> TapeIndex? {
    let underlying = Int(Field.underlying.rawValue)
    let listed = elementPlaces(of: slots[errorNodes[outer].slots + underlying])
    // The first one that is an error.
    var others = listed.lowerBound
    while others < listed.upperBound, tape[others].kind != .object { others = Int(tape[others].end) }
    if others < listed.upperBound { others = Int(tape[others].end) }
    guard others < listed.upperBound else { return nil }
    var text = Buffer<UInt8>()
    text.append(UInt8(ascii: "["))
    let own = elementPlaces(of: slots[errorNodes[inner].slots + underlying])
    for places in [own, others..<listed.upperBound] {
      var place = places.lowerBound
      while place < places.upperBound, text.count <= replacementRoom {
        if text.count > 1 { text.append(UInt8(ascii: ",")) }
        tape.appendJSON(at: place, to: &text)
        place = Int(tape[place].end)
      }
    }
    if text.count > replacementRoom {
      text.removeAll()
      text.append("[{}")
    }
    text.append(UInt8(ascii: "]"))
    return append(list: text)
  }

  private mutating func append(list text: borrowing Buffer<UInt8>) -> TapeIndex {
    var list = JSONTape()
    // A composition of recorded and compiled JSON is JSON.
    _ = list.scan(text.slice, depthLimit: .max, valueLimit: .max, repairs: true)
    return tape.append(list)
  }

  /// Appends a frame's error as one JSON object; a replacement may omit its causes.
  private func appendJSON(of errorNode: ErrorNodeIndex, withCauses: Bool, to text: inout Buffer<UInt8>) {
    let error = errorNodes[errorNode]
    guard !error.isRecorded else {
      tape.appendJSON(at: Int(error.object), to: &text)
      return
    }
    text.append(UInt8(ascii: "{"))
    var isFirst = true
    for field in Field.allCases {
      let index = slots[error.slots + Int(field.rawValue)]
      guard !index.isNone, withCauses || field != .underlying else { continue }
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      text.append(UInt8(ascii: "\""))
      for byte in field.name.utf8 { text.append(byte) }
      text.append("\":")
      tape.appendJSON(at: Int(index), to: &text)
    }
    text.append(UInt8(ascii: "}"))
  }

  /// The index of an error's category in the chain; nil if unresolved.
  @inlinable
  package func category(of errorNode: ErrorNodeIndex) -> Int32? {
    let category = errorNodes[errorNode].category
    return category == ErrorNode.unresolved ? nil : category
  }

  @inlinable
  package mutating func setCategory(_ category: Int32, of errorNode: ErrorNodeIndex) {
    errorNodes[errorNode].category = category
  }
}
