internal import Bytes

/// The exceptions of Python's own modules, and those that they are, in Python's order (`__mro__`).
enum PythonClasses {
  /// The classes above a class, as a JSON array; empty for a class that is not Python's own.
  static func above(_ name: ByteSlice) -> ByteSlice {
    guard name.count < byLength.count else { return ByteSlice("") }
    for (known, above) in byLength[name.count] where known == name { return above }
    return ByteSlice("")
  }

  /// Whether a class says that its task was cancelled.
  static func isCancelled(_ name: ByteSlice) -> Bool {
    name == "asyncio.exceptions.CancelledError" || name == "concurrent.futures._base.CancelledError"
  }

  /// The classes whose names have so many bytes.
  private static let byLength: [[(name: ByteSlice, above: ByteSlice)]] = {
    var byLength: [[(name: ByteSlice, above: ByteSlice)]] = []
    for family in families {
      for name in ByteSlice(family.names).words {
        while byLength.count <= name.count { byLength.append([]) }
        byLength[name.count].append((name, ByteSlice(family.above)))
      }
    }
    return byLength
  }()

  /// Source: Python 3.11's modules, by their classes' `__mro__`.
  private static let families: [(above: StaticString, names: StaticString)] = [
    (
      #"["Exception","BaseException"]"#,
      """
      ArithmeticError AssertionError AttributeError BufferError EOFError ImportError LookupError
      MemoryError NameError OSError ReferenceError RuntimeError StopAsyncIteration StopIteration
      SyntaxError SystemError TypeError ValueError Warning _lzma.LZMAError _pickle.PickleError
      _queue.Empty asyncio.exceptions.InvalidStateError asyncio.exceptions.LimitOverrunError
      asyncio.queues.QueueEmpty asyncio.queues.QueueFull binascii.Incomplete
      concurrent.futures._base.Error http.client.HTTPException multiprocessing.context.ProcessError
      multiprocessing.pool.MaybeEncodingError multiprocessing.pool.RemoteTraceback queue.Full re.error
      sqlite3.Error sqlite3.Warning struct.error subprocess.SubprocessError zipfile.BadZipFile
      zipfile.LargeZipFile zlib.error
      """
    ),
    (
      #"["OSError","Exception","BaseException"]"#,
      """
      BlockingIOError ChildProcessError ConnectionError FileExistsError FileNotFoundError
      InterruptedError IsADirectoryError NotADirectoryError PermissionError ProcessLookupError
      TimeoutError smtplib.SMTPException socket.gaierror socket.herror ssl.SSLError
      urllib.error.URLError
      """
    ),
    (
      #"["Warning","Exception","BaseException"]"#,
      """
      BytesWarning DeprecationWarning EncodingWarning FutureWarning ImportWarning
      PendingDeprecationWarning ResourceWarning RuntimeWarning SyntaxWarning UnicodeWarning
      UserWarning
      """
    ),
    (
      #"["ValueError","Exception","BaseException"]"#,
      "UnicodeError binascii.Error json.decoder.JSONDecodeError tomllib.TOMLDecodeError"
    ),
    (
      #"["http.client.HTTPException","Exception","BaseException"]"#,
      """
      http.client.BadStatusLine http.client.ImproperConnectionState http.client.IncompleteRead
      http.client.InvalidURL http.client.LineTooLong http.client.NotConnected
      http.client.UnimplementedFileMode http.client.UnknownProtocol
      http.client.UnknownTransferEncoding
      """
    ),
    (
      #"["RuntimeError","Exception","BaseException"]"#,
      """
      NotImplementedError RecursionError asyncio.exceptions.BrokenBarrierError
      asyncio.exceptions.SendfileNotAvailableError concurrent.futures._base.BrokenExecutor
      """
    ),
    (
      #"["BaseException"]"#,
      """
      BaseExceptionGroup Exception GeneratorExit KeyboardInterrupt SystemExit
      asyncio.exceptions.CancelledError
      """
    ),
    (
      #"["sqlite3.DatabaseError","sqlite3.Error","Exception","BaseException"]"#,
      """
      sqlite3.DataError sqlite3.IntegrityError sqlite3.InternalError sqlite3.NotSupportedError
      sqlite3.OperationalError sqlite3.ProgrammingError
      """
    ),
    (
      #"["smtplib.SMTPResponseException","smtplib.SMTPException","OSError","Exception","BaseException"]"#,
      """
      smtplib.SMTPAuthenticationError smtplib.SMTPConnectError smtplib.SMTPDataError
      smtplib.SMTPHeloError smtplib.SMTPSenderRefused
      """
    ),
    (
      #"["ssl.SSLError","OSError","Exception","BaseException"]"#,
      """
      ssl.SSLEOFError ssl.SSLSyscallError ssl.SSLWantReadError ssl.SSLWantWriteError
      ssl.SSLZeroReturnError
      """
    ),
    (
      #"["ArithmeticError","Exception","BaseException"]"#,
      "FloatingPointError OverflowError ZeroDivisionError"
    ),
    (
      #"["ConnectionError","OSError","Exception","BaseException"]"#,
      "BrokenPipeError ConnectionAbortedError ConnectionRefusedError ConnectionResetError"
    ),
    (
      #"["smtplib.SMTPException","OSError","Exception","BaseException"]"#,
      """
      smtplib.SMTPNotSupportedError smtplib.SMTPRecipientsRefused smtplib.SMTPResponseException
      smtplib.SMTPServerDisconnected
      """
    ),
    (
      #"["UnicodeError","ValueError","Exception","BaseException"]"#,
      "UnicodeDecodeError UnicodeEncodeError UnicodeTranslateError"
    ),
    (
      #"["http.client.ImproperConnectionState","http.client.HTTPException","Exception","BaseException"]"#,
      "http.client.CannotSendHeader http.client.CannotSendRequest http.client.ResponseNotReady"
    ),
    (
      #"["multiprocessing.context.ProcessError","Exception","BaseException"]"#,
      """
      multiprocessing.context.AuthenticationError multiprocessing.context.BufferTooShort
      multiprocessing.context.TimeoutError
      """
    ),
    (
      #"["LookupError","Exception","BaseException"]"#,
      "IndexError KeyError"
    ),
    (
      #"["SyntaxError","Exception","BaseException"]"#,
      "IndentationError"
    ),
    (
      #"["_pickle.PickleError","Exception","BaseException"]"#,
      "_pickle.PicklingError _pickle.UnpicklingError"
    ),
    (
      #"["concurrent.futures._base.BrokenExecutor","RuntimeError","Exception","BaseException"]"#,
      "concurrent.futures.process.BrokenProcessPool concurrent.futures.thread.BrokenThreadPool"
    ),
    (
      #"["concurrent.futures._base.Error","Exception","BaseException"]"#,
      "concurrent.futures._base.CancelledError concurrent.futures._base.InvalidStateError"
    ),
    (
      #"["sqlite3.Error","Exception","BaseException"]"#,
      "sqlite3.DatabaseError sqlite3.InterfaceError"
    ),
    (
      #"["subprocess.SubprocessError","Exception","BaseException"]"#,
      "subprocess.CalledProcessError subprocess.TimeoutExpired"
    ),
    (
      #"["BaseExceptionGroup","Exception","BaseException"]"#,
      "ExceptionGroup"
    ),
    (
      #"["ConnectionResetError","ConnectionError","OSError","http.client.BadStatusLine","http.client.HTTPException","Exception","BaseException"]"#,
      "http.client.RemoteDisconnected"
    ),
    (
      #"["EOFError","Exception","BaseException"]"#,
      "asyncio.exceptions.IncompleteReadError"
    ),
    (
      #"["ImportError","Exception","BaseException"]"#,
      "ModuleNotFoundError"
    ),
    (
      #"["IndentationError","SyntaxError","Exception","BaseException"]"#,
      "TabError"
    ),
    (
      #"["NameError","Exception","BaseException"]"#,
      "UnboundLocalError"
    ),
    (
      #"["ssl.SSLError","OSError","ValueError","Exception","BaseException"]"#,
      "ssl.SSLCertVerificationError"
    ),
    (
      #"["urllib.error.URLError","OSError","Exception","BaseException"]"#,
      "urllib.error.ContentTooShortError"
    ),
    (
      #"["urllib.error.URLError","OSError","Exception","BaseException","tempfile._TemporaryFileWrapper"]"#,
      "urllib.error.HTTPError"
    ),
    (
      #"["Exception","BaseException"]"#,
      "asyncio.exceptions.TimeoutError concurrent.futures._base.TimeoutError"
    ),
    (
      #"["OSError","Exception","BaseException"]"#,
      "socket.timeout"
    ),
  ]
}
