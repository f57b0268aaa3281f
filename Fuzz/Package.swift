// swift-tools-version: 6.2

import PackageDescription

/// Fuzz targets. A package of its own, because an executable without `main` breaks `swift test` where it lives.
let package = Package(
  name: "errctl-fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "errctl", path: "..", traits: [])],
  targets: [
    .executableTarget(
      name: "FuzzPatterns",
      dependencies: [.product(name: "Patterns", package: "errctl")],
      swiftSettings: [.unsafeFlags(["-parse-as-library"])],
      // Without the last two the linker drops the coverage counters, which nothing refers to by name.
      linkerSettings: [.unsafeFlags(["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "nostart-stop-gc"])]
    )
  ],
  swiftLanguageModes: [.v6]
)
