// swift-tools-version: 6.2

import PackageDescription

/// Comparisons with other engines. A package of its own, because it links what errctl must not:
/// `apt-get install libre2-dev`.
let package = Package(
  name: "errctl-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "errctl", path: "..", traits: [])],
  targets: [
    .target(name: "CRE2", linkerSettings: [.linkedLibrary("re2")]),
    .target(name: "CAllocations"),
    .executableTarget(
      name: "patterns-bench",
      dependencies: ["CAllocations", "CRE2", .product(name: "Patterns", package: "errctl")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
