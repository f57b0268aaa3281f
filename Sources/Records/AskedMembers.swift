public import Bytes

/// The members that a chain's rules ask for by path. While a line is scanned each of them that stands where it is mostly
/// looked for gets a slot of its own, as fields have, so that nobody has to look through the members for it.
@usableFromInline package struct AskedMembers: ~Copyable {
  /// The objects whose members have slots.
  enum Owner: UInt8, BitwiseCopyable {
    case record, attributes
  }

  /// An attribute that is asked for, by the slots that tell where it is.
  @usableFromInline package struct Attribute: BitwiseCopyable {
    /// The slot of the attribute whose key is the whole path, which wins over all others.
    package let literal: Index<TapeIndex>
    /// The slot of the record's own member of that name, where the path has no dot; none else.
    let member: Index<TapeIndex>
    /// Slots of what it may be found below: where one of them is filled the path has to be followed.
    let doubts: Run<Index<TapeIndex>>
    /// Whether it is missing where nothing of all that is there: a field may be one of them.
    let mayMiss: Bool
  }

  struct Member: BitwiseCopyable {
    let owner: Owner
    let name: Run<UInt8>
  }

  /// How many attributes have slots: each is emptied for each record.
  private static let limit = 32

  private var members = Buffer<Member>()
  @usableFromInline var attributes = Buffer<Attribute>()
  private var doubts = Buffer<Index<TapeIndex>>()
  private var names = Buffer<UInt8>(capacity: 256)
  /// A bit for each length that a name has, the last for all above.
  private var lengths: UInt64 = 0

  /// How many slots a record has: those of the fields, one that nobody looks at, and those of the members.
  @inline(__always)
  package var slotCount: Int { members.isEmpty ? Field.count : Field.count &+ 1 &+ members.count }

  /// Whether a key of that length may be one that is asked for.
  func mayBe(keyOfLength length: Int) -> Bool { lengths >> UInt64(min(length, 63)) & 1 != 0 }

  @inlinable @inline(__always)
  package subscript(place: Index<Attribute>) -> Attribute { attributes[place] }

  @inline(__always)
  func doubt(_ place: Index<Index<TapeIndex>>) -> Index<TapeIndex> { doubts[place] }

  /// Has an attribute found while lines are scanned; its place, none where there is no room.
  package mutating func ask(_ path: ByteSlice) -> Index<Attribute> {
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
        literal: literal,
        member: hasDot ? .nowhere : member,
        doubts: start..<doubts.endIndex,
        mayMiss: mayMiss
      )
    )
  }

  /// The slot of a key, or nil where nobody asks for it.
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
  /// Whether the value at a place that a slot of an attribute named is that attribute: of attributes that stand twice the last
  /// ones count.
  @inlinable @inline(__always)
  package func isAskedMember(_ place: TapeIndex) -> Bool {
    let attributes = slots[Int(Field.attributes.rawValue)]
    return hasAskedMembers && !attributes.isNone && place > attributes
      && place < TapeIndex(Int32(bitPattern: tape[attributes].end))
  }

  /// An attribute of the recorded error that was asked for ahead, by its place; nil where its path has to be followed.
  @inline(__always)
  package func asked(_ place: Index<AskedMembers.Attribute>) -> Value? {
    askedPlace(place).map { tape.value(at: $0) }
  }

  /// Its place on the tape, none where it is missing; nil where its path has to be followed.
  package func askedPlace(_ place: Index<AskedMembers.Attribute>) -> TapeIndex? {
    guard hasAskedMembers, !place.isNone else { return nil }
    let attribute = forecast.asked[place]
    let literal = slots[attribute.literal]
    if !literal.isNone { return isAskedMember(literal) ? literal : nil }
    for place in attribute.doubts where !slots[forecast.asked.doubt(place)].isNone { return nil }
    guard attribute.mayMiss else { return nil }
    return attribute.member.isNone ? .nowhere : slots[attribute.member]
  }

  /// Whether the recorded error has no status, as a field or as what stands for it.
  package var surelyLacksStatus: Bool {
    slots[Int(Field.status.rawValue)].isNone && slots[Int(Field.problem.rawValue)].isNone
      && askedPlace(askedStatus)?.isNone == true
  }
}
