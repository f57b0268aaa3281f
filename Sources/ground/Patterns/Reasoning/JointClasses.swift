/// Classes of bytes that none of several automata distinguishes, the most readable ones first.
struct JointClasses {
  /// The bytes of every class, ascending; classes in the order in which they are tried.
  private(set) var members: [[UInt8]] = []
  private(set) var representatives: [UInt8] = []
  /// The readability cost that a byte of the class adds to a text, beyond its length.
  private(set) var costs: [UInt64] = []

  /// The common classes of `automata`, also distinguished by UTF-8 validity.
  init(_ automata: [Component]) {
    var classOf = UTF8Validity.classOf
    for automaton in automata {
      var joint: [Int: Int] = [:]
      for byte in 0..<256 {
        let key = classOf[byte] << 8 | Int(automaton.classOf(UInt8(byte)))
        let known = joint[key] ?? joint.count
        joint[key] = known
        classOf[byte] = known
      }
    }
    members = Array(repeating: [], count: (classOf.max() ?? 0) + 1)
    for byte in UInt8.min...UInt8.max { members[classOf[Int(byte)]].append(byte) }
    // The cheapest byte of every class, the first of equally cheap ones.
    let best = members.map { bytes in
      bytes.reduce(bytes[0]) { Self.byteCosts[Int($1)] < Self.byteCosts[Int($0)] ? $1 : $0 }
    }
    let order = best.indices.sorted {
      (Self.byteCosts[Int(best[$0])], best[$0]) < (Self.byteCosts[Int(best[$1])], best[$1])
    }
    members = order.map { members[$0] }
    representatives = members.map { $0[0] }
    costs = order.map { Self.byteCosts[Int(best[$0])] }
  }

  /// A lead byte costs its scalar; a continuation byte a little more if no familiar character has it.
  private static let byteCosts: [UInt64] = {
    var costs = (UInt8.min...UInt8.max).map { $0 < 0x80 ? cost($0) : $0 < 0xC0 ? 1 : 9 }
    for scalar in ExampleText.familiar {
      for (place, byte) in String(scalar).utf8.enumerated() { costs[Int(byte)] = place == 0 ? 7 : 0 }
    }
    return costs
  }()

  static func cost(_ byte: UInt8) -> UInt64 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): 0
    case UInt8(ascii: "0")...UInt8(ascii: "9"): 1
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): 2
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "_"): 3
    case UInt8(ascii: " "): 4
    case 0x21...0x7E: 5
    case 0x0A: 20
    case 0x09: 21
    default: 50
    }
  }
}

/// One pattern of a product.
final class Component {
  // Unchecked, because the checks cost as much as a step; nothing here calls back to the walk.
  @exclusivity(unchecked) private var automaton: LazyAutomaton
  private let classes: [UInt8]
  private let before: [UInt8]
  private let after: [UInt8]

  init(_ pattern: CompiledPattern, before: String, after: String, memoryLimit: Int) {
    classes = pattern.probeProgram.classes.classOf
    automaton = LazyAutomaton(program: pattern.probeProgram, stopsAtMatch: true, memoryLimit: memoryLimit)
    self.before = Array(before.utf8)
    self.after = Array(after.utf8)
  }

  func classOf(_ byte: UInt8) -> UInt8 { classes[Int(byte)] }

  var start: UInt32 { before.reduce(automaton.start(before: .edge)) { next($0, $1) } }

  /// The state after `byte`; a certain match or mismatch is final.
  func next(_ state: UInt32, _ byte: UInt8) -> UInt32 {
    Self.isFinal(state) ? state : automaton.next(state, byte)
  }

  func accepts(_ state: UInt32) -> Bool {
    let state = after.isEmpty ? state : after.reduce(state) { next($0, $1) }
    return (Self.isFinal(state) ? state : automaton.next(state, nil)) == LazyAutomaton.accepted
  }

  static func isFinal(_ state: UInt32) -> Bool {
    state == LazyAutomaton.accepted || state == LazyAutomaton.dead
  }

  var steps: Int { automaton.set.steps }
  var isExhausted: Bool { automaton.resets > 0 }
}
