internal import Bytes
public import CErrctl
internal import Secrets

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

// The functions of errctl.h, which says all about them; the compiler compares their types with it.

/// Opens a rule file; `errctl_close` frees it.
@c(errctl_open) @implementation
public func errctl_open(
  _ path: UnsafePointer<CChar>?, _ seed: UInt64,
  _ failure: UnsafeMutablePointer<UnsafeMutablePointer<errctl_failure>?>?
) -> OpaquePointer? {
  failure?.pointee = nil
  guard let path else {
    failure?.pointee = RuleFileRejection(reason: "The path is null.").failure
    return nil
  }
  do throws(RuleFileRejection) {
    return OpaquePointer(Unmanaged.passRetained(try OpenRules(String(cString: path), seed: seed)).toOpaque())
  } catch {
    failure?.pointee = error.failure
    return nil
  }
}

/// Reads the rule file again; 0 if the old rules stay in force.
@c(errctl_reload) @implementation
public func errctl_reload(
  _ rules: OpaquePointer?, _ failure: UnsafeMutablePointer<UnsafeMutablePointer<errctl_failure>?>?
) -> UInt64 {
  failure?.pointee = nil
  guard let rules = open(rules) else {
    failure?.pointee = RuleFileRejection(reason: "The rules are null.").failure
    return 0
  }
  do throws(RuleFileRejection) {
    return try rules.reload()
  } catch {
    failure?.pointee = error.failure
    return 0
  }
}

/// Frees the rules.
@c(errctl_close) @implementation
public func errctl_close(_ rules: OpaquePointer?) {
  guard let rules else { return }
  Unmanaged<OpenRules>.fromOpaque(UnsafeRawPointer(rules)).release()
}

/// The costly fields that the rules read, as bits.
@c(errctl_fields) @implementation
public func errctl_fields(_ rules: OpaquePointer?) -> UInt32 { open(rules)?.current.fields ?? 0 }

/// The version of the rules in force, from 1.
@c(errctl_rules_version) @implementation
public func errctl_rules_version(_ rules: OpaquePointer?) -> UInt64 { open(rules)?.current.number ?? 0 }

/// The rule file and its imports, as a JSON list.
@c(errctl_files) @implementation
public func errctl_files(_ rules: OpaquePointer?, _ resolution: UnsafeMutablePointer<errctl_resolution>?)
  -> errctl_status
{
  guard let resolution else { return errctl_status(ERRCTL_NO_ARGUMENT) }
  guard let rules = open(rules) else {
    resolution.pointee.write("The rules are null.")
    return errctl_status(ERRCTL_NO_ARGUMENT)
  }
  var list = Buffer<UInt8>()
  for file in rules.current.files {
    list.append(list.isEmpty ? "[" : ",")
    Array(file.utf8).withUnsafeBytes { JSONText.append(string: ByteSlice($0), to: &list) }
  }
  list.append("]")
  resolution.pointee.write(list.slice)
  return errctl_status(ERRCTL_OK)
}

/// Decides a record and counts it.
@c(errctl_decide) @implementation
public func errctl_decide(
  _ rules: OpaquePointer?, _ record: UnsafePointer<CChar>?, _ length: Int, _ filled: UInt32,
  _ resolution: UnsafeMutablePointer<errctl_resolution>?
) -> errctl_status {
  guard let resolution else { return errctl_status(ERRCTL_NO_ARGUMENT) }
  guard let rules = open(rules), let record else {
    resolution.pointee.write("The rules or the record are null.")
    return errctl_status(ERRCTL_NO_ARGUMENT)
  }
  return rules.decide(slice(record, length), filled: filled, into: &resolution.pointee)
}

/// Hides the secrets of a JSON value.
@c(errctl_hide_secrets) @implementation
public func errctl_hide_secrets(
  _ json: UnsafePointer<CChar>?, _ length: Int, _ resolution: UnsafeMutablePointer<errctl_resolution>?
) -> errctl_status {
  guard let resolution else { return errctl_status(ERRCTL_NO_ARGUMENT) }
  guard let json else {
    resolution.pointee.write("The text is null.")
    return errctl_status(ERRCTL_NO_ARGUMENT)
  }
  var tape = JSONTape()
  let limits = Limits()
  let fault = tape.scan(
    slice(json, length), depthLimit: limits.recordDepth, valueLimit: limits.recordValues, repairs: false)
  if let fault {
    resolution.pointee.write("Column \(fault.offset + 1): \(fault.message(of: .record, limits: limits))")
    return errctl_status(ERRCTL_NOT_A_RECORD)
  }
  var hidden = Buffer<UInt8>(capacity: max(length, 64))
  Redactor(isOn: true).append(tape, to: &hidden)
  resolution.pointee.write(hidden.slice)
  return errctl_status(ERRCTL_OK)
}

/// A resolution to be filled; nil without memory.
@c(errctl_resolution_create) @implementation
public func errctl_resolution_create() -> UnsafeMutablePointer<errctl_resolution>? {
  calloc(1, MemoryLayout<errctl_resolution>.size)?.assumingMemoryBound(to: errctl_resolution.self)
}

/// Frees a resolution and its text.
@c(errctl_resolution_free) @implementation
public func errctl_resolution_free(_ resolution: UnsafeMutablePointer<errctl_resolution>?) {
  guard let resolution else { return }
  free(UnsafeMutableRawPointer(mutating: resolution.pointee.text))
  free(resolution)
}

/// Frees a failure and its texts.
@c(errctl_failure_free) @implementation
public func errctl_failure_free(_ failure: UnsafeMutablePointer<errctl_failure>?) {
  guard let failure else { return }
  failure.pointee.freeTexts()
  failure.deallocate()
}

private func open(_ rules: OpaquePointer?) -> OpenRules? {
  rules.map { Unmanaged<OpenRules>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

private func slice(_ text: UnsafePointer<CChar>, _ length: Int) -> ByteSlice {
  ByteSlice(UnsafeRawBufferPointer(start: text, count: max(length, 0)))
}
