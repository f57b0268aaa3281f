internal import Bytes

/// The conditions of PostgreSQL, whose names the classes of its Python clients have.
///
/// Source: PostgreSQL's manual, appendix A, “PostgreSQL Error Codes”; psycopg.errors and asyncpg.exceptions for other names.
enum PostgresConditions {
  /// The SQLSTATE of a class: `UniqueViolation` of psycopg, `UniqueViolationError` of asyncpg; nil for any other.
  static func state(of name: ByteSlice) -> ByteSlice? {
    let suffix = ByteSlice("Error")
    let name = name.hasSuffix(suffix) ? name[0..<(name.count - suffix.count)] : name
    for (condition, state) in all where condition.isSame(as: name) { return state }
    return nil
  }

  private static let all: [(name: ByteSlice, state: ByteSlice)] = {
    var all: [(name: ByteSlice, state: ByteSlice)] = []
    var state = ByteSlice("")
    for word in table.words {
      if word.count == 5, word[4].isDigit || word[0].isDigit {
        state = word
      } else {
        all.append((word, state))
      }
    }
    return all
  }()

  /// Each state, then its names without `Error` at the end.
  private static let table = ByteSlice(
    """
    01000 PostgresWarning 01003 NullValueEliminatedInSetFunction 01006 PrivilegeNotRevoked
    01007 PrivilegeNotGranted 01008 ImplicitZeroBitPadding 0100C DynamicResultSetsReturned
    01P01 DeprecatedFeature 02000 NoData 02001 NoAdditionalDynamicResultSetsReturned
    03000 SqlStatementNotYetComplete 08000 ConnectionException PostgresConnection
    08001 ClientCannotConnect SqlclientUnableToEstablishSqlconnection 08003 ConnectionDoesNotExist
    08004 ConnectionRejection SqlserverRejectedEstablishmentOfSqlconnection 08006 ConnectionFailure
    08007 TransactionResolutionUnknown 08P01 ProtocolViolation
    09000 TriggeredAction TriggeredActionException 0A000 FeatureNotSupported InvalidCachedStatement
    0B000 InvalidTransactionInitiation 0F000 Locator LocatorException 0F001 InvalidLocatorSpecification
    0L000 InvalidGrantor 0LP01 InvalidGrantOperation 0P000 InvalidRoleSpecification
    0Z000 Diagnostics DiagnosticsException 0Z002 StackedDiagnosticsAccessedWithoutActiveHandler
    10608 InvalidArgumentForXquery 20000 CaseNotFound 21000 CardinalityViolation
    22000 Data DataException 22001 StringDataRightTruncation 22002 NullValueNoIndicatorParameter
    22003 NumericValueOutOfRange 22004 NullValueNotAllowed 22005 ErrorInAssignment
    22007 InvalidDatetimeFormat 22008 DatetimeFieldOverflow 22009 InvalidTimeZoneDisplacementValue
    2200B EscapeCharacterConflict 2200C InvalidUseOfEscapeCharacter 2200D InvalidEscapeOctet
    2200F ZeroLengthCharacterString 2200G MostSpecificTypeMismatch 2200H SequenceGeneratorLimitExceeded
    2200L NotAnXmlDocument 2200M InvalidXmlDocument 2200N InvalidXmlContent 2200S InvalidXmlComment
    2200T InvalidXmlProcessingInstruction 22010 InvalidIndicatorParameterValue 22011 Substring
    22012 DivisionByZero 22013 InvalidPrecedingOrFollowingSize 22014 InvalidArgumentForNtileFunction
    22015 IntervalFieldOverflow 22016 InvalidArgumentForNthValueFunction
    22018 InvalidCharacterValueForCast 22019 InvalidEscapeCharacter 2201B InvalidRegularExpression
    2201E InvalidArgumentForLogarithm 2201F InvalidArgumentForPowerFunction
    2201G InvalidArgumentForWidthBucketFunction 2201W InvalidRowCountInLimitClause
    2201X InvalidRowCountInResultOffsetClause 22021 CharacterNotInRepertoire 22022 IndicatorOverflow
    22023 InvalidParameterValue 22024 UnterminatedCString 22025 InvalidEscapeSequence
    22026 StringDataLengthMismatch 22027 Trim 2202E ArraySubscript 2202G InvalidTablesampleRepeat
    2202H InvalidTablesampleArgument 22030 DuplicateJsonObjectKeyValue
    22031 InvalidArgumentForSqlJsonDatetimeFunction 22032 InvalidJsonText 22033 InvalidSqlJsonSubscript
    22034 MoreThanOneSqlJsonItem 22035 NoSqlJsonItem 22036 NonNumericSqlJsonItem
    22037 NonUniqueKeysInAJsonObject 22038 SingletonSqlJsonItemRequired 22039 SqlJsonArrayNotFound
    2203A SqlJsonMemberNotFound 2203B SqlJsonNumberNotFound 2203C SqlJsonObjectNotFound
    2203D TooManyJsonArrayElements 2203E TooManyJsonObjectMembers 2203F SqlJsonScalarRequired
    2203G SqlJsonItemCannotBeCastToTargetType 22P01 FloatingPointException PostgresFloatingPoint
    22P02 InvalidTextRepresentation 22P03 InvalidBinaryRepresentation 22P04 BadCopyFileFormat
    22P05 UntranslatableCharacter 22P06 NonstandardUseOfEscapeCharacter
    23000 IntegrityConstraintViolation 23001 RestrictViolation 23502 NotNullViolation
    23503 ForeignKeyViolation 23505 UniqueViolation 23514 CheckViolation 23P01 ExclusionViolation
    24000 InvalidCursorState 25000 InvalidTransactionState 25001 ActiveSqlTransaction
    25002 BranchTransactionAlreadyActive 25003 InappropriateAccessModeForBranchTransaction
    25004 InappropriateIsolationLevelForBranchTransaction
    25005 NoActiveSqlTransactionForBranchTransaction 25006 ReadOnlySqlTransaction
    25007 SchemaAndDataStatementMixingNotSupported 25008 HeldCursorRequiresSameIsolationLevel
    25P01 NoActiveSqlTransaction 25P02 InFailedSqlTransaction 25P03 IdleInTransactionSessionTimeout
    25P04 TransactionTimeout 26000 InvalidSqlStatementName 27000 TriggeredDataChangeViolation
    28000 InvalidAuthorizationSpecification 28P01 InvalidPassword
    2B000 DependentPrivilegeDescriptorsStillExist 2BP01 DependentObjectsStillExist
    2D000 InvalidTransactionTermination 2F000 SQLRoutine SqlRoutineException
    2F002 ModifyingSqlDataNotPermitted 2F003 ProhibitedSqlStatementAttempted
    2F004 ReadingSqlDataNotPermitted 2F005 FunctionExecutedNoReturnStatement 34000 InvalidCursorName
    38000 ExternalRoutine ExternalRoutineException 38001 ContainingSqlNotPermitted
    38002 ModifyingExternalRoutineSQLDataNotPermitted ModifyingSqlDataNotPermittedExt
    38003 ProhibitedExternalRoutineSQLStatementAttempted ProhibitedSqlStatementAttemptedExt
    38004 ReadingExternalRoutineSQLDataNotPermitted ReadingSqlDataNotPermittedExt
    39000 ExternalRoutineInvocation ExternalRoutineInvocationException 39001 InvalidSqlstateReturned
    39004 NullValueInExternalRoutineNotAllowed NullValueNotAllowedExt 39P01 TriggerProtocolViolated
    39P02 SrfProtocolViolated 39P03 EventTriggerProtocolViolated 3B000 Savepoint SavepointException
    3B001 InvalidSavepointSpecification 3D000 InvalidCatalogName 3F000 InvalidSchemaName
    40000 TransactionRollback 40001 Serialization SerializationFailure
    40002 TransactionIntegrityConstraintViolation 40003 StatementCompletionUnknown
    40P01 DeadlockDetected 42000 SyntaxErrorOrAccessRuleViolation SyntaxOrAccess
    42501 InsufficientPrivilege 42601 PostgresSyntax Syntax 42602 InvalidName
    42611 InvalidColumnDefinition 42622 NameTooLong 42701 DuplicateColumn 42702 AmbiguousColumn
    42703 UndefinedColumn 42704 UndefinedObject 42710 DuplicateObject 42712 DuplicateAlias
    42723 DuplicateFunction 42725 AmbiguousFunction 42803 Grouping 42804 DatatypeMismatch
    42809 WrongObjectType 42830 InvalidForeignKey 42846 CannotCoerce 42883 UndefinedFunction
    428C9 GeneratedAlways 42939 ReservedName 42P01 UndefinedTable 42P02 UndefinedParameter
    42P03 DuplicateCursor 42P04 DuplicateDatabase 42P05 DuplicatePreparedStatement
    42P06 DuplicateSchema 42P07 DuplicateTable 42P08 AmbiguousParameter 42P09 AmbiguousAlias
    42P10 InvalidColumnReference 42P11 InvalidCursorDefinition 42P12 InvalidDatabaseDefinition
    42P13 InvalidFunctionDefinition 42P14 InvalidPreparedStatementDefinition
    42P15 InvalidSchemaDefinition 42P16 InvalidTableDefinition 42P17 InvalidObjectDefinition
    42P18 IndeterminateDatatype 42P19 InvalidRecursion 42P20 Windowing 42P21 CollationMismatch
    42P22 IndeterminateCollation 44000 WithCheckOptionViolation 53000 InsufficientResources
    53100 DiskFull 53200 OutOfMemory 53300 TooManyConnections 53400 ConfigurationLimitExceeded
    54000 ProgramLimitExceeded 54001 StatementTooComplex 54011 TooManyColumns 54023 TooManyArguments
    55000 ObjectNotInPrerequisiteState 55006 ObjectInUse 55P02 CantChangeRuntimeParam
    55P03 LockNotAvailable 55P04 UnsafeNewEnumValueUsage 57000 OperatorIntervention 57014 QueryCanceled
    57P01 AdminShutdown 57P02 CrashShutdown 57P03 CannotConnectNow 57P04 DatabaseDropped
    57P05 IdleSessionTimeout 58000 PostgresSystem System 58030 Io PostgresIO 58P01 UndefinedFile
    58P02 DuplicateFile 58P03 FileNameTooLong 72000 SnapshotTooOld F0000 ConfigFile
    F0001 LockFileExists HV000 Fdw HV001 FdwOutOfMemory HV002 FdwDynamicParameterValueNeeded
    HV004 FdwInvalidDataType HV005 FdwColumnNameNotFound HV006 FdwInvalidDataTypeDescriptors
    HV007 FdwInvalidColumnName HV008 FdwInvalidColumnNumber HV009 FdwInvalidUseOfNullPointer
    HV00A FdwInvalidStringFormat HV00B FdwInvalidHandle HV00C FdwInvalidOptionIndex
    HV00D FdwInvalidOptionName HV00J FdwOptionNameNotFound HV00K FdwReplyHandle
    HV00L FdwUnableToCreateExecution HV00M FdwUnableToCreateReply HV00N FdwUnableToEstablishConnection
    HV00P FdwNoSchemas HV00Q FdwSchemaNotFound HV00R FdwTableNotFound HV010 FdwFunctionSequence
    HV014 FdwTooManyHandles HV021 FdwInconsistentDescriptorInformation HV024 FdwInvalidAttributeValue
    HV090 FdwInvalidStringLengthOrBufferLength HV091 FdwInvalidDescriptorFieldIdentifier P0000 Plpgsql
    P0001 Raise RaiseException P0002 NoDataFound P0003 TooManyRows P0004 Assert AssertFailure
    XX000 InternalError_ InternalServer XX001 DataCorrupted XX002 IndexCorrupted
    """)
}

extension ByteSlice {
  /// Whether two names differ in case at most.
  fileprivate func isSame(as other: ByteSlice) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where self[index] | 0x20 != other[index] | 0x20 { return false }
    return true
  }
}
