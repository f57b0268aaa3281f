// The errors that thomsmed's sample app declares, and what it throws.
import Foundation

package enum CommonError: Error {
  case networkTrouble, sessionExpired, blocked
}

package enum FeatureOneError: Error {
  case blocked
  case common(CommonError)
}

package enum FeatureTwoError: Error {
  case blocked
  case common(CommonError)
}

package enum PageOneFeatureOneError: Error {
  case wrongInput, needsConfirmation
  case feature(FeatureOneError)
  case common(CommonError)
}

package enum PageOneFeatureTwoError: Error {
  case wrongInput, needsConfirmation
  case feature(FeatureTwoError)
  case common(CommonError)
}

package enum BackgroundServiceError: Error {
  case nonCritical, critical
}

/// An error that no responder of the sample knows.
package enum StoreError: LocalizedError {
  case full

  package var errorDescription: String? { "The disk is full." }
}

/// Pages whose wrapper has lost what it wraps.
package enum Bare {
  package enum PageOneFeatureOneError: Error {
    case common
  }
}

/// Pages that wrap words.
package enum Worded {
  package enum PageOneFeatureOneError: Error {
    case common(String)
  }
}
