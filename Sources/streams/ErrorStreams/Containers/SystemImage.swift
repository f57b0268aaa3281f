internal import Bytes

/// Images of the system, as opposed to those of an app.
enum SystemImage {
  /// Whether the image is the system's, by the path of its file.
  static func has(path: ByteSlice) -> Bool {
    roots.contains { path.hasPrefix($0) } || simulators.contains { path.contains($0) }
  }

  /// Whether the image is the system's, by its name, for reports without paths. Frameworks are those that apps' stacks
  /// go through.
  static func has(name: ByteSlice) -> Bool {
    if name.hasPrefix(ByteSlice("lib")), name.hasSuffix(ByteSlice(".dylib")) { return true }
    return frameworks.contains { name == $0 }
  }

  private static let roots = [
    ByteSlice("/System/"), ByteSlice("/usr/lib/"), ByteSlice("/usr/libexec/"), ByteSlice("/Library/Apple/"),
    ByteSlice("/Library/MobileSubstrate/"), ByteSlice("/Developer/"), ByteSlice("/private/preboot/"),
  ]

  private static let simulators = [ByteSlice("/RuntimeRoot/"), ByteSlice("/Contents/Developer/")]

  private static let frameworks: [StaticString] = [
    "dyld", "dyld_sim", "AVFAudio", "AVFCore", "AVFoundation", "AVKit", "AppKit", "AttributeGraph",
    "AudioToolbox", "BackBoardServices", "BaseBoard", "BoardServices", "CFNetwork", "CloudKit", "Combine",
    "CoreAnimation", "CoreAudio", "CoreBluetooth", "CoreData", "CoreFoundation", "CoreGraphics", "CoreImage",
    "CoreLocation", "CoreMedia", "CoreText", "CoreUI", "CoreVideo", "Foundation", "FrontBoardServices",
    "GraphicsServices", "HIToolbox", "IOKit", "IOSurface", "ImageIO", "JavaScriptCore", "MapKit", "Metal",
    "MetalKit", "Network", "PhotosUI", "QuartzCore", "RealityKit", "RunningBoardServices", "SceneKit",
    "Security", "SpriteKit", "StoreKit", "SwiftData", "SwiftUI", "SwiftUICore", "UIKit", "UIKitCore",
    "UpdateCycle", "UserNotifications", "ViewBridge", "WebCore", "WebKit", "WebKitLegacy", "libdispatch",
  ]
}
