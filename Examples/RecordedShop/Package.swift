// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "RecordedShop",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "recorded-shop", targets: ["Shop"])],
  dependencies: [.package(name: "errctl", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Shop",
      dependencies: [.product(name: "RuleEngine", package: "errctl")],
      swiftSettings: [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
