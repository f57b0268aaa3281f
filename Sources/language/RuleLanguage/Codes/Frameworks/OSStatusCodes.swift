extension FrameworkCodes {
  /// The numbers of the keychain, of certificates, of code signing, of authorizations and of TLS (-98xx).
  /// Source: the headers of the SDK of macOS 26.5, by the metadata of PyObjC 12.2.
  static let osStatus = FrameworkCodes(
    "NSOSStatusErrorDomain", type: "", module: "Security", prefix: "err",
    """
    AuthorizationSuccess 0  SecSuccess 0  SecUnimplemented -4  SecDiskFull -34  SecDskFull -34  SecIO -36
    SecOpWr -49  SecParam -50  SecWrPerm -61  SecAllocate -108  SecUserCanceled -128  SecBadReq -909
    SecInternalComponent -2070  SecCoreFoundationUnknown -4960  SSLProtocol -9800  SSLNegotiation -9801
    SSLFatalAlert -9802  SSLWouldBlock -9803  SSLSessionNotFound -9804  SSLClosedGraceful -9805
    SSLClosedAbort -9806  SSLXCertChainInvalid -9807  SSLBadCert -9808  SSLCrypto -9809  SSLInternal -9810
    SSLModuleAttach -9811  SSLUnknownRootCert -9812  SSLNoRootCert -9813  SSLCertExpired -9814
    SSLCertNotYetValid -9815  SSLClosedNoNotify -9816  SSLBufferOverflow -9817  SSLBadCipherSuite -9818
    SSLPeerUnexpectedMsg -9819  SSLPeerBadRecordMac -9820  SSLPeerDecryptionFail -9821
    SSLPeerRecordOverflow -9822  SSLPeerDecompressFail -9823  SSLPeerHandshakeFail -9824
    SSLPeerBadCert -9825  SSLPeerUnsupportedCert -9826  SSLPeerCertRevoked -9827  SSLPeerCertExpired -9828
    SSLPeerCertUnknown -9829  SSLIllegalParam -9830  SSLPeerUnknownCA -9831  SSLPeerAccessDenied -9832
    SSLPeerDecodeError -9833  SSLPeerDecryptError -9834  SSLPeerExportRestriction -9835
    SSLPeerProtocolVersion -9836  SSLPeerInsufficientSecurity -9837  SSLPeerInternalError -9838
    SSLPeerUserCancelled -9839  SSLPeerNoRenegotiation -9840  SSLPeerAuthCompleted -9841
    SSLClientCertRequested -9842  SSLHostNameMismatch -9843  SSLConnectionRefused -9844
    SSLDecryptionFail -9845  SSLBadRecordMac -9846  SSLRecordOverflow -9847  SSLBadConfiguration -9848
    SSLUnexpectedRecord -9849  SSLWeakPeerEphemeralDHKey -9850  SSLClientHelloReceived -9851
    SSLTransportReset -9852  SSLNetworkTimeout -9853  SSLConfigurationFailed -9854
    SSLUnsupportedExtension -9855  SSLUnexpectedMessage -9856  SSLDecompressFail -9857
    SSLHandshakeFail -9858  SSLDecodeError -9859  SSLInappropriateFallback -9860  SSLMissingExtension -9861
    SSLBadCertificateStatusResponse -9862  SSLCertificateRequired -9863  SSLUnknownPSKIdentity -9864
    SSLUnrecognizedName -9865  SSLATSViolation -9880  SSLATSMinimumVersionViolation -9881
    SSLATSCiphersuiteViolation -9882  SSLATSMinimumKeySizeViolation -9883
    SSLATSLeafCertificateHashAlgorithmViolation -9884  SSLATSCertificateHashAlgorithmViolation -9885
    SSLATSCertificateTrustViolation -9886  SSLEarlyDataRejected -9890  SecACLNotSimple -25240
    SecPolicyNotFound -25241  SecInvalidTrustSetting -25242  SecNoAccessForItem -25243
    SecInvalidOwnerEdit -25244  SecTrustNotAvailable -25245  SecUnsupportedFormat -25256
    SecUnknownFormat -25257  SecKeyIsSensitive -25258  SecMultiplePrivKeys -25259
    SecPassphraseRequired -25260  SecInvalidPasswordRef -25261  SecInvalidTrustSettings -25262
    SecNoTrustSettings -25263  SecPkcs12VerifyFailure -25264  SecNotAvailable -25291  SecReadOnly -25292
    SecAuthFailed -25293  SecNoSuchKeychain -25294  SecInvalidKeychain -25295  SecDuplicateKeychain -25296
    SecDuplicateCallback -25297  SecInvalidCallback -25298  SecDuplicateItem -25299  SecItemNotFound -25300
    SecBufferTooSmall -25301  SecDataTooLarge -25302  SecNoSuchAttr -25303  SecInvalidItemRef -25304
    SecInvalidSearchRef -25305  SecNoSuchClass -25306  SecNoDefaultKeychain -25307
    SecInteractionNotAllowed -25308  SecReadOnlyAttr -25309  SecWrongSecVersion -25310
    SecKeySizeNotAllowed -25311  SecNoStorageModule -25312  SecNoCertificateModule -25313
    SecNoPolicyModule -25314  SecInteractionRequired -25315  SecDataNotAvailable -25316
    SecDataNotModifiable -25317  SecCreateChainFailed -25318  SecInvalidPrefsDomain -25319
    SecInDarkWake -25320  SecNotSigner -26267  SecDecode -26275  SecMissingEntitlement -34018
    SecRestrictedAPI -34020  AuthorizationInvalidSet -60001  AuthorizationInvalidRef -60002
    AuthorizationInvalidTag -60003  AuthorizationInvalidPointer -60004  AuthorizationDenied -60005
    AuthorizationCanceled -60006  AuthorizationInteractionNotAllowed -60007  AuthorizationInternal -60008
    AuthorizationExternalizeNotAllowed -60009  AuthorizationInternalizeNotAllowed -60010
    AuthorizationInvalidFlags -60011  AuthorizationToolExecuteFailure -60031
    AuthorizationToolEnvironmentError -60032  AuthorizationBadAddress -60033
    SecCSRemoteSignerFailed -66990  SecCSCMSConstructionFailed -66991  SecCSRevokedNotarization -66992
    SecCSInvalidRuntimeVersion -66993  SecCSInvalidEntitlements -66994  SecMultipleExecSegments -66995
    SecCSSignatureUntrusted -66996  SecCSBadTeamIdentifier -66997  SecCSInvalidTeamIdentifier -66998
    SecCSInvalidAssociatedFileData -66999  SecCSUnsupportedDigestAlgorithm -67000
    SecCSBadDiskImageFormat -67001  SecCSNotAppLike -67002  SecCSInvalidSymlink -67003  SecCSTooBig -67004
    SecCSInvalidPlatform -67005  SecCSCancelled -67006  SecCSWeakResourceEnvelope -67007
    SecCSUnsealedFrameworkRoot -67008  SecCSBadFrameworkVersion -67009  SecCSBadMainExecutable -67010
    SecCSAmbiguousBundleFormat -67011  SecCSDSStoreSymlink -67012  SecCSWeakResourceRules -67013
    SecCSUnsealedAppRoot -67014  SecCSRegularFile -67015  SecCSResourceNotSupported -67016
    SecCSBadLVArch -67017  SecCSVetoed -67018  SecCSHelperFailed -67019  SecCSBadCallbackValue -67020
    SecCSBadNestedCode -67021  SecCSUnsignedNestedCode -67022  SecCSResourceDirectoryFailed -67023
    SecCSDbCorrupt -67024  SecCSOutdated -67025  SecCSFileHardQuarantined -67026  SecCSNoMatches -67027
    SecCSBadBundleFormat -67028  SecCSNoMainExecutable -67029  SecCSInfoPlistFailed -67030
    SecCSHostProtocolInvalidAttribute -67031  SecCSDBAccess -67032  SecCSSigDBAccess -67032
    SecCSDBDenied -67033  SecCSSigDBDenied -67033  SecCSStaticCodeChanged -67034
    SecCSHostProtocolInvalidHash -67035  SecCSCMSTooLarge -67036  SecCSNotSupported -67037
    SecCSHostProtocolUnrelated -67039  SecCSHostProtocolStateError -67040  SecCSHostProtocolNotProxy -67041
    SecCSHostProtocolDedicationError -67042  SecCSHostProtocolContradiction -67043
    SecCSHostProtocolRelativePath -67044  SecCSSignatureInvalid -67045  SecCSNotAHost -67046
    SecCSHostReject -67047  SecCSInternalError -67048  SecCSBadObjectFormat -67049  SecCSReqFailed -67050
    SecCSReqUnsupported -67051  SecCSReqInvalid -67052  SecCSResourceRulesInvalid -67053
    SecCSBadResource -67054  SecCSResourcesInvalid -67055  SecCSResourcesNotFound -67056
    SecCSResourcesNotSealed -67057  SecCSBadDictionaryFormat -67058  SecCSSignatureUnsupported -67059
    SecCSSignatureNotVerifiable -67060  SecCSSignatureFailed -67061  SecCSUnsigned -67062
    SecCSGuestInvalid -67063  SecCSMultipleGuests -67064  SecCSNoSuchCode -67065
    SecCSInvalidAttributeValues -67066  SecCSUnsupportedGuestAttributes -67067
    SecCSStaticCodeNotFound -67068  SecCSObjectRequired -67069  SecCSInvalidFlags -67070
    SecCSInvalidObjectRef -67071  SecCSUnimplemented -67072  SecServiceNotAvailable -67585
    SecInsufficientClientID -67586  SecDeviceReset -67587  SecDeviceFailed -67588
    SecAppleAddAppACLSubject -67589  SecApplePublicKeyIncomplete -67590  SecAppleSignatureMismatch -67591
    SecAppleInvalidKeyStartDate -67592  SecAppleInvalidKeyEndDate -67593  SecConversionError -67594
    SecAppleSSLv2Rollback -67595  SecQuotaExceeded -67596  SecFileTooBig -67597
    SecInvalidDatabaseBlob -67598  SecInvalidKeyBlob -67599  SecIncompatibleDatabaseBlob -67600
    SecIncompatibleKeyBlob -67601  SecHostNameMismatch -67602  SecUnknownCriticalExtensionFlag -67603
    SecNoBasicConstraints -67604  SecNoBasicConstraintsCA -67605  SecInvalidAuthorityKeyID -67606
    SecInvalidSubjectKeyID -67607  SecInvalidKeyUsageForPolicy -67608  SecInvalidExtendedKeyUsage -67609
    SecInvalidIDLinkage -67610  SecPathLengthConstraintExceeded -67611  SecInvalidRoot -67612
    SecCRLExpired -67613  SecCRLNotValidYet -67614  SecCRLNotFound -67615  SecCRLServerDown -67616
    SecCRLBadURI -67617  SecUnknownCertExtension -67618  SecUnknownCRLExtension -67619
    SecCRLNotTrusted -67620  SecCRLPolicyFailed -67621  SecIDPFailure -67622
    SecSMIMEEmailAddressesNotFound -67623  SecSMIMEBadExtendedKeyUsage -67624  SecSMIMEBadKeyUsage -67625
    SecSMIMEKeyUsageNotCritical -67626  SecSMIMENoEmailAddress -67627
    SecSMIMESubjAltNameNotCritical -67628  SecSSLBadExtendedKeyUsage -67629  SecOCSPBadResponse -67630
    SecOCSPBadRequest -67631  SecOCSPUnavailable -67632  SecOCSPStatusUnrecognized -67633
    SecEndOfData -67634  SecIncompleteCertRevocationCheck -67635  SecNetworkFailure -67636
    SecOCSPNotTrustedToAnchor -67637  SecRecordModified -67638  SecOCSPSignatureError -67639
    SecOCSPNoSigner -67640  SecOCSPResponderMalformedReq -67641  SecOCSPResponderInternalError -67642
    SecOCSPResponderTryLater -67643  SecOCSPResponderSignatureRequired -67644
    SecOCSPResponderUnauthorized -67645  SecOCSPResponseNonceMismatch -67646
    SecCodeSigningBadCertChainLength -67647  SecCodeSigningNoBasicConstraints -67648
    SecCodeSigningBadPathLengthConstraint -67649  SecCodeSigningNoExtendedKeyUsage -67650
    SecCodeSigningDevelopment -67651  SecResourceSignBadCertChainLength -67652
    SecResourceSignBadExtKeyUsage -67653  SecTrustSettingDeny -67654  SecInvalidSubjectName -67655
    SecUnknownQualifiedCertStatement -67656  SecMobileMeRequestQueued -67657
    SecMobileMeRequestRedirected -67658  SecMobileMeServerError -67659
    SecMobileMeServerNotAvailable -67660  SecMobileMeServerAlreadyExists -67661
    SecMobileMeServerServiceErr -67662  SecMobileMeRequestAlreadyPending -67663
    SecMobileMeNoRequestPending -67664  SecMobileMeCSRVerifyFailure -67665
    SecMobileMeFailedConsistencyCheck -67666  SecNotInitialized -67667  SecInvalidHandleUsage -67668
    SecPVCReferentNotFound -67669  SecFunctionIntegrityFail -67670  SecInternalError -67671
    SecMemoryError -67672  SecInvalidData -67673  SecMDSError -67674  SecInvalidPointer -67675
    SecSelfCheckFailed -67676  SecFunctionFailed -67677  SecModuleManifestVerifyFailed -67678
    SecInvalidGUID -67679  SecInvalidHandle -67680  SecInvalidDBList -67681  SecInvalidPassthroughID -67682
    SecInvalidNetworkAddress -67683  SecCRLAlreadySigned -67684  SecInvalidNumberOfFields -67685
    SecVerificationFailure -67686  SecUnknownTag -67687  SecInvalidSignature -67688  SecInvalidName -67689
    SecInvalidCertificateRef -67690  SecInvalidCertificateGroup -67691  SecTagNotFound -67692
    SecInvalidQuery -67693  SecInvalidValue -67694  SecCallbackFailed -67695  SecACLDeleteFailed -67696
    SecACLReplaceFailed -67697  SecACLAddFailed -67698  SecACLChangeFailed -67699
    SecInvalidAccessCredentials -67700  SecInvalidRecord -67701  SecInvalidACL -67702
    SecInvalidSampleValue -67703  SecIncompatibleVersion -67704  SecPrivilegeNotGranted -67705
    SecInvalidScope -67706  SecPVCAlreadyConfigured -67707  SecInvalidPVC -67708  SecEMMLoadFailed -67709
    SecEMMUnloadFailed -67710  SecAddinLoadFailed -67711  SecInvalidKeyRef -67712
    SecInvalidKeyHierarchy -67713  SecAddinUnloadFailed -67714  SecLibraryReferenceNotFound -67715
    SecInvalidAddinFunctionTable -67716  SecInvalidServiceMask -67717  SecModuleNotLoaded -67718
    SecInvalidSubServiceID -67719  SecAttributeNotInContext -67720  SecModuleManagerInitializeFailed -67721
    SecModuleManagerNotFound -67722  SecEventNotificationCallbackNotFound -67723
    SecInputLengthError -67724  SecOutputLengthError -67725  SecPrivilegeNotSupported -67726
    SecDeviceError -67727  SecAttachHandleBusy -67728  SecNotLoggedIn -67729  SecAlgorithmMismatch -67730
    SecKeyUsageIncorrect -67731  SecKeyBlobTypeIncorrect -67732  SecKeyHeaderInconsistent -67733
    SecUnsupportedKeyFormat -67734  SecUnsupportedKeySize -67735  SecInvalidKeyUsageMask -67736
    SecUnsupportedKeyUsageMask -67737  SecInvalidKeyAttributeMask -67738
    SecUnsupportedKeyAttributeMask -67739  SecInvalidKeyLabel -67740  SecUnsupportedKeyLabel -67741
    SecInvalidKeyFormat -67742  SecUnsupportedVectorOfBuffers -67743  SecInvalidInputVector -67744
    SecInvalidOutputVector -67745  SecInvalidContext -67746  SecInvalidAlgorithm -67747
    SecInvalidAttributeKey -67748  SecMissingAttributeKey -67749  SecInvalidAttributeInitVector -67750
    SecMissingAttributeInitVector -67751  SecInvalidAttributeSalt -67752  SecMissingAttributeSalt -67753
    SecInvalidAttributePadding -67754  SecMissingAttributePadding -67755  SecInvalidAttributeRandom -67756
    SecMissingAttributeRandom -67757  SecInvalidAttributeSeed -67758  SecMissingAttributeSeed -67759
    SecInvalidAttributePassphrase -67760  SecMissingAttributePassphrase -67761
    SecInvalidAttributeKeyLength -67762  SecMissingAttributeKeyLength -67763
    SecInvalidAttributeBlockSize -67764  SecMissingAttributeBlockSize -67765
    SecInvalidAttributeOutputSize -67766  SecMissingAttributeOutputSize -67767
    SecInvalidAttributeRounds -67768  SecMissingAttributeRounds -67769  SecInvalidAlgorithmParms -67770
    SecMissingAlgorithmParms -67771  SecInvalidAttributeLabel -67772  SecMissingAttributeLabel -67773
    SecInvalidAttributeKeyType -67774  SecMissingAttributeKeyType -67775  SecInvalidAttributeMode -67776
    SecMissingAttributeMode -67777  SecInvalidAttributeEffectiveBits -67778
    SecMissingAttributeEffectiveBits -67779  SecInvalidAttributeStartDate -67780
    SecMissingAttributeStartDate -67781  SecInvalidAttributeEndDate -67782
    SecMissingAttributeEndDate -67783  SecInvalidAttributeVersion -67784  SecMissingAttributeVersion -67785
    SecInvalidAttributePrime -67786  SecMissingAttributePrime -67787  SecInvalidAttributeBase -67788
    SecMissingAttributeBase -67789  SecInvalidAttributeSubprime -67790  SecMissingAttributeSubprime -67791
    SecInvalidAttributeIterationCount -67792  SecMissingAttributeIterationCount -67793
    SecInvalidAttributeDLDBHandle -67794  SecMissingAttributeDLDBHandle -67795
    SecInvalidAttributeAccessCredentials -67796  SecMissingAttributeAccessCredentials -67797
    SecInvalidAttributePublicKeyFormat -67798  SecMissingAttributePublicKeyFormat -67799
    SecInvalidAttributePrivateKeyFormat -67800  SecMissingAttributePrivateKeyFormat -67801
    SecInvalidAttributeSymmetricKeyFormat -67802  SecMissingAttributeSymmetricKeyFormat -67803
    SecInvalidAttributeWrappedKeyFormat -67804  SecMissingAttributeWrappedKeyFormat -67805
    SecStagedOperationInProgress -67806  SecStagedOperationNotStarted -67807  SecVerifyFailed -67808
    SecQuerySizeUnknown -67809  SecBlockSizeMismatch -67810  SecPublicKeyInconsistent -67811
    SecDeviceVerifyFailed -67812  SecInvalidLoginName -67813  SecAlreadyLoggedIn -67814
    SecInvalidDigestAlgorithm -67815  SecInvalidCRLGroup -67816  SecCertificateCannotOperate -67817
    SecCertificateExpired -67818  SecCertificateNotValidYet -67819  SecCertificateRevoked -67820
    SecCertificateSuspended -67821  SecInsufficientCredentials -67822  SecInvalidAction -67823
    SecInvalidAuthority -67824  SecVerifyActionFailed -67825  SecInvalidCertAuthority -67826
    SecInvaldCRLAuthority -67827  SecInvalidCRLAuthority -67827  SecInvalidCRLEncoding -67828
    SecInvalidCRLType -67829  SecInvalidCRL -67830  SecInvalidFormType -67831  SecInvalidID -67832
    SecInvalidIdentifier -67833  SecInvalidIndex -67834  SecInvalidPolicyIdentifiers -67835
    SecInvalidTimeString -67836  SecInvalidReason -67837  SecInvalidRequestInputs -67838
    SecInvalidResponseVector -67839  SecInvalidStopOnPolicy -67840  SecInvalidTuple -67841
    SecMultipleValuesUnsupported -67842  SecNotTrusted -67843  SecNoDefaultAuthority -67844
    SecRejectedForm -67845  SecRequestLost -67846  SecRequestRejected -67847
    SecUnsupportedAddressType -67848  SecUnsupportedService -67849  SecInvalidTupleGroup -67850
    SecInvalidBaseACLs -67851  SecInvalidTupleCredendtials -67852  SecInvalidTupleCredentials -67852
    SecInvalidEncoding -67853  SecInvalidValidityPeriod -67854  SecInvalidRequestor -67855
    SecRequestDescriptor -67856  SecInvalidBundleInfo -67857  SecInvalidCRLIndex -67858
    SecNoFieldValues -67859  SecUnsupportedFieldFormat -67860  SecUnsupportedIndexInfo -67861
    SecUnsupportedLocality -67862  SecUnsupportedNumAttributes -67863  SecUnsupportedNumIndexes -67864
    SecUnsupportedNumRecordTypes -67865  SecFieldSpecifiedMultiple -67866
    SecIncompatibleFieldFormat -67867  SecInvalidParsingModule -67868  SecDatabaseLocked -67869
    SecDatastoreIsOpen -67870  SecMissingValue -67871  SecUnsupportedQueryLimits -67872
    SecUnsupportedNumSelectionPreds -67873  SecUnsupportedOperator -67874  SecInvalidDBLocation -67875
    SecInvalidAccessRequest -67876  SecInvalidIndexInfo -67877  SecInvalidNewOwner -67878
    SecInvalidModifyMode -67879  SecMissingRequiredExtension -67880  SecExtendedKeyUsageNotCritical -67881
    SecTimestampMissing -67882  SecTimestampInvalid -67883  SecTimestampNotTrusted -67884
    SecTimestampServiceNotAvailable -67885  SecTimestampBadAlg -67886  SecTimestampBadRequest -67887
    SecTimestampBadDataFormat -67888  SecTimestampTimeNotAvailable -67889
    SecTimestampUnacceptedPolicy -67890  SecTimestampUnacceptedExtension -67891
    SecTimestampAddInfoNotAvailable -67892  SecTimestampSystemFailure -67893  SecSigningTimeMissing -67894
    SecTimestampRejection -67895  SecTimestampWaiting -67896  SecTimestampRevocationWarning -67897
    SecTimestampRevocationNotification -67898  SecCertificatePolicyNotAllowed -67899
    SecCertificateNameNotAllowed -67900  SecCertificateValidityPeriodTooLong -67901
    SecCertificateIsCA -67902  SecCertificateDuplicateExtension -67903
    SecMissingQualifiedCertStatement -67904
    """)
}
