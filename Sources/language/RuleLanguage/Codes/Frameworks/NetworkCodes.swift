extension FrameworkCodes {
  /// The codes of NWError: those of DNS, and by ``shared`` Darwin's errno numbers and the codes of TLS.
  /// Source: `dns_sd.h` of the SDK of macOS 26.5; the domain as public logs of apps have it.
  static let network = FrameworkCodes(
    "Network.NWError", type: "", module: "Network", prefix: "",
    """
    kDNSServiceErr_Unknown -65537  kDNSServiceErr_NoSuchName -65538  kDNSServiceErr_NoMemory -65539
    kDNSServiceErr_BadParam -65540  kDNSServiceErr_BadReference -65541  kDNSServiceErr_BadState -65542
    kDNSServiceErr_BadFlags -65543  kDNSServiceErr_Unsupported -65544  kDNSServiceErr_NotInitialized -65545
    kDNSServiceErr_AlreadyRegistered -65547  kDNSServiceErr_NameConflict -65548
    kDNSServiceErr_Invalid -65549  kDNSServiceErr_Firewall -65550  kDNSServiceErr_Incompatible -65551
    kDNSServiceErr_BadInterfaceIndex -65552  kDNSServiceErr_Refused -65553
    kDNSServiceErr_NoSuchRecord -65554  kDNSServiceErr_NoAuth -65555  kDNSServiceErr_NoSuchKey -65556
    kDNSServiceErr_NATTraversal -65557  kDNSServiceErr_DoubleNAT -65558  kDNSServiceErr_BadTime -65559
    kDNSServiceErr_BadSig -65560  kDNSServiceErr_BadKey -65561  kDNSServiceErr_Transient -65562
    kDNSServiceErr_ServiceNotRunning -65563  kDNSServiceErr_NATPortMappingUnsupported -65564
    kDNSServiceErr_NATPortMappingDisabled -65565  kDNSServiceErr_NoRouter -65566
    kDNSServiceErr_PollingMode -65567  kDNSServiceErr_Timeout -65568
    kDNSServiceErr_DefunctConnection -65569  kDNSServiceErr_PolicyDenied -65570
    kDNSServiceErr_NotPermitted -65571
    """,
    shared: {
      var codes = CodeTable.posix.codes.compactMapValues { code in
        code.numbers.darwin.map { CodeTable.Code.integer($0) }
      }
      for (name, code) in osStatus.table.codes where name.hasPrefix("errSSL") { codes[name] = code }
      return codes
    })
}
