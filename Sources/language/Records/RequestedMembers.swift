public import Bytes

/// Members that rules match by path. During the scan of a line, each gets a slot if it is in its usual place.
@usableFromInline package struct RequestedMembers: ~Copyable {
  enum Owner: UInt8, BitwiseCopyable {
    case record, attributes
  }

  /// A matched attribute, by the slots of its possible places.
  @usableFromInline package struct Attribute: BitwiseCopyable {
    /// The slot for the whole path as a key, which takes precedence.
    package let literal: Index<TapeIndex>
    /// The slot of the record's own member of that name, if the path has no dot.
    let member: Index<TapeIndex>
    /// The slots of possible parents; if one of them is filled, the path must be followed.
    let doubts: IndexRange<Index<TapeIndex>>
    /// Whether it is certainly missing if all slots are empty; a field may be one of the places.
    let mayMiss: Bool
  }

  struct Member: BitwiseCopyable {
    let owner: Owner
    let name: IndexRange<UInt8>
  }

  /// The most attributes with slots, because every slot is cleared for every record.
  private static let limit = 32

  private var members = Buffer<Member>()
  @usableFromInline var attributes = Buffer<Attribute>()
  private var doubts = Buffer<Index<TapeIndex>>()
  private var names = Buffer<UInt8>(capacity: 256)
  /// A bit for each length of a name, the last for all longer ones.
  private var lengths: UInt64 = 0

  /// The number of slots of a record: those of the fields, an unused one, and those of the members.
  @inline(__always)
  package var slotCount: Int { members.isEmpty ? Field.count : Field.count &+ 1 &+ members.count }

  func mayBe(keyOfLength length: Int) -> Bool { lengths >> UInt64(min(length, 63)) & 1 != 0 }

  @inlinable @inline(__always)
  package subscript(place: Index<Attribute>) -> Attribute { attributes[place] }

  @inline(__always)
  func doubt(_ place: Index<Index<TapeIndex>>) -> Index<TapeIndex> { doubts[place] }

  /// Registers an attribute to be found during scans; returns its place, or none without room.
  package mutating func request(_ path: ByteSlice) -> Index<Attribute> {
    guard attributes.count < Self.limit, !path.isEmpty else { return .nowhere }
    var mayMiss = Field.named(path) == nil
    let literal = slot(for: path, of: .attributes)
    let start = doubts.endIndex
    var dot = path.firstIndex(of: UInt8(ascii: "."))
    let hasDot = dot != nil
    while let place = dot {
      let prefix = path[0..<place]
      if prefix.isEmpty || Field.named(prefix) != nil { mayMiss = false }
      doubts.append(slot(for: prefix, of: .attributes))
      doubts.append(slot(for: prefix, of: .record))
      dot = path.firstIndex(of: UInt8(ascii: "."), from: place + 1)
    }
    let member = slot(for: path, of: .record)
    if hasDot { doubts.append(member) }
    return attributes.append(
      Attribute(
        literal: literal, member: hasDot ? .nowhere : member, doubts: start..<doubts.endIndex,
        mayMiss: mayMiss))
  }

  func slot(of key: ByteSlice, of owner: Owner) -> Index<TapeIndex>? {
    guard mayBe(keyOfLength: key.count) else { return nil }
    for place in 0..<members.count where members[place].owner == owner {
      if names.slice(members[place].name) == key { return Index(Field.count + 1 + place) }
    }
    return nil
  }

  private mutating func slot(for key: ByteSlice, of owner: Owner) -> Index<TapeIndex> {
    if let slot = slot(of: key, of: owner) { return slot }
    let start = names.endIndex
    names.append(key)
    members.append(Member(owner: owner, name: start..<names.endIndex))
    lengths |= 1 << UInt64(min(key.count, 63))
    return Index(Field.count + members.count)
  }
}

extension ErrorRecord {
  /// Whether a slot's value is the attribute; the last one of duplicate attributes counts.
  @inlinable @inline(__always)
  package func isRequestedMember(_ place: TapeIndex) -> Bool {
    let attributes = slots[Int(Field.attributes.rawValue)]
    return hasRequestedMembers && !attributes.isNone && place > attributes
      && place < TapeIndex(Int32(bitPattern: tape[attributes].end))
  }

  /// A registered attribute of the recorded error, by its place; nil if its path must be followed.
  @inline(__always)
  package func requested(_ place: Index<RequestedMembers.Attribute>) -> Value? {
    requestedPlace(place).map { tape.value(at: $0) }
  }

  /// The attribute's place on the tape, none if it is missing; nil if its path must be followed.
  package func requestedPlace(_ place: Index<RequestedMembers.Attribute>) -> TapeIndex? {
    guard hasRequestedMembers, !place.isNone else { return nil }
    let attribute = forecast.requested[place]
    let literal = slots[attribute.literal]
    if !literal.isNone { return isRequestedMember(literal) ? literal : nil }
    for place in attribute.doubts where !slots[forecast.requested.doubt(place)].isNone { return nil }
    guard attribute.mayMiss else { return nil }
    return attribute.member.isNone ? .nowhere : slots[attribute.member]
  }

  /// Neither as a field nor as a substitute for it.
  package var surelyLacksStatus: Bool {
    slots[Int(Field.status.rawValue)].isNone && slots[Int(Field.problem.rawValue)].isNone
      && requestedPlace(requestedStatus)?.isNone == true
  }
}
