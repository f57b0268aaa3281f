// Users of this library need the types of the language and of recording too: `Evaluation`, `Diagnostic`,
// `ErrorRecorder`.
@_exported public import RuleEngine
@_exported public import SwiftErrors
