internal import Records

/// - Parameter record: the error's type, case, domain and code.
func isCancellation(_ error: any Error, _ record: RecordedError, on platform: RecordedError.Platform?) -> Bool
{
  if error is CancellationError { return true }
  let domain = record.domain ?? ""
  let platform = (platform ?? .current) == .linux ? Platform.linux : .darwin
  if KnownCancellation.contains(domain: domain, code: Int64(record.code ?? 0), on: platform) { return true }
  guard let type = record.type else { return false }
  if let name = record.case { return KnownCancellation.contains(type: type, case: name) }
  guard let code = record.payload.first, KnownCancellation.hasCodeInside(type: type) else { return false }
  return code == "cancelled" || code["case"] == "cancelled"
}
