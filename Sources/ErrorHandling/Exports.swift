// Who links this library needs the language's and the errors' words too: `Evaluation`, `Diagnostic`, `ErrorRecorder`.
@_exported public import RuleEngine
@_exported public import SwiftErrors
