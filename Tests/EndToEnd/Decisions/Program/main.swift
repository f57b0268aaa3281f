// Decides the same errors again and again with 100 rules: what one decision costs is the difference between two runs.
//
//     decisions KIND ROUNDS [--time]
//
// `dropped` makes a chain of seven rules each round, has it answer, replaces its rules, and lets it go: what is left then is
// the same after any number of rounds. `--time` prints the processor's time that one decision took, in nanoseconds.

import RuleEngine
import SwiftErrors
import ErrorHandling
import Foundation

enum ShopError: Error {
  case offline
  case server(Int)
  case unauthorized
  case unheard
}

struct PaymentError: CustomNSError {
  static let errorDomain = "shop.pay"
  let errorCode: Int
}

struct Rejected: HTTPStatusError {
  let httpStatus: Int?
}

struct Refused: Error {}

struct Strange: LocalizedError {
  let errorDescription: String? = "Nobody has heard of it."
}

/// 100 rules as an app has them: by type, case, domain and code, status, category, and some by what a message says.
let rules = (0..<(CommandLine.arguments.dropFirst().first == "dropped" ? 5 : 100)).map { index in
  switch index % 5 {
  case 0:
    #"{"id": "r\#(index)", "when": {"domain": "vendor\#(index)", "code": [\#(index), 7]}, "then": "cancel"}"#
  case 1: #"{"id": "r\#(index)", "when": {"case": "ShopError.case\#(index)"}, "then": "abort"}"#
  case 2: #"{"id": "r\#(index)", "when": {"status": \#(400 + index)}, "then": "proceed"}"#
  case 3:
    #"{"id": "r\#(index)", "when": {"type": "Type\#(index)", "message": {"contains": "word"}}, "then": "cancel"}"#
  default: #"{"id": "r\#(index)", "when": {"category": "retryable", "code": \#(index)}, "then": "cancel"}"#
  }
}
/// The last rule, beside the `otherwise` of some kinds.
let last = """
  {"id": "out", "when": {"case": "ShopError.unauthorized"}, "then": "abort"},
  {"id": "refused", "when": {"type": "Refused"}, "then": "cancel"},
  {"id": "vendor", "when": {"domain": "vendor.sdk", "code": 7}, "then": "cancel"},
  {"id": "again", "when": {"case": "ShopError.offline"}, "then": {"retry": {"maxAttempts": 1000, "per": ["type"], "within": "1ms"}}}
  """
let kind = CommandLine.arguments.dropFirst().first ?? ""
let otherwise =
  ["shown", "showing"].contains(kind)
  ? #", "otherwise": {"do": [{"perform": "track", "with": {"text": "{error.message}"}}], "then": "cancel"}"#
  : ""
let text = """
  {"version": 1,
   "categories": [{"name": "retryable", "when": {"any": [{"case": "ShopError.server"}, {"status": "5xx"}]}}],
   "responders": [{"id": "app", "rules": [\(last)]\(otherwise)},
                  {"id": "shop", "parent": "app", "origins": ["shop.*"], "rules": [\(rules.joined(separator: ","))]}]}
  """

let kinds = [
  "unmatched", "type", "matched", "retried", "nserror", "shown", "showing", "switch", "responded", "repeated",
  "shadowed",
  "dropped",
]
guard CommandLine.arguments.count > 2, kinds.contains(kind), let rounds = Int(CommandLine.arguments[2]) else {
  print("usage: decisions KIND ROUNDS [--time]; kinds: \(kinds.joined(separator: " "))")
  exit(2)
}
let chain = try RunningChain(
  .text(text, name: "rules.json"),
  plugins: [.perform("track") { _ in }],
  settings: ChainSettings(seed: 1)
)
if kind == "shadowed" { try chain.shadow(.text(text, name: "shadow.json")) }
let errors: [any Error] =
  switch kind {
  case "matched", "shown", "switch", "shadowed": [ShopError.unauthorized]
  case "type": [Refused()]
  case "retried", "repeated": [ShopError.offline]
  case "nserror":
    [NSError(domain: "vendor.sdk", code: 7, userInfo: [NSLocalizedDescriptionKey: "It failed."])]
  default:
    [
      ShopError.server(500), PaymentError(errorCode: 3), Rejected(httpStatus: 599), Strange(),
      ShopError.unheard,
    ]
  }

/// The processor's time that this process took so far, in nanoseconds: whatever else runs meanwhile takes none of it.
func processorTime() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
}

/// The same by hand, as an app has it without rules.
@inline(never)
func written(_ error: any Error) -> Evaluation {
  switch error {
  case ShopError.offline: return .retry
  case is Refused: return .cancel
  case let payment as PaymentError where payment.errorCode == 7: return .cancel
  case let rejected as Rejected where rejected.httpStatus == 503: return .retry
  case ShopError.server: return .retry
  case ShopError.unauthorized: return .abort
  default: return .proceed
  }
}

var handled = 0
for error in errors {
  for _ in 0..<3 where chain.decide(error, from: "shop.checkout").isHandled { handled += 1 }
}
let start = processorTime()
switch kind {
case "dropped": handled += try finished { [text, errors] in try await dropped(text, errors, rounds) }
case "responded": handled += try finished { [chain, errors] in await responded(chain, errors, rounds) }
case "repeated": handled += try finished { [chain, errors] in await repeated(chain, errors[0], rounds) }
case "switch":
  for _ in 0..<rounds {
    for error in errors where written(error) != .retry { handled += 1 }
  }
default:
  for _ in 0..<rounds {
    for error in errors where chain.decide(error, from: "shop.checkout").isHandled { handled += 1 }
  }
}
if CommandLine.arguments.contains("--time") {
  print((processorTime() - start) / (rounds * errors.count))
}
// What was decided cannot be left out.
if handled < 0 { print(handled) }
