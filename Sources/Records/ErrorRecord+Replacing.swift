public import Bytes

extension Field {
  /// What an error is. A new error has of these only what its rule names; the others say what happened.
  package static let identity: [Field] = [
    .type, .case, .payload, .is, .domain, .code, .message, .reason, .suggestion, .options, .category,
    .severity,
    .fatal, .cancelled, .status, .problem, .underlying,
  ]

  private static let identityBits: UInt64 = identity.reduce(0) { $0 | 1 << UInt64($1.rawValue) }

  /// Whether the field says what an error is, and not what happened.
  package var isIdentity: Bool { Self.identityBits & 1 << UInt64(rawValue) != 0 }
}

/// How an error comes from another one.
package enum ReplacementKind: UInt8, BitwiseCopyable {
  /// The same error, edited.
  case edited
  /// A new error to which the same happened.
  case new
}

extension ErrorRecord {
  /// Makes an error from the one of a frame and the members named in a JSON object; returns its frame.
  ///
  /// - Parameters:
  ///   - named: the tape of that object; it is copied.
  ///   - wraps: whether the old error, then its causes, become the causes of the new one.
  package mutating func replace(
    _ old: FrameIndex,
    _ kind: ReplacementKind,
    with named: borrowing JSONTape,
    wraps: Bool
  ) -> FrameIndex {
    gatherCauses()
    let object = tape.append(named)
    let before = frames[old]
    let first = slots.endIndex
    for field in Field.allCases {
      let keeps = kind == .edited || !field.isIdentity
      slots.append(keeps ? slots[before.slots + Int(field.rawValue)] : .nowhere)
    }
    fillSlots(from: first, of: object)
    var frame = ErrorFrame(
      object: before.object,
      members: before.members,
      slots: first,
      outer: before.outer,
      causes: kind == .edited ? before.causes : .empty,
      statusFallback: kind == .edited ? before.statusFallback : .none
    )
    let namesCauses = tape.member(ByteSlice("underlying"), of: Int(object)) != nil
    if kind == .edited { frame.category = before.category }
    let place = frames.append(frame)
    if wraps {
      wrap(old, in: place)
    } else if namesCauses {
      let start = frames.endIndex
      var isCut = false
      addCauses(listedIn: place, upTo: frames.count + limits.causes, cut: &isCut)
      linkCauses(of: place, from: start)
    }
    return place
  }

  /// Gives an error the old one and its causes as causes, the farthest left out beyond the limit `causes`: a rule file
  /// may wrap again and again. What would be longer than there is room for is a cause still, but not written out.
  private mutating func wrap(_ old: FrameIndex, in place: FrameIndex) {
    let causes = frames[old].causes.prefix(max(limits.causes - 1, 0))
    let isCut = causes.count < frames[old].causes.count
    var text = Buffer<UInt8>()
    text.append(UInt8(ascii: "["))
    appendJSON(of: old, withCauses: !isCut, to: &text)
    if text.count > replacementRoom {
      text.removeAll()
      text.append("[{}")
    }
    text.append(UInt8(ascii: "]"))
    slots[frames[place].slots + Int(Field.underlying.rawValue)] = append(list: text)
    let start = frames.endIndex
    frames.append(frames[old])
    for cause in causes { frames.append(frames[cause]) }
    linkCauses(of: place, from: start)
    frames[start].category = ErrorFrame.unresolved
  }

  /// The error inside another one, to which what happened to the outer one happened; its frame.
  ///
  /// - Parameters:
  ///   - inner: the inner error's own frame.
  ///   - isCause: whether it is the first cause, which leaves the others as causes.
  package mutating func unwrap(_ inner: FrameIndex, from old: FrameIndex, isCause: Bool) -> FrameIndex {
    gatherCauses()
    let others = isCause ? causesLeft(by: inner, of: old) : nil
    let (inside, outside) = (frames[inner], frames[old])
    let first = slots.endIndex
    for field in Field.allCases {
      let source = field.isIdentity ? inside.slots : outside.slots
      slots.append(slots[source + Int(field.rawValue)])
    }
    let attributes = slots[inside.slots + Int(Field.attributes.rawValue)]
    if !attributes.isNone { slots[first + Int(Field.attributes.rawValue)] = attributes }
    if let others { slots[first + Int(Field.underlying.rawValue)] = others }
    return frames.append(
      ErrorFrame(
        object: inside.object,
        members: inside.members,
        slots: first,
        outer: old,
        causes: inside.causes,
        statusFallback: inside.statusFallback == .none ? .none : .problem
      )
    )
  }

  /// The list of causes that an error has once it is unwrapped: its own, then those that stood beside it; nil where none did.
  private mutating func causesLeft(by inner: FrameIndex, of outer: FrameIndex) -> TapeIndex? {
    let underlying = Int(Field.underlying.rawValue)
    let listed = elementPlaces(of: slots[frames[outer].slots + underlying])
    // It is the first that is an error.
    var others = listed.lowerBound
    while others < listed.upperBound, tape[others].kind != .object { others = Int(tape[others].end) }
    if others < listed.upperBound { others = Int(tape[others].end) }
    guard others < listed.upperBound else { return nil }
    var text = Buffer<UInt8>()
    text.append(UInt8(ascii: "["))
    let own = elementPlaces(of: slots[frames[inner].slots + underlying])
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

  /// Takes a list that was put together onto the tape.
  private mutating func append(list text: borrowing Buffer<UInt8>) -> TapeIndex {
    var list = JSONTape()
    // What was recorded and what compiled are JSON, so is what is made of them.
    _ = list.scan(text.slice, depthLimit: .max, valueLimit: .max, repairs: true)
    return tape.append(list)
  }

  /// Appends the error of a frame as one JSON object; one that a rule made may go without its causes.
  private func appendJSON(of frame: FrameIndex, withCauses: Bool, to text: inout Buffer<UInt8>) {
    let error = frames[frame]
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

  /// The category an error was given, by its place in the chain; nil where nobody asked.
  @inlinable
  package func category(of frame: FrameIndex) -> Int32? {
    let category = frames[frame].category
    return category == ErrorFrame.unresolved ? nil : category
  }

  @inlinable
  package mutating func setCategory(_ category: Int32, of frame: FrameIndex) {
    frames[frame].category = category
  }
}
