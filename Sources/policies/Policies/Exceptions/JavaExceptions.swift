/// Java's exception classes as its version 17 has them, with some of Spring, Feign and Resilience4j.
enum JavaExceptions {
  static let throwable = "java.lang.Throwable"
  static let exception = "java.lang.Exception"
  static let error = "java.lang.Error"

  /// A class and all that are known to be below it.
  static func classes(below name: String) -> [String] { known.classes(below: name) }

  /// The classes that a name may stand for, if its package is one whose classes are all known and it is none of them.
  static func others(than name: String) -> [String]? {
    let end = name.lastIndex(of: ".").map { name.index(after: $0) } ?? name.startIndex
    guard packages.contains(String(name[..<end])) else { return nil }
    let all = classes(below: throwable)
    return all.contains(name) ? nil : all
  }

  private static let packages: Set<String> = [
    "java.lang.", "java.io.", "java.net.", "java.net.http.", "java.util.concurrent.", "java.sql.",
    "javax.net.ssl.",
  ]

  private static let known = ClassHierarchy(
    """
    feign.FeignException=$FeignClientException,$FeignServerException,RetryableException; \
    feign.FeignException$FeignClientException=FeignException$BadRequest,FeignException$Conflict,\
    FeignException$Forbidden,FeignException$Gone,FeignException$MethodNotAllowed,FeignException$NotAcceptable,\
    FeignException$NotFound,FeignException$TooManyRequests,FeignException$Unauthorized,\
    FeignException$UnprocessableEntity,FeignException$UnsupportedMediaType; \
    feign.FeignException$FeignServerException=FeignException$BadGateway,FeignException$GatewayTimeout,\
    FeignException$InternalServerError,FeignException$NotImplemented,FeignException$ServiceUnavailable; \
    java.io.IOException=CharConversionException,EOFException,FileNotFoundException,InterruptedIOException,\
    ObjectStreamException,SyncFailedException,UTFDataFormatException,UnsupportedEncodingException,\
    java.net.HttpRetryException,java.net.MalformedURLException,java.net.ProtocolException,java.net.SocketException,\
    java.net.UnknownHostException,java.net.UnknownServiceException,java.net.http.HttpTimeoutException,\
    java.net.http.WebSocketHandshakeException,javax.net.ssl.SSLException; \
    java.io.InterruptedIOException=java.net.SocketTimeoutException; \
    java.io.ObjectStreamException=InvalidClassException,InvalidObjectException,NotActiveException,\
    NotSerializableException,OptionalDataException,StreamCorruptedException,WriteAbortedException; \
    java.lang.ClassFormatError=UnsupportedClassVersionError; java.lang.Error=java.io.IOError,AssertionError,\
    LinkageError,ThreadDeath,VirtualMachineError; java.lang.Exception=java.io.IOException,\
    CloneNotSupportedException,InterruptedException,ReflectiveOperationException,RuntimeException,\
    java.net.URISyntaxException,java.sql.SQLException,java.util.concurrent.BrokenBarrierException,\
    java.util.concurrent.ExecutionException,java.util.concurrent.TimeoutException; \
    java.lang.IllegalArgumentException=IllegalThreadStateException,NumberFormatException; \
    java.lang.IllegalStateException=java.util.concurrent.CancellationException; \
    java.lang.IncompatibleClassChangeError=AbstractMethodError,IllegalAccessError,InstantiationError,\
    NoSuchFieldError,NoSuchMethodError; java.lang.IndexOutOfBoundsException=ArrayIndexOutOfBoundsException,\
    StringIndexOutOfBoundsException; java.lang.LinkageError=BootstrapMethodError,ClassCircularityError,\
    ClassFormatError,ExceptionInInitializerError,IncompatibleClassChangeError,NoClassDefFoundError,\
    UnsatisfiedLinkError,VerifyError; java.lang.ReflectiveOperationException=ClassNotFoundException,\
    IllegalAccessException,InstantiationException,NoSuchFieldException,NoSuchMethodException; \
    java.lang.RuntimeException=feign.FeignException,io.github.resilience4j.bulkhead.BulkheadFullException,\
    io.github.resilience4j.circuitbreaker.CallNotPermittedException,\
    io.github.resilience4j.ratelimiter.RequestNotPermitted,io.github.resilience4j.retry.MaxRetriesExceededException,\
    io.grpc.StatusRuntimeException,java.io.UncheckedIOException,ArithmeticException,ArrayStoreException,\
    ClassCastException,EnumConstantNotPresentException,IllegalArgumentException,IllegalCallerException,\
    IllegalMonitorStateException,IllegalStateException,IndexOutOfBoundsException,LayerInstantiationException,\
    NegativeArraySizeException,NullPointerException,SecurityException,TypeNotPresentException,\
    UnsupportedOperationException,java.util.concurrent.CompletionException,\
    java.util.concurrent.RejectedExecutionException,org.springframework.core.NestedRuntimeException; \
    java.lang.Throwable=Error,Exception; java.lang.VirtualMachineError=InternalError,OutOfMemoryError,\
    StackOverflowError,UnknownError; java.net.SocketException=BindException,ConnectException,NoRouteToHostException,\
    PortUnreachableException; java.net.http.HttpTimeoutException=HttpConnectTimeoutException; \
    java.sql.SQLException=BatchUpdateException,SQLClientInfoException,SQLNonTransientException,\
    SQLRecoverableException,SQLTransientException,SQLWarning; java.sql.SQLNonTransientException=SQLDataException,\
    SQLFeatureNotSupportedException,SQLIntegrityConstraintViolationException,SQLInvalidAuthorizationSpecException,\
    SQLNonTransientConnectionException,SQLSyntaxErrorException; java.sql.SQLTransientException=SQLTimeoutException,\
    SQLTransactionRollbackException,SQLTransientConnectionException; java.sql.SQLWarning=DataTruncation; \
    javax.net.ssl.SSLException=SSLHandshakeException,SSLKeyException,SSLPeerUnverifiedException,\
    SSLProtocolException; \
    org.springframework.core.NestedRuntimeException=org.springframework.dao.DataAccessException,\
    org.springframework.web.client.RestClientException,\
    org.springframework.web.reactive.function.client.WebClientException; \
    org.springframework.web.client.HttpClientErrorException=$BadRequest,$Conflict,$Forbidden,$Gone,\
    $MethodNotAllowed,$NotAcceptable,$NotFound,$TooManyRequests,$Unauthorized,$UnprocessableEntity,\
    $UnsupportedMediaType; org.springframework.web.client.HttpServerErrorException=$BadGateway,$GatewayTimeout,\
    $InternalServerError,$NotImplemented,$ServiceUnavailable; \
    org.springframework.web.client.HttpStatusCodeException=HttpClientErrorException,HttpServerErrorException; \
    org.springframework.web.client.RestClientException=ResourceAccessException,RestClientResponseException,\
    UnknownContentTypeException; org.springframework.web.client.RestClientResponseException=HttpStatusCodeException,\
    UnknownHttpStatusCodeException; \
    org.springframework.web.reactive.function.client.WebClientException=WebClientRequestException,\
    WebClientResponseException; \
    org.springframework.web.reactive.function.client.WebClientResponseException=$BadGateway,$BadRequest,$Conflict,\
    $Forbidden,$GatewayTimeout,$Gone,$InternalServerError,$MethodNotAllowed,$NotAcceptable,$NotFound,\
    $NotImplemented,$ServiceUnavailable,$TooManyRequests,$Unauthorized,$UnprocessableEntity,$UnsupportedMediaType
    """
  )
}
