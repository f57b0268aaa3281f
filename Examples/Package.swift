// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "recorded-shop", targets: ["Shop"]),
    .executable(name: "warehouse-errctl", targets: ["OwnErrctl"]),
  ],
  dependencies: [.package(name: "errctl", path: "..")],
  targets: [
    .executableTarget(
      name: "Shop",
      dependencies: [.product(name: "RuleEngine", package: "errctl")],
      path: "RecordedShop/Sources/Shop",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "OwnErrctl",
      dependencies: [
        .product(name: "ErrctlCommands", package: "errctl"),
        .product(name: "RuleEngine", package: "errctl"),
      ],
      path: "OwnErrctl/Sources",
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
