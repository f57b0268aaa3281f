/// Compiles trees to a program, each node from its end to its start, so that jump targets already exist.
struct ProgramCompiler {
  struct TooLarge: Error {}

  private var program = Program()
  private var tries: [ScalarSet: UTF8Trie] = [:]
  private let keepsGroups: Bool
  private let sizeLimit: Int

  /// The program of `patterns`, each matched under its index, and at the start of the text only if it must
  /// match there. `keepsGroups` stores the groups of the only pattern; without `hasClasses`, all bytes are in
  /// one class.
  static func compile(
    _ patterns: [SyntaxNode], keepsGroups: Bool = false, groupCount: Int = 0, hasClasses: Bool = true,
    sizeLimit: Int
  ) throws(TooLarge) -> Program {
    var compiler = ProgramCompiler(keepsGroups: keepsGroups, sizeLimit: sizeLimit)
    try compiler.compile(patterns)
    var program = compiler.program
    program.patternCount = patterns.count
    program.slotCount = keepsGroups ? 2 * (groupCount + 1) : 0
    if hasClasses {
      program.classes = ByteClasses(instructions: program.instructions, edges: program.edges)
    }
    program.hasLooks = program.instructions.contains { $0.kind == .look }
    return program
  }

  private init(keepsGroups: Bool, sizeLimit: Int) {
    self.keepsGroups = keepsGroups
    self.sizeLimit = sizeLimit
  }

  private mutating func compile(_ patterns: [SyntaxNode]) throws(TooLarge) {
    var atStart: [UInt32] = []
    var anywhere: [UInt32] = []
    for (index, pattern) in patterns.enumerated() {
      let match = try add(Instruction(kind: .match, other: UInt32(index)))
      let entry = try compile(pattern, then: match)
      if pattern.isAnchoredAtStart { atStart.append(entry) } else { anywhere.append(entry) }
    }
    program.start = try split(atStart + anywhere)
    guard !anywhere.isEmpty else {
      program.searchStart = program.start
      return
    }
    let loop = try add(Instruction(kind: .byte, first: 0, last: 255))
    let search = try split(anywhere + [loop])
    program.instructions[Int(loop)].next = search
    program.searchStart = try split(atStart + [search])
  }

  private mutating func add(_ instruction: Instruction) throws(TooLarge) -> UInt32 {
    guard program.size < sizeLimit else { throw TooLarge() }
    program.instructions.append(instruction)
    return UInt32(program.instructions.count - 1)
  }

  private mutating func split(_ targets: [UInt32]) throws(TooLarge) -> UInt32 {
    guard var entry = targets.last else { return try add(Instruction(kind: .fail)) }
    for target in targets.dropLast().reversed() {
      entry = try add(Instruction(kind: .split, next: target, other: entry))
    }
    return entry
  }

  private mutating func compile(_ node: SyntaxNode, then next: UInt32) throws(TooLarge) -> UInt32 {
    switch node {
    case .empty: return next
    case .scalars(let set): return try compile(set, then: next)
    case .anyByte: return try add(Instruction(kind: .byte, first: 0, last: 255, next: next))
    case .look(let look): return try add(Instruction(kind: .look, first: look.rawValue, next: next))
    case .group(let number, let inner):
      guard keepsGroups else { return try compile(inner, then: next) }
      let end = try add(Instruction(kind: .slot, next: next, other: UInt32(2 * number + 1)))
      let body = try compile(inner, then: end)
      return try add(Instruction(kind: .slot, next: body, other: UInt32(2 * number)))
    case .sequence(let nodes):
      var entry = next
      for node in nodes.reversed() { entry = try compile(node, then: entry) }
      return entry
    case .choice(let nodes):
      var entries: [UInt32] = []
      for node in nodes { entries.append(try compile(node, then: next)) }
      return try split(entries)
    case .repetition(let node, let repetition): return try compile(node, repetition, then: next)
    }
  }

  private mutating func compile(_ node: SyntaxNode, _ repetition: SyntaxNode.Repetition, then next: UInt32)
    throws(TooLarge) -> UInt32
  {
    var entry = next
    var least = repetition.least
    if let most = repetition.most {
      for _ in 0..<max(most - least, 0) {
        entry = try choose(try compile(node, then: entry), over: next, repetition)
      }
    } else {
      // A star of a nullable node is an optional plus: with a single split, the order of the alternatives
      // would not be the order of preference.
      entry = try compilePlus(node, repetition, then: next, isOptional: least == 0)
      least = max(least - 1, 0)
    }
    for _ in 0..<least { entry = try compile(node, then: entry) }
    return entry
  }

  private mutating func compilePlus(
    _ node: SyntaxNode, _ repetition: SyntaxNode.Repetition, then next: UInt32, isOptional: Bool
  ) throws(TooLarge) -> UInt32 {
    let loop = try add(Instruction(kind: .split))
    let body = try compile(node, then: loop)
    program.instructions[Int(loop)].next = repetition.isGreedy ? body : next
    program.instructions[Int(loop)].other = repetition.isGreedy ? next : body
    guard isOptional else { return body }
    return node.isNullable ? try choose(body, over: next, repetition) : loop
  }

  private mutating func choose(_ body: UInt32, over next: UInt32, _ repetition: SyntaxNode.Repetition)
    throws(TooLarge) -> UInt32
  {
    try repetition.isGreedy ? split([body, next]) : split([next, body])
  }

  private mutating func compile(_ set: ScalarSet, then next: UInt32) throws(TooLarge) -> UInt32 {
    // Most sets are a few ASCII characters, which need no trie.
    if let last = set.ranges.last, last.upperBound < 0x80 {
      return try add(
        set.ranges.map { ByteEdge(first: UInt8($0.lowerBound), last: UInt8($0.upperBound), next: next) })
    }
    if let only = set.only, let scalar = Unicode.Scalar(only) {
      var entry = next
      for byte in UTF8.encode(scalar)?.reversed() ?? [] {
        entry = try add(Instruction(kind: .byte, first: byte, last: byte, next: entry))
      }
      return entry
    }
    let trie = tries[set] ?? UTF8Trie(set)
    tries[set] = trie
    var places: [UInt32] = []
    for node in trie.nodes {
      let edges = node.map { edge in
        ByteEdge(
          first: edge.first, last: edge.last, next: edge.target == UTF8Trie.end ? next : places[edge.target])
      }
      places.append(try add(edges))
    }
    return places.last ?? next
  }

  private mutating func add(_ edges: [ByteEdge]) throws(TooLarge) -> UInt32 {
    guard let edge = edges.first else { return try add(Instruction(kind: .fail)) }
    if edges.count == 1 {
      return try add(Instruction(kind: .byte, first: edge.first, last: edge.last, next: edge.next))
    }
    let place = UInt32(program.edges.count)
    program.edges.append(contentsOf: edges)
    return try add(Instruction(kind: .edges, next: place, other: UInt32(edges.count)))
  }
}
