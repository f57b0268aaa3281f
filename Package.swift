// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Users of the libraries may resolve later versions; a release is built with exactly these (`./dev build --release`).
func dependency(_ name: String, _ version: Version) -> Package.Dependency {
  let url = "https://github.com/apple/\(name)"
  let isReleased = Context.environment["ERRCTL_RELEASED"] == "yes"
  return isReleased ? .package(url: url, exact: version) : .package(url: url, from: version)
}

/// Whether the command is linked for systems with any library of C, or none (`./dev build --static`).
let isStatic = Context.environment["ERRCTL_STATIC"] == "yes"

let systemPackage: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")

/// A module in its wing, `Sources/WING/NAME`. Its dependencies are what its files import: `LayerTests` compares.
func module(_ name: String, in wing: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/\(wing)/\(name)", swiftSettings: settings)
}

let package = Package(
  name: "errctl",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "RuleEngine", targets: ["RuleEngine", "SwiftErrors"]),
    .library(name: "ErrorHandling", targets: ["ErrorHandling", "RuleEngine", "SwiftErrors"]),
    .library(name: "Patterns", targets: ["Patterns"]),
    .library(name: "ErrctlCommands", targets: ["ErrctlCommands"]),
    .library(name: "CErrctl", type: .dynamic, targets: ["CErrctl", "CInterface"]),
    .executable(name: "errctl", targets: ["errctl"]),
    .plugin(name: "LintRules", targets: ["LintRules"]),
    .plugin(name: "RuleConstants", targets: ["RuleConstants"]),
  ],
  traits: [
    .trait(name: "YAML", description: "Rule files in YAML, read with libyaml; without it, JSON only."),
    .trait(name: "Compression", description: "Streams packed with gzip or zstd, read with zlib and libzstd."),
    .trait(name: "Logging", description: "A swift-log handler that records errors; resolutions logged."),
    .trait(name: "Metrics", description: "Resolutions counted by swift-metrics."),
    .trait(name: "Tracing", description: "Resolutions as spans of swift-distributed-tracing."),
    .default(enabledTraits: ["YAML", "Compression"]),
  ],
  dependencies: [
    dependency("swift-argument-parser", "1.8.2"),
    dependency("swift-system", "1.8.1"),
    dependency("swift-nio", "2.101.2"),
    // Fetched and built only where their traits are on.
    dependency("swift-log", "1.16.2"),
    dependency("swift-metrics", "2.13.0"),
    dependency("swift-distributed-tracing", "1.7.3"),
  ],
  targets: [

    // Wing: ground.
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CZlib", path: "Sources/ground/CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CZstd", path: "Sources/ground/CZstd", pkgConfig: "libzstd",
      providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .target(name: "CScan", path: "Sources/ground/CScan"),
    module("Patterns", in: "ground"),
    module("Bytes", in: "ground", ["CScan"]),
    module("Secrets", in: "ground", ["Bytes"]),
    module(
      "Source", in: "ground",
      [.target(name: "CYAML", condition: .when(platforms: [.linux, .macOS], traits: ["YAML"])), "Bytes"]),
    module("JSONSchema", in: "ground", ["Source"]),
    module("Reports", in: "ground", ["Bytes", "Secrets", "Source"]),

    // Wing: language.
    module("Records", in: "language", ["Bytes", "Secrets"]),
    module("RuleLanguage", in: "language", ["Patterns", "Bytes", "Source", "Records"]),
    module("Schemas", in: "language", ["Bytes", "Source", "JSONSchema", "Records", "RuleLanguage"]),
    module("Edits", in: "language", ["Bytes", "Source", "RuleLanguage"]),

    // Wing: engine.
    module(
      "Engine", in: "engine", ["CScan", "Patterns", "Bytes", "Secrets", "Source", "Records", "RuleLanguage"]),
    // What apps import: the engine, records, rules and findings under one name.
    .target(
      name: "RuleEngine", dependencies: ["Bytes", "Source", "Records", "RuleLanguage", "Engine"],
      swiftSettings: settings),
    module(
      "Explanations", in: "engine",
      ["Bytes", "Secrets", "Source", "Reports", "Records", "RuleLanguage", "Engine"]),
    module("RuleFiles", in: "engine", ["Bytes", "Source"]),
    module("SwiftErrors", in: "engine", ["Patterns", "Bytes", "Secrets", "Records"]),
    module(
      "ErrorHandling", in: "engine",
      [
        "Bytes", "Source", "Records", "RuleLanguage", "Engine", "RuleFiles", "SwiftErrors",
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Logging"])),
        .product(name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
        .product(
          name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"])),
      ]),
    // For programs in other languages: errctl.h, and its functions. No command links these.
    .target(name: "CErrctl", path: "Sources/engine/CErrctl"),
    module(
      "CInterface", in: "engine", ["Bytes", "Secrets", "Source", "Records", "Engine", "RuleFiles", "CErrctl"]),

    // Wing: streams.
    module(
      "Counting", in: "streams",
      ["Bytes", "Secrets", "Source", "Reports", "Records", "RuleLanguage", "Engine", "Explanations"]),
    module(
      "ErrorStreams", in: "streams",
      [
        .target(name: "CZlib", condition: .when(platforms: [.linux, .macOS], traits: ["Compression"])),
        .target(name: "CZstd", condition: .when(platforms: [.linux, .macOS], traits: ["Compression"])),
        "Patterns", "Bytes", "Secrets", "Source", "JSONSchema", "Records", systemPackage,
      ]),
    module(
      "Inspection", in: "streams",
      ["Bytes", "Secrets", "Reports", "Records", "Counting", "ErrorStreams", systemPackage]),
    module(
      "Replay", in: "streams",
      [
        "Bytes", "Secrets", "Source", "Reports", "Records", "RuleLanguage", "Engine", "Explanations",
        "Counting", "ErrorStreams", systemPackage,
      ]),
    module(
      "Shards", in: "streams",
      ["Bytes", "Source", "Records", "Engine", "Counting", "ErrorStreams", "Replay", systemPackage]),

    // Wing: analysis.
    module(
      "Reasoning", in: "analysis", ["Patterns", "Bytes", "Source", "Records", "RuleLanguage", "Engine"]),
    module(
      "Checks", in: "analysis",
      [
        "Patterns", "Bytes", "Secrets", "Source", "JSONSchema", "Reports", "Records", "RuleLanguage", "Edits",
        "Engine", "ErrorStreams", "Reasoning", systemPackage,
      ]),
    module(
      "Differences", in: "analysis",
      [
        "Bytes", "Secrets", "Source", "Reports", "Records", "RuleLanguage", "Edits", "Engine", "Explanations",
        "Counting", "Replay", "Reasoning",
      ]),
    module(
      "Suites", in: "analysis",
      [
        "Patterns", "Bytes", "Secrets", "Source", "Reports", "Records", "RuleLanguage", "Engine",
        "Explanations", "ErrorStreams", "Reasoning", systemPackage,
      ]),
    module(
      "Mutation", in: "analysis",
      ["Bytes", "Secrets", "Source", "Reports", "Records", "RuleLanguage", "Engine", "Reasoning", "Suites"]),

    // Wing: policies.
    module("Policies", in: "policies", ["Bytes", "Source", "Records", "RuleLanguage", "Engine"]),

    // Wing: faces.
    module(
      "Pages", in: "faces",
      [
        "Bytes", "Secrets", "Source", "Reports", "Records", "RuleLanguage", "Engine", "Explanations",
        "Counting", "Replay", "Differences", "Suites",
      ]),
    module("JSONRPC", in: "faces", ["Bytes", "Source"]),
    module(
      "PageAnswers", in: "faces",
      ["Bytes", "Secrets", "Source", "Records", "Engine", "Explanations", "JSONRPC"]),
    module(
      "Playground", in: "faces",
      [
        "Bytes", "Secrets", "Source", "Reports", "Records", "Engine", "Explanations", "Counting", "JSONRPC",
        "PageAnswers",
      ]),
    module(
      "LanguageServer", in: "faces",
      [
        "Patterns", "Bytes", "Secrets", "Source", "Reports", "Records", "RuleLanguage", "Schemas", "Edits",
        "Engine", "Explanations", "Counting", "ErrorStreams", "Replay", "Reasoning", "Checks", "Differences",
        "Suites",
        "JSONRPC", systemPackage,
      ]),
    module("AgentServer", in: "faces", ["Bytes", "Source", "JSONRPC"]),
    // The files of the workbench's page, in the program.
    .target(name: "CWorkbench", path: "Sources/faces/CWorkbench", exclude: ["Assets"]),
    module(
      "Workbench", in: "faces",
      [
        "Bytes", "Secrets", "Source", "Reports", "Records", "RuleLanguage", "Edits", "Engine", "Counting",
        "ErrorStreams", "Replay", "Checks", "Differences", "Suites", "Pages", "JSONRPC", "PageAnswers",
        "LanguageServer",
        "CWorkbench", systemPackage,
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ]),
    module("Constants", in: "faces", ["Bytes", "RuleLanguage", "Checks"]),
    .target(name: "CHelp", path: "Sources/faces/CHelp"),
    module(
      "ErrctlCommands", in: "faces",
      [
        "Bytes", "Secrets", "Source", "Reports", "Records", "RuleLanguage", "Schemas", "Edits", "Engine",
        "Explanations", "Counting", "ErrorStreams", "Inspection", "Replay", "Shards", "Reasoning", "Checks",
        "Differences", "Suites", "Mutation",
        "Policies", "Pages", "JSONRPC", "LanguageServer", "AgentServer",
        "Workbench", "Constants", "CHelp",
        systemPackage, .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "errctl", dependencies: ["ErrctlCommands"], swiftSettings: settings,
      linkerSettings: isStatic ? [.unsafeFlags(["-static-executable"])] : []),
    .plugin(
      name: "LintRules",
      capability: .command(
        intent: .custom(
          verb: "lint-rules", description: "Check the error-handling rules of the package with errctl.")),
      dependencies: ["errctl"]),
    .plugin(name: "RuleConstants", capability: .buildTool(), dependencies: ["errctl"]),
    .testTarget(name: "PatternsTests", dependencies: ["Patterns"], swiftSettings: settings),
    // What several test targets draw at random, and how much of it.
    .target(
      name: "TestSupport", dependencies: ["RuleEngine"], path: "Tests/TestSupport", swiftSettings: settings),
    .testTarget(
      name: "RuleEngineTests",
      dependencies: [
        "Engine", "Bytes", "Source", "Records", "RuleLanguage", "RuleEngine", "JSONSchema", "Schemas",
        "Reports",
        "TestSupport",
      ],
      exclude: ["Faults"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ChecksTests",
      dependencies: [
        "Engine", "Bytes", "Checks", "Edits", "ErrctlCommands", "JSONSchema", "Reasoning", "RuleEngine",
        "TestSupport",
      ],
      exclude: ["Fixes"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ReasoningTests",
      dependencies: ["Bytes", "Engine", "Reasoning", "Records", "RuleEngine", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "PoliciesTests",
      dependencies: [
        "Differences", "Policies", "Reasoning", "RuleEngine", "RuleLanguage", "Source", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(name: "CInterfaceTests", dependencies: ["CErrctl", "CInterface"], swiftSettings: settings),
    .testTarget(
      name: "SecretsTests",
      dependencies: [
        "Bytes", "Secrets", "Source", "Engine", "RuleEngine", "Explanations", "Counting", "Replay",
        "Suites", "Mutation", "ReplaySupport", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SwiftErrorsTests", dependencies: ["SwiftErrors", "RuleEngine"], swiftSettings: settings),
    // What a decision costs: Tests/EndToEnd/Decisions/check.sh counts.
    .executableTarget(
      name: "decisions", dependencies: ["SwiftErrors", "RuleEngine", "ErrorHandling"],
      path: "Tests/EndToEnd/Decisions/Program", swiftSettings: settings),
    // Records until it is killed: Tests/EndToEnd/Kills/check.py.
    .executableTarget(
      name: "recorder", dependencies: ["SwiftErrors"], path: "Tests/EndToEnd/Kills/Recorder",
      swiftSettings: settings),
    .testTarget(
      name: "ErrorHandlingTests",
      dependencies: [
        "ErrorHandling", "RuleEngine", "SwiftErrors", "TestSupport",
        // The originals' errors.
        "Alamofire", "App", "ErrorResponder", "Reader", "Shop",
      ],
      swiftSettings: settings
    ),
    // The originals' errors, in modules of their programs' names, which records have. As test targets they are nobody else's:
    // a program may have an Alamofire of its own.
    .testTarget(name: "Alamofire", path: "Tests/Originals/Alamofire", swiftSettings: settings),
    .testTarget(
      name: "App", dependencies: ["Alamofire", "SwiftErrors"], path: "Tests/Originals/App",
      swiftSettings: settings),
    .testTarget(
      name: "ErrorResponder", dependencies: ["SwiftErrors"], path: "Tests/Originals/ErrorResponder",
      swiftSettings: settings),
    .testTarget(
      name: "Reader", dependencies: ["SwiftErrors"], path: "Tests/Originals/Reader", swiftSettings: settings),
    .testTarget(name: "Shop", path: "Tests/Originals/Shop", swiftSettings: settings),
    .target(
      name: "ReplaySupport",
      dependencies: [
        "Counting", "Replay", "RuleEngine", "TestSupport",
      ],
      path: "Tests/ReplaySupport",
      swiftSettings: settings
    ),
    .testTarget(
      name: "ErrorStreamsTests",
      dependencies: [
        "Bytes", "Counting", "ErrorStreams", "Inspection", "Replay", "RuleEngine", "ReplaySupport",
        "TestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ReplayTests",
      dependencies: [
        "Counting", "Source", "Records", "Reports", "Engine", "Bytes", "Explanations", "Replay", "Shards",
        "ErrorStreams",
        "RuleEngine",
        "Edits", "ReplaySupport",
        "TestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "DifferencesTests",
      dependencies: [
        "Source", "Secrets", "Edits", "Counting", "Replay", "Reasoning", "Differences", "RuleEngine",
        "ReplaySupport", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SuitesTests", dependencies: ["Suites", "RuleEngine", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "MutationTests",
      dependencies: ["Mutation", "Suites", "Reasoning", "RuleEngine", "TestSupport"],
      exclude: ["Operators"], swiftSettings: settings),
    .testTarget(
      name: "LanguageServerTests",
      dependencies: [
        "Source", "JSONRPC", "Bytes", "LanguageServer", "Policies", "Replay", "RuleEngine", "Suites",
        "TestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "AgentServerTests", dependencies: ["AgentServer", "JSONRPC", "Source"], swiftSettings: settings),
    .testTarget(
      name: "WorkbenchTests",
      dependencies: [
        "Bytes", "Checks", "Counting", "ErrorStreams", "Explanations", "JSONRPC", "LanguageServer",
        "PageAnswers", "Playground", "Records", "Replay", "ReplaySupport", "RuleEngine", "Secrets", "Source",
        "Suites",
        "TestSupport", "Workbench",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "EditsTests", dependencies: ["Edits", "RuleEngine", "RuleLanguage", "Source", "TestSupport"],
      swiftSettings: settings),
    // The package itself: where its files stand, and that lists written by hand are whole.
    .testTarget(name: "RepositoryTests", swiftSettings: settings),
    // The dependency has the binary built that the cases run.
    .testTarget(name: "errctlTests", dependencies: ["errctl"], exclude: ["Cases"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// SwiftPM builds what plugins need once more, as tools of the machine: a third of a whole build, for whoever works on the
// package and does not use its plugins (`./dev`).
if Context.environment["ERRCTL_PLUGINS"] == "no" {
  package.targets.removeAll { $0.type == .plugin }
  package.products.removeAll { ["LintRules", "RuleConstants"].contains($0.name) }
}

// The shared library that is released has Swift's runtime in it, shows the functions of its header alone, and has nothing
// that these don't reach. (Options of the linker stand here, because SwiftPM compiles anew where they change on its command line.)
if Context.environment["ERRCTL_LIBRARY"] == "whole" {
  let map = "\(Context.packageDirectory)/Sources/engine/CErrctl/errctl.map"
  let options = [
    "-soname=liberrctl.so", "--version-script=\(map)", "--exclude-libs=ALL", "-Bsymbolic", "--gc-sections",
    "-z", "nostart-stop-gc",
  ]
  for target in package.targets where target.name == "CInterface" {
    target.linkerSettings = [
      .unsafeFlags(["-static-stdlib", "-use-ld=lld"] + options.flatMap { ["-Xlinker", $0] })
    ]
  }
}

// All fuzz targets in one program, whose `main` is libFuzzer's: only `./dev fuzz` asks for it.
if Context.environment["ERRCTL_FUZZ"] == "yes" {
  package.targets.removeAll { $0.type == .test }
  package.targets.append(
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "Bytes", "Checks", "Edits", "Engine", "ErrctlCommands", "ErrorStreams", "Inspection", "Patterns",
        "Policies", "Replay", "ReplaySupport", "Reports", "RuleEngine", "RuleLanguage", "Source", "Suites",
        "Workbench", .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"), systemPackage,
      ],
      path: "Fuzz",
      exclude: ["seeds.py"],
      swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])],
      // Without the last two the linker drops the coverage counters, which nothing refers to by name.
      linkerSettings: [.unsafeFlags(["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "nostart-stop-gc"])]
    )
  )
}

// A run of some tests (released, or under a sanitizer) builds what they need and no more.
if let named = Context.environment["ERRCTL_TEST_TARGETS"] {
  let byName = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
  var needed: Set<String> = []
  var open = named.split(separator: ",").map(String.init)
  while let name = open.popLast() {
    guard let target = byName[name], needed.insert(name).inserted else { continue }
    for dependency in target.dependencies {
      switch dependency {
      case .targetItem(let name, _), .byNameItem(let name, _): open.append(name)
      default: break
      }
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  // What is tested is optimized; of the tests, only those that enumerate by brute force are worth the minutes it takes.
  for target in package.targets where target.path?.hasSuffix("Support") == true || target.type == .test {
    guard target.name != "ReasoningTests" else { continue }
    target.swiftSettings = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
  }
  package.products = []
}
