/// Python's exception classes as its version 3.13 has them, with those of Airflow's task SDK 1.3 and of requests 2.32.
enum PythonExceptions {
  /// A class and all that are known to be below it, by the names that records have: those of `builtins` without their module.
  static func classes(below name: String) -> [String] { known.classes(below: name) }

  /// The classes below `BaseException` that are not below `Exception`.
  static let notExceptions: [String] = {
    let exceptions = Set(classes(below: "Exception"))
    return classes(below: "BaseException").filter { !exceptions.contains($0) }
  }()

  /// The name of a class where it is defined. The path by which it is imported may name another module.
  static func ownName(_ path: String) -> String {
    if let name = aliases[path] { return name }
    return path.hasPrefix(builtins) ? String(path.dropFirst(builtins.count)) : path
  }

  /// Whether all of them are known to be below `Exception`.
  static func areExceptions(_ names: [String]) -> Bool {
    let exceptions = Set(classes(below: "Exception"))
    return names.allSatisfy { exceptions.contains($0) }
  }

  /// The names that records have for a class: recorders write the module `builtins`, or leave it out.
  static func spellings(_ name: String) -> [String] { name.contains(".") ? [name] : [name, builtins + name] }

  /// Whether a path leads into a module whose classes are all known, and to none of them; and the classes of that module.
  static func othersInModule(of path: String) -> [String]? {
    guard let module = ["builtins.", "requests.exceptions."].first(where: { path.hasPrefix($0) }),
      aliases[path] == nil
    else { return nil }
    let known = classes(below: "BaseException").flatMap { spellings($0) }.filter { $0.hasPrefix(module) }
    return known.contains(path) ? nil : known
  }

  private static let builtins = "builtins."

  private static let aliases = ClassHierarchy.pairs(imported)

  private static let known = ClassHierarchy(
    """
    ArithmeticError=FloatingPointError,OverflowError,ZeroDivisionError; BaseException=BaseExceptionGroup,Exception,\
    GeneratorExit,KeyboardInterrupt,SystemExit,asyncio.exceptions.CancelledError,\
    airflow.sdk.exceptions.AirflowTaskTerminated,airflow.sdk.exceptions.AirflowTaskTimeout,\
    airflow.sdk.exceptions.TaskAwaitingInput,airflow.sdk.exceptions.TaskDeferred; BaseExceptionGroup=ExceptionGroup;\
     ConnectionError=BrokenPipeError,ConnectionAbortedError,ConnectionRefusedError,ConnectionResetError; \
    DeprecationWarning=requests.exceptions.FileModeWarning,airflow.sdk.exceptions.RemovedInAirflow4Warning; \
    EOFError=asyncio.exceptions.IncompleteReadError; Exception=ArithmeticError,AssertionError,AttributeError,\
    BufferError,EOFError,ExceptionGroup,ImportError,LookupError,MemoryError,NameError,OSError,ReferenceError,\
    RuntimeError,StopAsyncIteration,StopIteration,SyntaxError,SystemError,TypeError,ValueError,Warning,\
    subprocess.SubprocessError,asyncio.exceptions.InvalidStateError,asyncio.exceptions.LimitOverrunError,\
    requests.exceptions.ContentDecodingError,airflow.sdk.exceptions.AirflowException,\
    airflow.sdk.exceptions.AirflowRuntimeError; ImportError=ModuleNotFoundError; IndentationError=TabError; \
    KeyError=airflow.sdk.exceptions.NodeNotFound; LookupError=IndexError,KeyError; NameError=UnboundLocalError; \
    OSError=BlockingIOError,ChildProcessError,ConnectionError,FileExistsError,FileNotFoundError,InterruptedError,\
    IsADirectoryError,NotADirectoryError,PermissionError,ProcessLookupError,TimeoutError,socket.gaierror,\
    socket.herror,ssl.SSLError,requests.exceptions.RequestException,urllib.error.URLError; \
    PermissionError=airflow.sdk.exceptions.AirflowSecretsBackendAccessDenied; RuntimeError=NotImplementedError,\
    PythonFinalizationError,RecursionError,asyncio.exceptions.BrokenBarrierError,\
    asyncio.exceptions.SendfileNotAvailableError; SyntaxError=IndentationError; \
    TypeError=requests.exceptions.StreamConsumedError,airflow.sdk.exceptions.UnmappableXComTypePushed,\
    airflow.sdk.exceptions.XComForMappingNotPushed; UnicodeError=UnicodeDecodeError,UnicodeEncodeError,\
    UnicodeTranslateError; ValueError=UnicodeError,ssl.SSLCertVerificationError,json.decoder.JSONDecodeError,\
    requests.exceptions.InvalidHeader,requests.exceptions.InvalidSchema,requests.exceptions.InvalidURL,\
    requests.exceptions.MissingSchema,airflow.sdk.exceptions.ParamValidationError; Warning=BytesWarning,\
    DeprecationWarning,EncodingWarning,FutureWarning,ImportWarning,PendingDeprecationWarning,ResourceWarning,\
    RuntimeWarning,SyntaxWarning,UnicodeWarning,UserWarning,requests.exceptions.RequestsWarning; \
    ssl.SSLError=SSLCertVerificationError,SSLEOFError,SSLSyscallError,SSLWantReadError,SSLWantWriteError,\
    SSLZeroReturnError; subprocess.SubprocessError=CalledProcessError,TimeoutExpired; \
    json.decoder.JSONDecodeError=requests.exceptions.JSONDecodeError; \
    requests.exceptions.ConnectionError=ConnectTimeout,ProxyError,SSLError; \
    requests.exceptions.InvalidJSONError=JSONDecodeError; requests.exceptions.InvalidURL=InvalidProxyURL; \
    requests.exceptions.RequestException=ChunkedEncodingError,ConnectionError,ContentDecodingError,HTTPError,\
    InvalidHeader,InvalidJSONError,InvalidSchema,InvalidURL,MissingSchema,RetryError,StreamConsumedError,Timeout,\
    TooManyRedirects,URLRequired,UnrewindableBodyError; requests.exceptions.RequestsWarning=FileModeWarning,\
    RequestsDependencyWarning; requests.exceptions.Timeout=ConnectTimeout,ReadTimeout; \
    urllib.error.URLError=ContentTooShortError,HTTPError; \
    airflow.sdk.exceptions.AirflowException=AirflowDagCycleException,AirflowFailException,AirflowNotFoundException,\
    AirflowOptionalProviderFeatureException,AirflowRescheduleException,AirflowSensorTimeout,AirflowSkipException,\
    AirflowTimetableInvalid,DagRunTriggerException,DownstreamTasksSkipped,DuplicateTaskIdFound,\
    FailFastDagInvalidTriggerRule,ParamValidationError,TaskAlreadyInTaskGroup,TaskAlreadyRunningError,\
    TaskDeferralError,TaskDeferralTimeout,TaskNotFound,XComNotFound; \
    airflow.sdk.exceptions.AirflowFailException=_AirflowExecuteWithInactiveAssetExecption; \
    airflow.sdk.exceptions.TaskNotFound=NodeNotFound; \
    airflow.sdk.exceptions._AirflowExecuteWithInactiveAssetExecption=AirflowInactiveAssetInInletOrOutletException
    """
  )

  private static let imported = """
    airflow.exceptions.AirflowException=airflow.sdk.exceptions.AirflowException; \
    airflow.exceptions.AirflowNotFoundException=airflow.sdk.exceptions.AirflowNotFoundException; \
    airflow.exceptions.AirflowOptionalProviderFeatureException=airflow.sdk.exceptions.AirflowOptionalProviderFeatureException;\
     airflow.exceptions.AirflowRescheduleException=airflow.sdk.exceptions.AirflowRescheduleException; \
    airflow.exceptions.AirflowTimetableInvalid=airflow.sdk.exceptions.AirflowTimetableInvalid; \
    airflow.exceptions.NodeNotFound=airflow.sdk.exceptions.NodeNotFound; \
    airflow.exceptions.ParamValidationError=airflow.sdk.exceptions.ParamValidationError; \
    airflow.exceptions.TaskNotFound=airflow.sdk.exceptions.TaskNotFound; \
    asyncio.BrokenBarrierError=asyncio.exceptions.BrokenBarrierError; \
    asyncio.CancelledError=asyncio.exceptions.CancelledError; \
    asyncio.IncompleteReadError=asyncio.exceptions.IncompleteReadError; \
    asyncio.InvalidStateError=asyncio.exceptions.InvalidStateError; \
    asyncio.LimitOverrunError=asyncio.exceptions.LimitOverrunError; \
    asyncio.SendfileNotAvailableError=asyncio.exceptions.SendfileNotAvailableError; \
    asyncio.TimeoutError=TimeoutError; builtins.EnvironmentError=OSError; builtins.IOError=OSError; \
    concurrent.futures.TimeoutError=TimeoutError; json.JSONDecodeError=json.decoder.JSONDecodeError; \
    os.error=OSError; requests.ConnectTimeout=requests.exceptions.ConnectTimeout; \
    requests.ConnectionError=requests.exceptions.ConnectionError; \
    requests.FileModeWarning=requests.exceptions.FileModeWarning; requests.HTTPError=requests.exceptions.HTTPError; \
    requests.JSONDecodeError=requests.exceptions.JSONDecodeError; \
    requests.ReadTimeout=requests.exceptions.ReadTimeout; \
    requests.RequestException=requests.exceptions.RequestException; requests.Timeout=requests.exceptions.Timeout; \
    requests.TooManyRedirects=requests.exceptions.TooManyRedirects; \
    requests.URLRequired=requests.exceptions.URLRequired; select.error=OSError; socket.error=OSError; \
    socket.timeout=TimeoutError; ssl.CertificateError=ssl.SSLCertVerificationError; ssl.socket_error=OSError; \
    urllib.request.ContentTooShortError=urllib.error.ContentTooShortError; \
    urllib.request.HTTPError=urllib.error.HTTPError; urllib.request.URLError=urllib.error.URLError
    """
}
