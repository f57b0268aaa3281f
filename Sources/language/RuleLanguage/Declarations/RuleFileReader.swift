package import Bytes
package import Source

/// Each file once, depth first: a file, then its imports with theirs.
package struct RuleFileReader {
  private let limits: Limits
  private let imports: AnyImportReader?
  private let policyFormats: [AnyPolicyFormat]
  /// The format of the entry file; nil for a rule file.
  package private(set) var policyFormat: AnyPolicyFormat?
  package private(set) var diagnostics = Diagnostics()
  package private(set) var nulls: Set<SourcePlace> = []
  package private(set) var imported: [ImportedFile] = []
  package private(set) var roots: [Node] = []
  private var seen: Set<String> = []
  /// The open files, from the entry file to the innermost import.
  private var open: [ImportedFile] = []
  private var hasTooManyFiles = false

  package init(imports: AnyImportReader?, policyFormats: [AnyPolicyFormat], limits: Limits) {
    self.imports = imports
    self.policyFormats = policyFormats
    self.limits = limits
  }

  /// The entry file's value, and the declarations of it and its imports.
  package mutating func read(name: String, bytes: [UInt8]) -> (root: Node?, own: RuleFile?, all: RuleFile?) {
    let (root, own) = readOne(name: name, bytes: bytes)
    guard let own else { return (root, nil, nil) }
    var all = own
    if let imports {
      let entry = ImportedFile(identity: imports.entry, name: name)
      seen.insert(entry.identity)
      follow(own, entry, into: &all, by: imports)
    } else if let key = own.importsKey {
      diagnostics.report(
        Diagnostic(
          "imports-not-read",
          "Imports can't be read here. Pass an ImportReader, or move the imported rules into this file.",
          at: key))
      all.missesImport()
    }
    return (root, own, all)
  }

  private mutating func readOne(name: String, bytes: [UInt8]) -> (root: Node?, file: RuleFile?) {
    diagnostics.begin(name)
    let document = PolicyDocument(
      name: name, bytes: bytes, formats: policyFormats, limits: limits, into: &diagnostics)
    var check = NullCheck(after: diagnostics)
    if roots.isEmpty { policyFormat = document.format }
    if !policyFormats.isEmpty, let object = document.kubernetesKind {
      diagnostics.report(.otherObject(object, policyFormats.flatMap { $0.kinds }))
      return (document.node, nil)
    }
    guard let root = document.ruleFile(in: &diagnostics)?.inCanonicalSpelling,
      let file = RuleFile(root, in: &diagnostics)
    else {
      return (document.node, nil)
    }
    roots.append(root)
    check.report(in: root, to: &diagnostics)
    nulls.formUnion(check.places)
    return (root, file)
  }

  private mutating func follow(
    _ file: RuleFile, _ importer: ImportedFile, into all: inout RuleFile, by reader: AnyImportReader
  ) {
    open.append(importer)
    defer { open.removeLast() }
    var places: [String: SourceRange] = [:]
    for declaration in file.imports {
      do throws(ImportFault) {
        let next = try reader.find(declaration.path, from: importer.identity)
        if let first = places[next.identity] {
          diagnostics.report(.duplicateImport(declaration, first: first))
          continue
        }
        places[next.identity] = declaration.range
        if let start = open.firstIndex(where: { $0.identity == next.identity }) {
          diagnostics.report(.importCycle(declaration, open[start...].map { $0.name }))
          continue
        }
        guard !seen.contains(next.identity) else { continue }
        guard admits(declaration) else {
          all.missesImport()
          continue
        }
        seen.insert(next.identity)
        imported.append(next)
        guard let read = readOne(name: next.name, bytes: try reader.read(next)).file else {
          all.missesImport()
          continue
        }
        all.adopt(read, importedAt: declaration.range, in: &diagnostics)
        follow(read, next, into: &all, by: reader)
      } catch {
        diagnostics.report(.unreadImport(declaration, error))
        all.missesImport()
      }
    }
  }

  private mutating func admits(_ declaration: ImportDeclaration) -> Bool {
    if open.count > limits.importDepth {
      diagnostics.report(
        .exceededLimit("Imports nest too deep here.", limits.hint("import-depth"), declaration))
      return false
    }
    if imported.count >= limits.importFiles {
      if !hasTooManyFiles {
        diagnostics.report(
          .exceededLimit("There are too many imported files.", limits.hint("import-files"), declaration))
      }
      hasTooManyFiles = true
      return false
    }
    return true
  }
}

extension Diagnostic {
  fileprivate static func otherObject(_ kind: Node, _ known: [String]) -> Diagnostic {
    Diagnostic(
      "missing-version",
      "This is not a rule file but an object of Kubernetes, “\(kind.text)”. Of those errctl reads \(known.joined(separator: ", ")).",
      at: kind.range)
  }

  fileprivate static func duplicateImport(_ second: ImportDeclaration, first: SourceRange) -> Diagnostic {
    Diagnostic(
      "duplicate-import", "This file is imported twice. Delete one of the imports.", at: second.range,
      related: [.init("the first import", at: first)])
  }

  fileprivate static func importCycle(_ last: ImportDeclaration, _ names: [String]) -> Diagnostic {
    let way = (names + names.prefix(1)).joined(separator: " → ")
    return Diagnostic(
      "import-cycle",
      names.count == 1
        ? "This file imports itself. Delete the import."
        : "These files import each other in a cycle: \(way). Remove one of the imports.", at: last.range)
  }

  fileprivate static func unreadImport(_ declaration: ImportDeclaration, _ fault: ImportFault) -> Diagnostic {
    let path = "“\(declaration.path)”"
    let (code, message) =
      switch fault {
      case .leavesFolder:
        (
          "import-leaves-folder",
          "The file \(path) is outside the entry file's folder, after resolving links. Move or copy it into that folder."
        )
      case .isMissing:
        ("missing-import", "The file \(path) does not exist. The path is relative to this file's folder.")
      case .isFolder:
        ("unreadable-import", "\(path) is a folder. Write one import for each of its files.")
      case .isUnreadable(let reason):
        ("unreadable-import", "The file \(path) can't be read: \(reason).")
      }
    return Diagnostic(code, message, at: declaration.range)
  }

  fileprivate static func exceededLimit(_ what: String, _ hint: String, _ declaration: ImportDeclaration)
    -> Diagnostic
  {
    Diagnostic("limit-exceeded", "\(what) Combine some of the files. \(hint)", at: declaration.range)
  }
}
