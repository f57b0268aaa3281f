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
    .executable(name: "checked-rules", targets: ["CheckedRules"]),
  ],
  dependencies: [.package(name: "errctl", path: "..")],
  targets: [
    .executableTarget(
      name: "Shop",
      dependencies: [.product(name: "RuleEngine", package: "errctl")],
      path: "RecordedShop/Sources/Shop",
      swiftSettings: settings
    ),
    // An app's screen: Linux compiles its model, a Mac the view as well.
    .target(
      name: "OrdersApp",
      dependencies: [.product(name: "ErrorHandling", package: "errctl")],
      path: "App/Sources",
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
    .executableTarget(
      name: "CheckedRules",
      path: "CheckedRules/Sources",
      swiftSettings: settings,
      plugins: [.plugin(name: "RuleConstants", package: "errctl")]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// What check.sh wants to see fail, and names that Swift has words for: nobody else builds them.
if Context.environment["EXAMPLES_ODD"] != nil {
  for (name, folder) in [("BrokenRules", "Broken"), ("OddNames", "OddNames")] {
    package.targets.append(
      .executableTarget(
        name: name,
        path: "CheckedRules/\(folder)",
        plugins: [.plugin(name: "RuleConstants", package: "errctl")]
      )
    )
  }
}
