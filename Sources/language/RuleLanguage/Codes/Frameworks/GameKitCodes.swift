extension FrameworkCodes {
  /// The codes of the Game Center.
  /// Source: the headers of the SDK of macOS 26.5, by the metadata of PyObjC 12.2.
  static let gameKit = FrameworkCodes(
    "GKErrorDomain", type: "GKError", module: "GameKit", prefix: "GKError",
    """
    Unknown 1  Cancelled 2  CommunicationsFailure 3  UserDenied 4  InvalidCredentials 5  NotAuthenticated 6
    AuthenticationInProgress 7  InvalidPlayer 8  ScoreNotSet 9  ParentalControlsBlocked 10
    PlayerStatusExceedsMaximumLength 11  PlayerStatusInvalid 12  MatchRequestInvalid 13  Underage 14
    GameUnrecognized 15  NotSupported 16  InvalidParameter 17  UnexpectedConnection 18  ChallengeInvalid 19
    TurnBasedMatchDataTooLarge 20  TurnBasedTooManySessions 21  TurnBasedInvalidParticipant 22
    TurnBasedInvalidTurn 23  TurnBasedInvalidState 24  InvitationsDisabled 25  PlayerPhotoFailure 26
    UbiquityContainerUnavailable 27  MatchNotConnected 28  GameSessionRequestInvalid 29
    RestrictedToAutomatch 30  APINotAvailable 31  NotAuthorized 32  ConnectionTimeout 33  APIObsolete 34
    ICloudUnavailable 35  LockdownMode 36  AppUnlisted 37  DebugMode 38  FriendListDescriptionMissing 100
    FriendListRestricted 101  FriendListDenied 102  FriendRequestNotAvailable 103
    """)
}
