internal import Source

/// AWS's services as botocore 1.44.8 knows them: what its tables call them, and what traces do.
enum AWSServices {
  /// The service ids of an endpoint prefix: one, or those of several services that share it.
  static let idsByPrefix: [String: [String]] = Dictionary(
    uniqueKeysWithValues: table.split(separator: "; ").map { entry in
      let parts = entry.split(separator: "=")
      return (String(parts[0]), parts[1].split(separator: ",").map { String($0) })
    }
  )

  /// A question about a name that is not an endpoint prefix: the prefix of the service with this id, or a similar one.
  static func question(for name: String) -> String {
    func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
    let meant = idsByPrefix.filter { $0.value.contains { plain($0) == plain(name) } }.keys.sorted()
    if let prefix = meant.first { return " Did you mean “\(prefix)”?" }
    return Suggestion.question(for: name, among: idsByPrefix.keys.sorted())
  }

  private static let table = """
    a2i-runtime.sagemaker=SageMaker A2I Runtime; abuse=Abuse Signal; access-analyzer=AccessAnalyzer; account=Account; \
    account-access=Account Access; account-access-runtime=Account Access Runtime; acm=ACM; acm-pca=ACM PCA; \
    aco-automation=Compute Optimizer Automation; admin.wickr=Wickr; agent-discovery=Agent Discovery; \
    agent-registry=Agent Registry; agent-registry-control=Agent Registry Control; \
    agreement-marketplace=Marketplace Agreement; aidevops=DevOps Agent; aiops=AIOps; airflow=MWAA; \
    airflow-serverless=MWAA Serverless; amplify=Amplify; amplifybackend=AmplifyBackend; amplifyuibuilder=AmplifyUIBuilder; \
    aoss=OpenSearchServerless; api.detective=Detective; api.ecr=ECR; api.ecr-public=ECR PUBLIC; \
    api.iotdeviceadvisor=IotDeviceAdvisor; api.iotmanagedintegrations=IoT Managed Integrations; \
    api.iotwireless=IoT Wireless; api.mediatailor=MediaTailor; api.pricing=Pricing; api.sagemaker=SageMaker; \
    api.tunneling.iot=IoTSecureTunneling; apigateway=API Gateway,ApiGatewayV2; apiportal=APIPortal; \
    app-integrations=AppIntegrations; appconfig=AppConfig; appconfigdata=AppConfigData; appfabric=AppFabric; \
    appflow=Appflow; application-autoscaling=Application Auto Scaling; application-cost-profiler=ApplicationCostProfiler; \
    application-signals=Application Signals; applicationinsights=Application Insights; appmesh=App Mesh; \
    apprunner=AppRunner; appstream2=AppStream; appsync=AppSync; aps=amp; arc-region-switch=ARC Region switch; \
    arc-zonal-shift=ARC Zonal Shift; artifact=Artifact; athena=Athena; auditmanager=AuditManager; autoscaling=Auto Scaling; \
    autoscaling-plans=Auto Scaling Plans; b2bi=b2bi; backup=Backup; backup-gateway=Backup Gateway; \
    backup-search=BackupSearch; batch=Batch; bcm-dashboards=BCM Dashboards; bcm-data-exports=BCM Data Exports; \
    bcm-pricing-calculator=BCM Pricing Calculator; bcm-recommended-actions=BCM Recommended Actions; bedrock=Bedrock; \
    bedrock-agent=Bedrock Agent; bedrock-agent-runtime=Bedrock Agent Runtime; bedrock-agentcore=Bedrock AgentCore; \
    bedrock-agentcore-control=Bedrock AgentCore Control; bedrock-data-automation=Bedrock Data Automation; \
    bedrock-data-automation-runtime=Bedrock Data Automation Runtime; bedrock-runtime=Bedrock Runtime; billing=Billing; \
    billingconductor=billingconductor; braket=Braket; budgets=Budgets; cases=ConnectCases; cassandra=Keyspaces; \
    cassandra-streams=KeyspacesStreams; catalog.marketplace=Marketplace Catalog; ce=Cost Explorer; chatbot=chatbot; \
    chime=Chime; cleanrooms=CleanRooms; cleanrooms-ml=CleanRoomsML; cloud9=Cloud9; cloudcontrolapi=CloudControl; \
    clouddirectory=CloudDirectory; cloudformation=CloudFormation; cloudfront=CloudFront; \
    cloudfront-keyvaluestore=CloudFront KeyValueStore; cloudhsm=CloudHSM; cloudhsmv2=CloudHSM V2; cloudsearch=CloudSearch; \
    cloudsearchdomain=CloudSearch Domain; cloudtrail=CloudTrail; cloudtrail-data=CloudTrail Data; \
    cloudwatch-omni=CloudWatchOmni; codeartifact=codeartifact; codebuild=CodeBuild; codecatalyst=CodeCatalyst; \
    codecommit=CodeCommit; codeconnections=CodeConnections; codedeploy=CodeDeploy; codeguru-profiler=CodeGuruProfiler; \
    codeguru-reviewer=CodeGuru Reviewer; codeguru-security=CodeGuru Security; codepipeline=CodePipeline; \
    codestar-connections=CodeStar connections; codestar-notifications=codestar notifications; \
    cognito-identity=Cognito Identity; cognito-idp=Cognito Identity Provider; cognito-sync=Cognito Sync; \
    comprehend=Comprehend; comprehendmedical=ComprehendMedical; compute-optimizer=Compute Optimizer; config=Config Service; \
    connect=Connect,ConnectScheduling; connect-campaigns=ConnectCampaigns,ConnectCampaignsV2; \
    contact-lens=Connect Contact Lens; continuum=Continuum; controlcatalog=ControlCatalog; \
    controlplane.payment-cryptography=Payment Cryptography; controltower=ControlTower; \
    cost-optimization-hub=Cost Optimization Hub; cur=Cost and Usage Report Service; data-ats.iot=IoT Data Plane; \
    data-signer=Signer Data; data.jobs.iot=IoT Jobs Data Plane; data.mediastore=MediaStore Data; data.qapps=QApps; \
    databrew=DataBrew; dataexchange=DataExchange; datapipeline=Data Pipeline; \
    dataplane.payment-cryptography=Payment Cryptography Data; datasync=DataSync; datazone=DataZone; dax=DAX; \
    deadline=deadline; deployment-marketplace=Marketplace Deployment; devicefarm=Device Farm; devops-guru=DevOps Guru; \
    directconnect=Direct Connect; discovery=Application Discovery Service; discovery-marketplace=Marketplace Discovery; \
    dlm=DLM; dms=Database Migration Service; docdb-elastic=DocDB Elastic; drs=drs; ds=Directory Service; \
    ds-data=Directory Service Data; dsql=DSQL; dynamodb=DynamoDB; ebs=EBS; ec2=EC2; \
    ec2-instance-connect=EC2 Instance Connect; ecs=ECS; edge.sagemaker=Sagemaker Edge; eks=EKS; eks-auth=EKS Auth; \
    elasticache=ElastiCache; elasticbeanstalk=Elastic Beanstalk; elasticfilesystem=EFS; \
    elasticloadbalancing=Elastic Load Balancing,Elastic Load Balancing v2; elasticmapreduce=EMR; \
    elemental-inference=ElementalInference; email=Pinpoint Email,SES,SESv2; emr-containers=EMR containers; \
    emr-serverless=EMR Serverless; end-user-messaging=EndUserMessaging; \
    entitlement.marketplace=Marketplace Entitlement Service; entityresolution=EntityResolution; \
    es=Elasticsearch Service,OpenSearch; events=EventBridge; eventsv2=EventBridgeV2; evs=evs; \
    execute-api=ApiGatewayManagementApi; featurestore-runtime.sagemaker=SageMaker FeatureStore Runtime; firehose=Firehose; \
    fis=fis; fms=FMS; forecast=forecast; forecastquery=forecastquery; frauddetector=FraudDetector; freetier=FreeTier; \
    fsx=FSx; gamelift=GameLift; gameliftstreams=GameLiftStreams; gateway-runtime.sagemaker=SageMaker Gateway Runtime; \
    geo=Location; geo-maps=Geo Maps; geo-places=Geo Places; geo-routes=Geo Routes; glacier=Glacier; \
    globalaccelerator=Global Accelerator; glue=Glue; grafana=grafana; greengrass=Greengrass,GreengrassV2; \
    groundstation=GroundStation; guardduty=GuardDuty; health=Health; health-agent=ConnectHealth; healthlake=HealthLake; \
    iam=IAM; iam-toolbox=IAM Toolbox; identity-chime=Chime SDK Identity; identitystore=identitystore; \
    imagebuilder=imagebuilder; importexport=ImportExport; \
    inferencerouter-runtime.sagemaker=SageMaker Inference Router Runtime; ingest.timestream=Timestream Write; \
    inspector=Inspector; inspector-scan=Inspector Scan; inspector2=Inspector2; interconnect=Interconnect; \
    internetmonitor=InternetMonitor; invoicing=Invoicing; iot=IoT; iotfleetwise=IoTFleetWise; iotsitewise=IoTSiteWise; \
    iotthingsgraph=IoTThingsGraph; iottwinmaker=IoTTwinMaker; ivs=ivs; ivschat=ivschat; ivsrealtime=IVS RealTime; \
    job-runtime.sagemaker=SagemakerJobRuntime; kafka=Kafka; kafkaconnect=KafkaConnect; kendra=kendra; \
    kendra-ranking=Kendra Ranking; kinesis=Kinesis; kinesisanalytics=Kinesis Analytics,Kinesis Analytics V2; \
    kinesisvideo=Kinesis Video,Kinesis Video Archived Media,Kinesis Video Media,Kinesis Video Signaling,Kinesis Video WebRTC Storage; \
    kms=KMS; lakeformation=LakeFormation; lambda=Lambda,Lambda Core,Lambda Microvms,Lambda Web; launchwizard=Launch Wizard; \
    license-manager=License Manager; license-manager-linux-subscriptions=License Manager Linux Subscriptions; \
    license-manager-user-subscriptions=License Manager User Subscriptions; lightsail=Lightsail; logs=CloudWatch Logs; \
    lookoutequipment=LookoutEquipment; m2=m2; machinelearning=Machine Learning; macie2=Macie2; mail-manager=MailManager; \
    managedblockchain=ManagedBlockchain; managedblockchain-query=ManagedBlockchain Query; \
    marketplacecommerceanalytics=Marketplace Commerce Analytics; media-pipelines-chime=Chime SDK Media Pipelines; \
    mediaconnect=MediaConnect; mediaconvert=MediaConvert; medialive=MediaLive; mediapackage=MediaPackage; \
    mediapackage-vod=MediaPackage Vod; mediapackagev2=MediaPackageV2; mediastore=MediaStore; \
    medical-imaging=Medical Imaging; meetings-chime=Chime SDK Meetings; memory-db=MemoryDB; \
    messaging-chime=Chime SDK Messaging; metering.marketplace=Marketplace Metering; metrics.sagemaker=SageMaker Metrics; \
    mgh=Migration Hub; mgn=mgn; migrationhub-config=MigrationHub Config; migrationhub-orchestrator=MigrationHubOrchestrator; \
    migrationhub-strategy=MigrationHubStrategy; models-v2-lex=Lex Models V2; models.lex=Lex Model Building Service; \
    monitoring=CloudWatch; mpa=MPA; mq=mq; mturk-requester=MTurk; neptune-db=neptunedata; neptune-graph=Neptune Graph; \
    network-firewall=Network Firewall; network-security-manager=Network Security Manager; \
    networkflowmonitor=NetworkFlowMonitor; networkmanager=NetworkManager; networkmonitor=NetworkMonitor; \
    notifications=Notifications; notifications-contacts=NotificationsContacts; nova-act=Nova Act; oam=OAM; \
    observabilityadmin=ObservabilityAdmin; odb=odb; oidc=SSO OIDC; omics=Omics; organizations=Organizations; osis=OSIS; \
    osm=OpenSearchMemory; outposts=Outposts; participant.connect=ConnectParticipant; \
    partnercentral-account=PartnerCentral Account; partnercentral-benefits=PartnerCentral Benefits; \
    partnercentral-channel=PartnerCentral Channel; partnercentral-marketing=PartnerCentral Marketing; \
    partnercentral-prm=PartnerCentral Revenue Measurement; partnercentral-selling=PartnerCentral Selling; payments=Payments; \
    pca-connector-ad=Pca Connector Ad; pca-connector-scep=Pca Connector Scep; pcs=PCS; personalize=Personalize; \
    personalize-events=Personalize Events; personalize-runtime=Personalize Runtime; pi=PI; pinpoint=Pinpoint; pipes=Pipes; \
    polly=Polly; portal.sso=SSO; pricingplanmanager=Pricing Plan Manager; profile=Customer Profiles; proton=Proton; \
    qbusiness=QBusiness; query.timestream=Timestream Query; quicksight=QuickSight; ram=RAM; rbin=rbin; \
    rds=DocDB,Neptune,RDS; rds-data=RDS Data; redshift=Redshift; redshift-data=Redshift Data; \
    redshift-serverless=Redshift Serverless; refactor-spaces=Migration Hub Refactor Spaces; rekognition=Rekognition; \
    reporting-marketplace=Marketplace Reporting; repostspace=repostspace; resiliencehub=resiliencehub,resiliencehubv2; \
    resource-explorer-2=Resource Explorer 2; resource-groups=Resource Groups; rolesanywhere=RolesAnywhere; route53=Route 53; \
    route53-recovery-cluster=Route53 Recovery Cluster; route53-recovery-control-config=Route53 Recovery Control Config; \
    route53-recovery-readiness=Route53 Recovery Readiness; route53domains=Route 53 Domains; \
    route53globalresolver=Route53GlobalResolver; route53profiles=Route53Profiles; route53resolver=Route53Resolver; \
    rtbfabric=RTBFabric; rum=RUM; runtime-v2-lex=Lex Runtime V2; runtime.lex=Lex Runtime Service; \
    runtime.sagemaker=SageMaker Runtime; s3=S3; s3-control=S3 Control; s3-outposts=S3Outposts; s3files=S3Files; \
    s3tables=S3Tables; s3vectors=S3Vectors; sagemaker-geospatial=SageMaker Geospatial; savingsplans=savingsplans; \
    scheduler=Scheduler; schemas=schemas; scn=SupplyChain; sdb=SimpleDB,SimpleDBv2; secretsmanager=Secrets Manager; \
    security-ir=Security IR; securityagent=SecurityAgent; securityhub=SecurityHub; securitylake=SecurityLake; \
    serverlessrepo=ServerlessApplicationRepository; servicecatalog=Service Catalog; \
    servicecatalog-appregistry=Service Catalog AppRegistry; servicediscovery=ServiceDiscovery; servicequotas=Service Quotas; \
    shield=Shield; signer=signer; signin=Signin; sms-voice=Pinpoint SMS Voice V2; sms-voice.pinpoint=Pinpoint SMS Voice; \
    snow-device-management=Snow Device Management; snowball=Snowball; sns=SNS; social-messaging=SocialMessaging; sqs=SQS; \
    ssm=SSM; ssm-contacts=SSM Contacts; ssm-guiconnect=SSM GuiConnect; ssm-incidents=SSM Incidents; \
    ssm-quicksetup=SSM QuickSetup; ssm-sap=Ssm Sap; sso=SSO Admin; states=SFN; storagegateway=Storage Gateway; \
    streams.dynamodb=DynamoDB Streams; sts=STS; support=Support; supportapp=Support App; supportauthz=SupportAuthZ; \
    sustainability=Sustainability; swf=SWF; synthetics=synthetics; tagging=Resource Groups Tagging API; tax=TaxSettings; \
    textract=Textract; thinclient=WorkSpaces Thin Client; timestream-influxdb=Timestream InfluxDB; \
    training-session-runtime.sagemaker=SageMakerTrainingSessionRuntime; transcribe=Transcribe; transfer=Transfer; \
    translate=Translate; trustedadvisor=TrustedAdvisor; uxc=uxc; verifiedpermissions=VerifiedPermissions; \
    voice-chime=Chime SDK Voice; voiceid=Voice ID; vpc-lattice=VPC Lattice; waf=WAF; waf-regional=WAF Regional; wafv2=WAFV2; \
    wellarchitected=WellArchitected; wisdom=QConnect,Wisdom; workdocs=WorkDocs; workmail=WorkMail; \
    workmailmessageflow=WorkMailMessageFlow; workspaces=WorkSpaces; workspaces-instances=Workspaces Instances; \
    workspaces-web=WorkSpaces Web; xray=XRay
    """
}
