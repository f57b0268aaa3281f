extension FrameworkCodes {
  /// The codes of calendars and reminders.
  /// Source: the headers of the SDK of macOS 26.5, by the metadata of PyObjC 12.2.
  static let events = FrameworkCodes(
    "EKErrorDomain", type: "EKError", module: "EventKit", prefix: "EKError",
    """
    EventNotMutable 0  NoCalendar 1  NoStartDate 2  NoEndDate 3  DatesInverted 4  InternalFailure 5
    CalendarReadOnly 6  DurationGreaterThanRecurrence 7  AlarmGreaterThanRecurrence 8
    StartDateTooFarInFuture 9  StartDateCollidesWithOtherOccurrence 10  ObjectBelongsToDifferentStore 11
    InvitesCannotBeMoved 12  InvalidSpan 13  CalendarHasNoSource 14  CalendarSourceCannotBeModified 15
    CalendarIsImmutable 16  SourceDoesNotAllowCalendarAddDelete 17  RecurringReminderRequiresDueDate 18
    StructuredLocationsNotSupported 19  ReminderLocationsNotSupported 20  AlarmProximityNotSupported 21
    CalendarDoesNotAllowEvents 22  CalendarDoesNotAllowReminders 23  SourceDoesNotAllowReminders 24
    SourceDoesNotAllowEvents 25  PriorityIsInvalid 26  InvalidEntityType 27  ProcedureAlarmsNotMutable 28
    EventStoreNotAuthorized 29  OSNotSupported 30  InvalidInviteReplyCalendar 31
    NotificationsCollectionFlagNotSet 32  SourceMismatch 33  NotificationCollectionMismatch 34
    NotificationSavedWithoutCollection 35  ReminderAlarmContainsEmailOrUrl 36
    """)
}
