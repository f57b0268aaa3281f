internal import Bytes
internal import Records

struct CategoryNames: ~Copyable {
  struct Slot: BitwiseCopyable {
    fileprivate var name: ValueText
    fileprivate var category: CategoryIndex
  }

  private let reference: TablesReference
  private var tables: ChainTables { @inline(__always) unsafeAddress { reference.address } }
  /// Open addressing with linear probing, at most half full.
  private var slots = Buffer<Slot>()

  init(_ reference: TablesReference) {
    self.reference = reference
    let count = tables.categories.count
    var size = 4
    while size < 2 * count { size *= 2 }
    slots.append(repeating: Slot(name: .empty, category: .nowhere), count: size)
    for category in tables.categories.indices {
      let name = ValueText(text(of: category))
      var place = place(of: name)
      while !slots[place].category.isNone { place = (place + 1) & (size - 1) }
      slots[place] = Slot(name: name, category: category)
    }
  }

  func find(_ name: ByteSlice) -> CategoryIndex? {
    let text = ValueText(name)
    var place = place(of: text)
    while case let slot = slots[place], !slot.category.isNone {
      if slot.name == text, !text.isLong || self.text(of: slot.category) == name { return slot.category }
      place = (place &+ 1) & (slots.count &- 1)
    }
    return nil
  }

  @inline(__always)
  func find(_ name: ShortText) -> CategoryIndex? {
    let text = ValueText(name)
    var place = place(of: text)
    while case let slot = slots[place], !slot.category.isNone {
      if slot.name == text { return slot.category }
      place = (place &+ 1) & (slots.count &- 1)
    }
    return nil
  }

  @inline(__always)
  private func place(of name: ValueText) -> Int {
    Int(truncatingIfNeeded: name.hash(with: 0) >> 32) & (slots.count &- 1)
  }

  private func text(of category: CategoryIndex) -> ByteSlice {
    tables.bytes.slice(tables.categories[category].name)
  }
}
