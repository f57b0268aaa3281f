import Foundation
import Testing

/// The modules and folders of `Sources` in the order of docs/folders.md; docs/architecture.md lists the modules alone.
private struct ArchitectureMap {
  /// The wing and the place of a module, and its folders in order; `./` are the files in the module itself.
  private(set) var modules: [String: (wing: String, place: Int, folders: [String])] = [:]

  init(_ page: String) {
    var wing = ""
    for line in page.split(separator: "\n") {
      // `## Ground` on one page, `**Ground.** …` on the other.
      let heading = line.drop { "#* ".contains($0) }.prefix { $0.isLetter }.lowercased()
      if line.hasPrefix("#") || line.hasPrefix("**"), Checkout.wings.contains(heading) { wing = heading }
      guard line.hasPrefix("| `"), !wing.isEmpty else { continue }
      var names = line.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter {
        $0.offset % 2 == 1
      }.map { String($0.element) }
      let module = names.removeFirst()
      let folders = names.filter { $0.hasSuffix("/") && !$0.dropLast().contains("/") }
      guard modules[module] == nil, !module.contains(where: { "/. ".contains($0) }) else { continue }
      modules[module] = (wing, modules.count, folders.map { String($0.dropLast()) })
    }
  }
}

/// A file's code, without comments and the text of strings, as words.
private struct SourceFile {
  struct Word {
    let name: Substring
    /// Whether it stands behind a dot.
    let isMember: Bool
    let isCall: Bool
  }

  let path: String
  let module: String
  /// The folder in the module, the first where folders stand in one another.
  let folder: String
  let wing: String?
  let isReexporting: Bool
  private(set) var uses: [Word] = []
  private(set) var imports: Set<String> = []
  /// Types and functions that other files of the module see.
  private(set) var declared: Set<String> = []
  /// Functions and properties that extensions add, for other files too.
  private(set) var extended: Set<String> = []
  /// Whatever has a name.
  private(set) var named: Set<String> = []

  init(_ path: String, _ text: String) {
    self.path = path
    (wing, module, folder) = Checkout.place(of: path)
    isReexporting = text.contains("@_exported")
    read(Self.words(of: Self.code(of: Array(text.utf8))))
  }

  private mutating func read(_ words: [Substring]) {
    let types: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
    let values: Set<Substring> = ["func", "var", "let", "case"]
    var (depth, isPrivate, isPrivateExtension, isInExtension) = (0, false, false, false)
    for (index, word) in words.enumerated() {
      let next = index + 1 < words.count ? words[index + 1] : ""
      let isName = next.first.map { $0.isLetter || $0 == "_" } ?? false
      switch word {
      case "{": depth += 1
      case "}":
        depth -= 1
        if depth == 0 { isInExtension = false }
      case "private", "fileprivate":
        if next != "(" { isPrivate = true }
        continue
      case "import" where depth == 0: imports.insert(String(next))
      case "extension" where depth == 0:
        (isInExtension, isPrivateExtension) = (true, isPrivate)
        isPrivate = false
      case _ where types.contains(word) && isName && !values.contains(next):
        if depth == 0, !isPrivate { declared.insert(String(next)) }
        isPrivate = false
      case _ where values.contains(word) && isName:
        named.insert(String(next))
        if depth == 0, word == "func", !isPrivate { declared.insert(String(next)) }
        if depth == 1, isInExtension, !isPrivate, !isPrivateExtension, word != "case" {
          extended.insert(String(next))
        }
        isPrivate = false
      default:
        guard word.first?.isLetter == true else { continue }
        let previous = index > 0 ? words[index - 1] : ""
        // Behind a range's dots stands no member.
        let isMember = previous == "." && (index < 2 || words[index - 2] != ".")
        uses.append(Word(name: word, isMember: isMember, isCall: next == "("))
      }
    }
  }

  /// By byte, whether it is part of a name.
  private static let isNamed = (0..<256).map { byte in
    byte == 0x5F || 0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20
  }

  /// By byte, whether neither a comment, a string nor a bracket begins with it.
  private static let isPlain = (0..<256).map { !"/#()\"".utf8.contains(UInt8($0)) }

  /// Names and signs, one after the other.
  private static func words(of code: [UInt8]) -> [Substring] {
    var words: [Substring] = []
    let isNamed = isNamed
    var index = 0
    while index < code.count {
      let start = index
      while index < code.count, isNamed[Int(code[index])] { index += 1 }
      if start < index { words.append(Substring(decoding: code[start..<index], as: UTF8.self)) }
      guard index < code.count else { break }
      if code[index] > 0x20 { words.append(Substring(String(UnicodeScalar(code[index])))) }
      index += 1
    }
    return words
  }

  /// Without comments, and of strings only what is interpolated.
  private static func code(of text: [UInt8]) -> [UInt8] {
    var code: [UInt8] = []
    code.reserveCapacity(text.count)
    let isPlain = isPlain
    var index = 0
    func starts(_ mark: StaticString, at place: Int) -> Bool {
      let count = mark.utf8CodeUnitCount
      guard place + count <= text.count else { return false }
      return (0..<count).allSatisfy { mark.utf8Start[$0] == text[place + $0] }
    }
    /// Goes on to the end of the string, or to the closing bracket of an interpolation.
    func string(hashes: Int, quotes: Int) {
      while index < text.count {
        let closing = (0..<quotes).allSatisfy {
          index + $0 < text.count && text[index + $0] == UInt8(ascii: "\"")
        }
        if closing, hashed(index + quotes, hashes) {
          index += quotes + hashes
          return
        }
        if text[index] == UInt8(ascii: "\\"), hashed(index + 1, hashes) {
          index += 1 + hashes
          if index < text.count, text[index] == UInt8(ascii: "(") {
            index += 1
            plain(until: UInt8(ascii: ")"))
          }
        }
        index += 1
      }
    }
    func hashed(_ place: Int, _ count: Int) -> Bool {
      (0..<count).allSatisfy { place + $0 < text.count && text[place + $0] == UInt8(ascii: "#") }
    }
    func plain(until end: UInt8?) {
      var depth = 0
      while index < text.count {
        let byte = text[index]
        if isPlain[Int(byte)] {
          code.append(byte)
          index += 1
        } else if starts("//", at: index) {
          while index < text.count, text[index] != 0x0A { index += 1 }
        } else if starts("/*", at: index) {
          while index < text.count, !starts("*/", at: index) { index += 1 }
          index += 2
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") && isString(index) {
          var hashes = 0
          while text[index + hashes] == UInt8(ascii: "#") { hashes += 1 }
          index += hashes
          let quotes = starts("\"\"\"", at: index) ? 3 : 1
          index += quotes
          string(hashes: hashes, quotes: quotes)
          code.append(UInt8(ascii: " "))
        } else {
          if let end, byte == end, depth == 0 { return }
          if byte == UInt8(ascii: "(") { depth += 1 }
          if byte == UInt8(ascii: ")") { depth -= 1 }
          code.append(byte)
          index += 1
        }
      }
    }
    func isString(_ place: Int) -> Bool {
      let rest = text[place...].prefix(4).drop { $0 == UInt8(ascii: "#") }
      return rest.first == UInt8(ascii: "\"")
    }
    plain(until: nil)
    return code
  }
}

/// A folder of a module uses only folders before it, a module imports only modules before it: docs/folders.md has the
/// order.
@Suite("The layers of Sources")
struct LayerTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Read once for all tests.
  private static let sources = Result { () throws -> (map: ArchitectureMap, files: [SourceFile]) in
    let page = try String(contentsOf: root.appending(path: "docs/folders.md"), encoding: .utf8)
    let all = FileManager.default.enumerator(atPath: root.appending(path: "Sources").path)
    let paths = (all?.allObjects as? [String] ?? []).filter {
      $0.hasSuffix(".swift") && !$0.contains(".docc/")
    }
    let files = try paths.sorted().map { path in
      let file = root.appending(path: "Sources/\(path)")
      return SourceFile("Sources/\(path)", try String(contentsOf: file, encoding: .utf8))
    }
    return (ArchitectureMap(page), files)
  }

  private let map: ArchitectureMap
  private let files: [SourceFile]

  init() throws { (map, files) = try Self.sources.get() }

  @Test("are all on the map")
  func complete() {
    #expect(files.count > 900)
    for file in files {
      guard let module = map.modules[file.module] else {
        Issue.record("\(file.path): docs/folders.md has no module \(file.module)")
        continue
      }
      let isKnown = module.folders.contains(file.folder) || module.folders.isEmpty && file.folder == "."
      guard !isKnown else { continue }
      Issue.record("\(file.path): docs/folders.md has no folder \(file.folder)/ of \(file.module)")
    }
  }

  @Test("import only modules before them")
  func modules() {
    for file in files {
      for name in file.imports.sorted() {
        guard let imported = map.modules[name], let own = map.modules[file.module] else { continue }
        #expect(imported.place < own.place, "\(file.path) imports \(name), which docs/folders.md lists later")
      }
    }
  }

  @Test("stand in the folder of their wing")
  func wings() {
    let atTop = ["RuleEngine", "CYAML", "errctl"]
    for file in files where !atTop.contains(file.module) {
      #expect(file.wing == map.modules[file.module]?.wing, "\(file.path) stands in another wing")
    }
    // A module comes after all modules of the wings before its own.
    let order = map.modules.values.sorted { $0.place < $1.place }.map { $0.wing }
    #expect(
      order.compactMap { Checkout.wings.firstIndex(of: $0) }
        == order.compactMap { Checkout.wings.firstIndex(of: $0) }.sorted()
    )
    #expect(Set(order) == Set(Checkout.wings))
  }

  @Test("re-export nothing but what apps import, as RuleEngine")
  func reexports() {
    for file in files where file.module != "RuleEngine" {
      if file.isReexporting {
        Issue.record("\(file.path) re-exports a module, so its users' imports hide what they use")
      }
      if file.imports.contains("RuleEngine") {
        Issue.record("\(file.path) imports RuleEngine, which is for apps")
      }
    }
  }

  /// By name: what another module declares and is called alike counts, too, so an import may be left that nothing needs.
  @Test("use what they import")
  func usedImports() {
    var named: [String: Set<String>] = [:]
    // An enum declares `rawValue` and `allCases` without a word.
    for file in files {
      named[file.module, default: ["rawValue", "allCases"]].formUnion(file.named.union(file.declared))
    }
    for file in files where file.module != "RuleEngine" {
      let uses = Set(file.uses.map { String($0.name) })
      for name in file.imports.sorted() where named[name]?.isDisjoint(with: uses) ?? false {
        Issue.record("\(file.path) imports \(name), and names nothing of it")
      }
    }
  }

  /// The compiler sees no arrow in a text: a list of codes in a module that stands below those who report them.
  @Test("explain only codes that they, or modules before them, report")
  func codes() throws {
    let code = try Regex(#"FindingCode\(\s*"([a-z0-9-]+)""#)
    let texts = try files.map { (module: $0.module, text: try Checkout.text($0.path)) }
    let lists = texts.filter { $0.text.contains(code) }
    var count = 0
    for list in lists {
      let own = try #require(map.modules[list.module]).place
      let below = texts.filter { file in
        map.modules[file.module].map { $0.place <= own } ?? false && !file.text.contains(code)
      }
      for match in list.text.matches(of: code) {
        let name = String(match.output[1].substring ?? "")
        count += 1
        #expect(
          below.contains { $0.text.contains("\"\(name)\"") },
          "\(list.module) explains \(name), which only modules after it report"
        )
      }
    }
    #expect(count > 90)
  }

  @Test("stand on the page of the architecture in the same order")
  func architecture() throws {
    let page = try String(contentsOf: Self.root.appending(path: "docs/architecture.md"), encoding: .utf8)
    let listed = ArchitectureMap(page).modules
    #expect(listed.mapValues { $0.place } == map.modules.mapValues { $0.place })
    #expect(listed.mapValues { $0.wing } == map.modules.mapValues { $0.wing })
  }

  @Test("import only what Package.swift says that they depend on")
  func dependencies() throws {
    let package = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
    let declared = Self.dependencies(package)
    for file in files {
      let known = try #require(declared[file.module], "Package.swift has no target \(file.module)")
      for name in file.imports.sorted() where map.modules[name] != nil && !known.contains(name) {
        Issue.record("\(file.path) imports \(name); Package.swift lists no such dependency of \(file.module)")
      }
    }
    for (module, known) in declared where map.modules[module] != nil {
      let imported = files.filter { $0.module == module }.reduce(into: Set<String>()) {
        $0.formUnion($1.imports)
      }
      guard files.contains(where: { $0.module == module }) else { continue }
      for name in known where map.modules[name] != nil && name != module && !imported.contains(name) {
        Issue.record("Package.swift lists \(name) for \(module), which does not import it")
      }
    }
  }

  /// By target, the texts between its brackets: its dependencies are among them.
  private static func dependencies(_ package: String) -> [String: Set<String>] {
    var targets: [String: Set<String>] = [:]
    // Behind the products, which have names of their own.
    let start = package.firstRange(of: "\n  targets: [")?.upperBound ?? package.startIndex
    var rest = package[start...]
    // `.target(name: "X", …)`, or the package's own `module("X", …)`.
    while let name = rest.firstRange(of: try! Regex(#"(?:name: |\bmodule\(\s*)""#)) {
      rest = rest[name.upperBound...]
      let target = String(rest.prefix { $0 != "\"" })
      var (depth, end) = (0, rest.endIndex)
      for index in rest.indices {
        if "([".contains(rest[index]) { depth += 1 }
        if ")]".contains(rest[index]) { depth -= 1 }
        if depth < 0 {
          end = index
          break
        }
      }
      let quoted = rest[..<end].split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      let texts = quoted.filter { $0.offset % 2 == 0 }.map { String($0.element) }
      targets[target, default: []].formUnion(texts)
    }
    return targets
  }

  @Test("use only folders before them")
  func folders() {
    let owners = files.reduce(into: [String: Int]()) { owners, file in
      for name in file.named { owners[name, default: 0] += 1 }
    }
    for (name, module) in map.modules.sorted(by: { $0.key < $1.key }) {
      let own = files.filter { $0.module == name }
      for use in Self.upward(own, module.folders, owners) { Issue.record("\(use)") }
    }
  }

  /// Uses of what a later folder declares. A name that several folders declare is nobody's; a member that an extension adds
  /// counts where nothing else in Sources is called like it.
  private static func upward(_ files: [SourceFile], _ folders: [String], _ owners: [String: Int]) -> [String]
  {
    var declared: [String: Set<String>] = [:]
    var members: [String: String] = [:]
    for file in files {
      for name in file.declared { declared[name, default: []].insert(file.folder) }
      for name in file.extended where owners[name] == 1 { members[name] = file.folder }
    }
    let places = Dictionary(uniqueKeysWithValues: folders.enumerated().map { ($0.element, $0.offset) })
    var found: Set<String> = []
    for file in files {
      for word in file.uses {
        let name = String(word.name)
        var folder: String?
        if word.isMember {
          folder = members[name]
        } else if let owning = declared[name], owning.count == 1,
          name.first?.isUppercase == true || word.isCall
        {
          folder = owning.first
        }
        guard let folder, let used = places[folder], let own = places[file.folder], used > own else {
          continue
        }
        found.insert("\(file.path) uses \(name) of \(folder)/, which docs/folders.md lists later")
      }
    }
    return found.sorted()
  }
}
