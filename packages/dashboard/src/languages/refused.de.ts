import type { Refused } from "./refused.ts"

export const refused: Refused = {
  AccessCutOffPermission:
    "So früh, noch vor dem Ende des heutigen Tages, darf Zugänge nur enden lassen, wer sie entziehen darf. Wähle einen späteren Zeitpunkt, oder bitte die Verwaltung.",
  AccessEndsAfterEmployment:
    "Zugänge enden nicht nach dem Ende der Beschäftigung. Wähle einen früheren Zeitpunkt, oder ein späteres Ende der Beschäftigung.",
  AccessReturnNotFound: "Diese Rückgabe des Zugangs gibt es nicht.",
  ApiKeyExpiryPast: "Der Tag, an dem er abläuft, muss noch kommen.",
  ApiKeyLimitReached: "Eine Organisation hat höchstens # aktive API-Schlüssel. Lösche einen, den niemand mehr braucht.",
  ApiKeyNotFound: "Diesen API-Schlüssel gibt es nicht, oder er ist schon gelöscht.",
  ApprovalChainInUse:
    "Diese Freigabekette wird gebraucht: Sie ist der Standard, oder {pending} Anträge laufen auf ihr.",
  ApprovalChainLimitReached: "Eine Organisation hat höchstens # Freigabeketten. Lösche eine, die niemand mehr braucht.",
  ApprovalChainNotFound: "Diese Freigabekette gibt es nicht.",
  ApprovalChainUnknown: "Diese Freigabekette gibt es nicht mehr. Wähle eine andere.",
  ApprovalRequired:
    "Hier beginnt ein Austritt mit einer Genehmigung, und was genehmigt ist, ändern nur HR und Admins. Stelle einen Antrag, oder bitte sie.",
  ApproverUnknown: "Ein Schritt nennt ein Mitglied oder eine Rolle, die es nicht mehr gibt.",
  AppsBeingRevoked: "Gerade wird hier entzogen: {apps}. Versuche es danach noch einmal.",
  AppsNotSelected: "Nicht für diesen Austritt gewählt: {apps}",
  AppsSelected: "Für diesen Austritt sind Apps gewählt. Entzieh sie, oder bestätige, dass sie entfernt sind.",
  ArchiveNotWritten:
    "Das Archiv ließ sich nicht schreiben. Nichts ist verloren: Versuche es in ein paar Minuten noch einmal.",
  ArchiveStorageMissing: "Dieser Dienst hat keinen Speicher für Archive. Frage den Betreiber.",
  AssetHolderRefused: "Diese Person steht nicht im Verzeichnis, oder sie wurde gelöscht.",
  AssetLost: "Dieses Gerät ist verloren. Kam es wieder, trag ein, dass es gefunden wurde.",
  AssetNotFound: "Dieses Gerät gibt es nicht.",
  AssetSerialTaken: "Ein Gerät mit dieser Seriennummer gibt es schon. Bearbeite jenes, oder berichtige die Nummer.",
  AuditExportRefused: "Die Ausgabe ließ sich nicht aufzeichnen, also geht sie nicht hinaus. Versuche es später.",
  AuditExportTooLarge: "Mehr als # Einträge passen. Wähle weniger Tage, und gib in Teilen aus.",
  AuditorLinkNotFound: "Diesen Link gibt es nicht.",
  BaseUrlRefused:
    "Diese Adresse lässt sich nicht benutzen: Sie muss öffentlich sein, mit https:// beginnen und einen Namen haben, den es gibt. ({error})",
  CalendlyConnectRefused: "Calendly wurde nicht verbunden. Prüfe das Token und die Art des Termins. ({error})",
  CalendlyFailed: "Calendly hat abgelehnt oder nicht geantwortet. Versuche es später. ({error})",
  CalendlyNotConnected: "Calendly ist nicht verbunden. Verbinde es zuerst unter Integrationen.",
  CancelReasonRequired: "Abbrechen braucht einen Grund von # bis # Zeichen.",
  CaseCompleted: "Dieser Austritt ist abgeschlossen. Stell ihn zuerst eine Stufe zurück.",
  ChatUnproven: "Eine erste Nachricht kam nicht an, also wurde nichts gespeichert. Prüfe die Zugangsdaten. ({error})",
  ChatUrlRefused:
    "Diese Adresse lässt sich nicht benutzen: Sie muss öffentlich sein und mit https:// beginnen. ({error})",
  ChecklistItemNotFound: "Diese Aufgabe gibt es nicht mehr.",
  ChecklistTemplateNotFound: "Diese Checkliste gibt es nicht mehr.",
  ChecklistTemplateUnknown: "Diese Checkliste gibt es nicht mehr. Wähle eine andere.",
  CompletedNotCancellable:
    "Ein abgeschlossener Austritt lässt sich nicht abbrechen. Stell ihn zuerst eine Stufe zurück.",
  ConfigRefused: "Diese Einstellungen passen so nicht. ({error})",
  CredentialRefused:
    "Die Zugangsdaten wurden dort nicht angenommen. Prüfe sie, und was sie dürfen. Die App sagt: {error}",
  CurrentPasswordWrong:
    "Das jetzige Passwort ist falsch. Hast du noch keines, bitte um einen Link bei „Passwort vergessen“.",
  DefaultJurisdictionUnknown: "Dieses Land oder diese Region gibt es nicht. Gib einen Code nach ISO # an, etwa DE.",
  DelegationInvalid:
    "An diese Person lässt sich der Schritt nicht übertragen: Es muss ein anderes Mitglied sein, und nicht, wer den Antrag gestellt hat.",
  DeletionAlreadyScheduled: "Die Löschung dieser Organisation ist schon angesetzt. Sag sie ab, um den Tag zu ändern.",
  DeletionNotScheduled: "Es ist keine Löschung angesetzt, oder sie lässt sich nicht mehr absagen.",
  DeliveryArrived: "Diese Zustellung kam an. Noch einmal senden lässt sich nur, was fehlschlug oder aufgegeben wurde.",
  DeliveryNotFound: "Diese Zustellung gibt es nicht mehr.",
  DeliveryPending:
    "Diese Zustellung wartet und geht von selbst hinaus. Noch einmal senden lässt sich nur, was fehlschlug oder aufgegeben wurde.",
  DirectoryRecordUnknown: "Diese Person steht nicht im Verzeichnis.",
  DistributionListLimit: "Eine Organisation hat höchstens # Verteiler. Lösche zuerst einen.",
  DistributionListNotFound: "Diesen Verteiler gibt es nicht mehr.",
  DocumentNotFound: "Dieses Dokument gibt es nicht mehr.",
  DocumentStorageUnavailable:
    "Der Dateispeicher fehlt, ist voll oder antwortet nicht. Versuche es später, oder frage den Betreiber.",
  DocumentTemplateNameTaken: "Ein anderer Brief heißt schon so. Wähle einen anderen Namen.",
  DocumentTemplateNotFound: "Diesen Brief gibt es nicht mehr.",
  EmailUnverified: "Diese Adresse ist noch nicht bestätigt. Öffne den Link in der Mail, die wir dir geschickt haben.",
  EmployeeEmailTaken: "Im Verzeichnis hat schon jemand diese Adresse.",
  EmployeeErased: "Diese Person wurde gelöscht. Ihr Eintrag ändert sich nicht mehr; leg stattdessen jemanden neu an.",
  EmployeeInUse:
    "Austritte, Geräte oder anderes nennen diese Person. Setze sie auf inaktiv, oder lösche ihre Daten, statt sie zu entfernen.",
  EmployeeIsMember:
    "Mit dieser Adresse meldet sich hier jemand an. Beende die Mitgliedschaft unter Mitglieder, dann lösche die Daten.",
  EmployeeNotFound: "Diese Person steht nicht im Verzeichnis.",
  EmployeeNumberTaken: "Im Verzeichnis hat schon jemand diese Personalnummer.",
  EmployeeUnderLegalHold:
    "Ein Austritt, der diese Person betrifft oder nennt, steht unter Aufbewahrungspflicht, oder sie ist erst vor weniger als # Tagen aufgehoben worden. Solange wird nichts gelöscht.",
  EmploymentEndsBeforeExit:
    "Die Beschäftigung endet nicht vor dem letzten Arbeitstag. Gib diesen oder einen späteren Tag an.",
  EntitlementsCaseNotFound: "Diesen Austritt gibt es nicht, oder er ist nicht für dich zu sehen.",
  EventTypeMissing:
    "Der verbundene Benutzer von Calendly hat keine aktive Art von Termin. Leg dort eine an, oder nenne eine beim Verbinden.",
  EvidenceRefused: "Der Nachweis ließ sich nicht aufzeichnen, also geht er nicht hinaus. Versuche es später.",
  ExitDateRequired: "Nenne den letzten Arbeitstag: Niemand hat ihn gesagt.",
  ExitInterviewAddressMissing: "Dieser Austritt hat keine Adresse, an die eine Einladung gehen könnte. Trag eine ein.",
  ExitInterviewExists: "Die Person ist schon eingeladen.",
  ExitInterviewHeld: "Das Austrittsgespräch gilt als geführt. Nimm das zuerst zurück.",
  ExitInterviewNotFound: "Dieser Austritt hat kein Austrittsgespräch. Lade die Person zuerst ein.",
  ExportDownloadRefused: "Der Download ließ sich nicht aufzeichnen oder vorbereiten. Versuche es später.",
  ExportInProgress: "Ein Export entsteht schon. Warte, bis er fertig ist.",
  ExportNotFound: "Diesen Export gibt es nicht.",
  ExportStorageFull: "Der Dateispeicher ist fast voll, also entsteht kein Export. Frage den Betreiber.",
  ExportStorageMissing: "Dieser Dienst hat keinen Dateispeicher. Frage den Betreiber.",
  ExportUnavailable: "Dieser Export ist noch nicht fertig, gescheitert oder abgelaufen.",
  GlobalTokenRevocationInvalid: "Diese Einstellungen passen so nicht. ({error})",
  GlobalTokenRevocationOff: "Universal Logout ist hier schon aus.",
  HrisReviewDecided: "Darüber ist schon entschieden. Lade neu, um zu sehen, wie.",
  HrisReviewNotFound: "Diese Meldung gibt es nicht mehr.",
  InitiationEdited: "Dieser Antrag wurde inzwischen geändert. Lade neu, um zu sehen, worum er jetzt bittet.",
  InitiationNotFound: "Diesen Antrag gibt es nicht.",
  InitiationNotPending: "Dieser Antrag wartet nicht mehr. Lade neu, um zu sehen, was aus ihm wurde.",
  IntegrationNotFound: "Diese Verbindung gibt es nicht mehr.",
  InvalidRequest: "Etwas davon passt nicht: {error}",
  InviteInvalid: "Diese Einladung gilt nicht mehr. Bitte die Verwaltung um eine neue.",
  InviteNotFound: "Diese Einladung gibt es nicht, oder sie ist angenommen, zurückgezogen oder abgelaufen.",
  ItTicketExists: "Diese Aufgabe hat schon ein Ticket.",
  ItTicketsConnectRefused: "Der Helpdesk wurde nicht verbunden. ({error})",
  ItTicketsNotConnected: "Kein Helpdesk ist verbunden. Verbinde zuerst einen unter Integrationen.",
  JurisdictionUnknown: "Dieses Land oder diese Region gibt es nicht. Gib einen Code nach ISO # an, etwa DE.",
  LeaverTestDownloadRefused: "Der Download ließ sich nicht aufzeichnen oder vorbereiten. Versuche es später.",
  LeaverTestInProgress: "Ein Leaver-Test entsteht schon. Warte, bis er fertig ist.",
  LeaverTestNotFound: "Diesen Leaver-Test gibt es nicht.",
  LeaverTestStorageFull: "Der Dateispeicher ist fast voll, also entsteht kein Leaver-Test. Frage den Betreiber.",
  LeaverTestStorageMissing: "Dieser Dienst hat keinen Dateispeicher. Frage den Betreiber.",
  LeaverTestUnavailable: "Dieser Leaver-Test ist noch nicht fertig, gescheitert, abgelaufen oder zurückgezogen.",
  LeftBehindCaseCancelled:
    "Dieser Austritt ist abgebrochen: Nichts davon wird mehr angesehen, beendet oder übernommen.",
  LeftBehindCaseNotFound: "Diesen Austritt gibt es nicht, oder du siehst ihn nicht.",
  LeftBehindFormer:
    "Das gehört der Person, um die es in diesem Austritt ging, bevor die E-Mail-Adresse geändert wurde: Es wird weder beendet noch übergeben. Erledige es von Hand in der App und vermerke das hier.",
  LeftBehindInUse:
    "Im Verzeichnis steht eine aktive Person mit diesem Eintrag oder dieser E-Mail-Adresse. Die Apps werden nicht gefragt: Was sie zeigen, kann dieser Person gehören.",
  LeftBehindNotFound: "Das gibt es hier nicht, oder du siehst es nicht.",
  LeftBehindOff: "In dieser Organisation wird nicht gesucht, was zurückbleibt. Schalte es zuerst ein.",
  LeftBehindSettled: "Das ist schon erledigt. Offen ist es wieder, wenn es gefunden wird, obwohl es beendet war.",
  LegalHoldInForce:
    "Hier gilt eine Aufbewahrungspflicht, oder sie ist erst vor weniger als # Tagen aufgehoben worden. Solange lässt sich nichts löschen oder ändern.",
  LinkInvalid: "Dieser Link gilt nicht mehr. Er geht einmal und für begrenzte Zeit: Bitte um einen neuen.",
  LinkedItemOpen:
    "Diese Aufgabe folgt etwas, das noch offen ist, und erledigt sich damit. Erledige das zuerst, oder setze sie auf nicht nötig.",
  LoginFailed: "Die E-Mail-Adresse oder das Passwort ist falsch.",
  ManagerIsEmployee: "Niemand ist die eigene Führungskraft. Nenne eine andere Adresse, oder keine.",
  MemberHandover: "Die Person ist Mitglied und muss vor dem Abschluss etwas übergeben. Die Übersicht nennt es.",
  MemberNotFound: "Dieses Mitglied gibt es nicht mehr.",
  NameOfOthers:
    "Du bist über den Identitätsdienst einer Organisation angemeldet, und dein Konto gehört noch zu anderen. Melde dich mit dem Passwort an, um deinen Namen zu ändern.",
  NewOwnerIsLeaver: "Wer geht, kann das Eigene nicht übernehmen. Nenne jemand anderen.",
  NewOwnerUnnamed:
    "Das blockiert den Entzug, und kein anderes Mitglied hat benannt, wer übernimmt. Bitte ein anderes Mitglied, das diesen Austritt sieht, jemanden zu benennen, oder einen Super-Admin, die Sperre zu übergehen.",
  NoAppsSelected:
    "Für diesen Austritt ist keine App gewählt. Wähle Apps, oder bestätige, dass es nichts zu entziehen gibt.",
  NoNewOwner: "Niemand ist benannt, der das übernimmt. Benenne zuerst jemanden.",
  NotNeededReasonRequired: "Sag in # bis # Zeichen, warum die Aufgabe nicht nötig ist.",
  NothingLeftToRevoke: "Jede gewählte App ist schon entzogen oder als entfernt bestätigt.",
  NothingStopped: "Das hält den Entzug nicht auf, also gibt es nichts weitergehen zu lassen.",
  NothingToReturn:
    "Bei diesen Apps ist nichts bekannt, das entzogen wurde, also gibt es nichts zurückzugeben. Zurück kann nur, was vor dem Entzug zu sehen war und danach nicht mehr.",
  NotificationNotFound: "Diese Mitteilung gibt es nicht mehr.",
  OAuthUnconfigured: "Dieser Dienst ist dafür nicht eingerichtet. Frage den Betreiber. ({error})",
  OffboardingBeingRevoked: "Gerade werden hier Zugänge entzogen. Lösche ihn, wenn das zu Ende ist.",
  OffboardingCancelled: "Dieser Austritt ist abgebrochen, und das ist endgültig. Beginne einen neuen.",
  OffboardingDuplicate: "Diese Person hat schon einen offenen Austritt.",
  OffboardingNotFound: "Diesen Austritt gibt es nicht, oder du siehst ihn nicht.",
  OffboardingsStarted: "Austritte, die du begonnen hast, sind noch offen. Schließe sie ab, oder übergib sie zuerst.",
  OpenTaskDelete:
    "Diese Aufgabe ist offen: Nur ein Super-Admin oder Admin kann sie löschen. Erledige sie zuerst, oder setze sie auf nicht nötig.",
  OrganisationNotFound: "Diese Organisation gibt es nicht.",
  OtherSignInNeeded:
    "Du bist über den Identitätsdienst dieser Organisation angemeldet, und das gilt für keine andere. Melde dich ab, und dort an.",
  OutsideRecordScope:
    "Diesen Austritt würdest du nicht sehen: Er ist dein eigener, oder Abteilung oder Führungskraft liegen außerhalb deines Bereichs. Nenne eine deiner Abteilungen, oder dich als Führungskraft.",
  OwnManager: "Niemand ist die eigene Führungskraft. Nenne eine andere Adresse, oder keine.",
  PasswordNotSet:
    "Dein Konto hat noch kein Passwort. Setze eines über „Passwort vergessen“, dann versuche es noch einmal.",
  PasswordRefused:
    "Dieses Passwort geht nicht: Es ist zu kurz, zu bekannt, deine Adresse oder das jetzige. Wähle ein anderes.",
  PasswordsBusy: "Gerade werden zu viele Passwörter geprüft. Versuche es in ein paar Sekunden noch einmal.",
  PersonInUse:
    "Der Zugang dieser Person wird gerade entzogen oder zurückgegeben. E-Mail-Adresse und Benutzername lassen sich erst danach ändern.",
  ApprovalPastExitDate:
    "Der letzte Tag ist vorbei, also würde diese Genehmigung Zugänge sofort entziehen; das darfst du nicht. Gib den Schritt an ein Mitglied ab, das Zugänge entziehen darf, bitte die Verwaltung um die Genehmigung, oder lass einen späteren Tag eintragen.",
  PastExitDatePermission:
    "Der letzte Tag ist vorbei, also würden Zugänge sofort entzogen; das darfst du nicht. Wähle einen späteren Tag, oder bitte die Verwaltung.",
  PdfRefused: "Das PDF ließ sich nicht aufzeichnen, also ging es nicht hinaus. Versuche es später.",
  PlanLimitExceeded: "Euer Tarif erlaubt {limit}, und so viele sind es schon. Mach Platz, oder wählt einen größeren.",
  PlanLimitReached: "Mehr geht in eurem Tarif nicht. Mach Platz, oder wählt einen größeren.",
  PortalAddressMissing:
    "Dieser Austritt hat keine E-Mail, an die der Link gehen könnte. Trag die E-Mail der Person ein und versuch es noch einmal.",
  PortalReasonRequired: "Die URL braucht einen Grund von 5 bis 500 Zeichen.",
  ShipmentNotAnnounced: "Für dieses Gerät ist keine Rücksendung angekündigt. Melde es stattdessen als zurück.",
  LeaverMailsExceeded:
    "In der letzten Stunde gingen zu viele solcher E-Mails hinaus: höchstens 5 je Austritt und 50 je Organisation. Versuch es später noch einmal.",
  ProposalChanged:
    "Der Plan des Assistenten wäre inzwischen ein anderer. Lehne ihn ab und lass neu vorschlagen. ({error})",
  ReasonRequired: "Gib einen Grund von # bis # Zeichen an.",
  RegistrationClosed: "Die Registrierung ist geschlossen. Bitte die Verwaltung deiner Organisation um eine Einladung.",
  ReportOutsideScope:
    "Du siehst nur einige Abteilungen: Berichte, die du anlegst, änderst oder löschst, müssen auf deine eingegrenzt sein, auch jeder, der an den Verteiler geht.",
  ReportsNotForDirectReports:
    "Du siehst nur die eigenen Leute, also kannst du Berichte und Verteiler weder anlegen noch ändern.",
  ResidualAccessNotFound: "Diesen Fund gibt es nicht mehr.",
  ReturnDecided: "Über diese Rückgabe ist schon entschieden.",
  ReturnOfNobody:
    "Dieser Austritt nennt keine E-Mail-Adresse mehr, also ist kein Konto zu finden, das zurückzugeben wäre.",
  ReturnOpen:
    "Für diesen Austritt ist schon eine Rückgabe vorgeschlagen oder unterwegs. Entscheide sie, oder warte, bis sie fertig ist.",
  ReturnPlanChanged:
    "Der Plan, die E-Mail-Adresse oder ein Konto ist nicht mehr das, was du gelesen hast. Lies den Plan noch einmal, oder lehne ihn ab und lass ihn neu vorschlagen.",
  RevocationCaseCancelled: "Dieser Austritt ist abgebrochen, also wird nichts entzogen.",
  RevocationCaseNotFound: "Diesen Austritt gibt es nicht, oder du siehst ihn nicht.",
  RevocationOutstanding:
    "Zugänge dieser Person sind noch zu entziehen, und das braucht ihre Adresse. Entzieh sie, oder brich den Austritt ab, dann lösche die Daten.",
  RevocationUnderWay: "Der Zugang dieser Person wird gerade entzogen. Warte, bis das fertig ist.",
  RoleInUse:
    "Diese Rolle ist noch vergeben (Mitglieder: {members}, Einladungen: {invites}). Gib ihnen zuerst eine andere.",
  RoleLimitReached: "Eine Organisation hat höchstens # eigene Rollen. Lösche eine, die niemand mehr braucht.",
  RoleNotFound: "Diese Rolle gibt es nicht mehr.",
  RoleUnknown: "Diese Rolle gibt es nicht mehr. Wähle eine andere.",
  ScheduledReportLimit: "Eine Organisation hat höchstens # geplante Berichte. Lösche zuerst einen.",
  ScheduledReportNotFound: "Diesen Bericht gibt es nicht mehr.",
  ScheduledReportRefused: "Dieser Bericht passt so nicht. ({error})",
  ScopeInvalid: "Dieser Bereich passt nicht zur Rolle, oder ihm fehlen die Abteilungen.",
  SelectedAppNotFound: "Diese App ist für den Austritt nicht gewählt.",
  ServiceNameReserved: "So heißt eine eingebaute Integration. Wähle einen anderen Namen, oder verbinde jene.",
  SessionNotFound: "Diese Sitzung gibt es nicht mehr.",
  SettingUnavailable: "Diese Einstellung hat die App nicht.",
  SiemQueueFull: "# Ereignisse warten schon auf dieses Ziel. Mach weiter, wenn einige gesendet sind.",
  SiemTargetLimit: "Eine Organisation hat höchstens # SIEM-Ziele. Lösche zuerst eines.",
  SiemTargetNotFound: "Dieses SIEM-Ziel gibt es nicht mehr.",
  SiemTargetPaused: "Dieses SIEM-Ziel ist angehalten. Setze es zuerst fort.",
  SiemTargetRefused: "Adresse oder Token passen so nicht. ({error})",
  SignatureExists: "Dieses Dokument ist schon unterschrieben. Setze es zuerst zurück, um neu unterschreiben zu lassen.",
  SignatureFileMissing: "Dieses Dokument hat keine Datei, also gibt es nichts zu unterschreiben. Lade sie zuerst hoch.",
  SignatureFileUnreadable: "Die Datei ließ sich nicht lesen. Lade sie stattdessen hoch.",
  SignatureNotPending: "Für dieses Dokument wartet keine Unterschrift mehr.",
  SignaturePending: "Für dieses Dokument wartet schon eine Unterschrift. Brich sie zuerst ab.",
  SignatureProviderMissing:
    "Kein Anbieter von Unterschriften ist verbunden. Verbinde DocuSign, Acrobat Sign oder Dropbox Sign unter Integrationen.",
  SigningNotConfigured: "Dieser Dienst signiert nicht, also gibt es keinen Schlüssel. Frage den Betreiber.",
  SigningProviderFailed: "Der Anbieter hat abgelehnt oder nicht geantwortet. Versuche es später. ({error})",
  SlaExportRefused: "Die Ausgabe ließ sich nicht aufzeichnen, also geht sie nicht hinaus. Versuche es später.",
  SmsConnectRefused: "Twilio wurde nicht verbunden. Prüfe die Zugangsdaten und den Absender. ({error})",
  SoleSuperadmin: "Du bist der einzige Super-Admin. Mach zuerst ein anderes Mitglied dazu.",
  SourceFailed: "Die Quelle hat abgelehnt oder nicht geantwortet. Was vorher gelesen wurde, bleibt. ({error})",
  SourceNotConnected: "Diese Quelle ist nicht verbunden. Verbinde sie zuerst unter Integrationen.",
  SsoNotConfigured:
    "Single Sign-on ist hier nicht eingerichtet. Bitte die Verwaltung, oder melde dich mit dem Passwort an.",
  SsoRequired: "Deine Organisation meldet sich über ihren Identitätsdienst an.",
  SsoSettingsInvalid: "Diese Einstellungen passen so nicht. ({error})",
  StageGateClosed: "Diese Stufe lässt sich noch nicht erreichen: Etwas davor ist offen.",
  StatusInvalid: "Diesen Stand gibt es nicht.",
  StepActedOn: "Über diesen Schritt ist schon entschieden. Lade den Antrag neu, um zu sehen, wie er steht.",
  StepUpFailed: "Das Passwort ist falsch, oder der Code deines zweiten Faktors fehlt oder ist falsch.",
  StorageQuotaReached: "Mehr Dateien fasst eure Organisation nicht. Lösche Dokumente, die niemand mehr braucht.",
  SuccessorIsSelf: "Es muss ein anderes Mitglied sein, nicht du.",
  SuccessorUnknown: "Dieses Mitglied gibt es nicht mehr.",
  SyncRunning: "Ein Abgleich läuft schon. Versuche es, wenn er fertig ist.",
  TakeoverNeeded:
    "Erst muss jemand übernehmen, was sonst niemandem mehr gehört, oder ein Super Admin gibt den Entzug frei. Sieh nach, was zurückbleibt.",
  TaskIsDone: "Diese Aufgabe ist erledigt: Sie braucht kein Ticket.",
  TeamsNotConnected: "Microsoft Teams ist nicht verbunden. Verbinde es zuerst.",
  TwoFactorCodeWrong: "Der Code ist falsch oder zu alt. Gib den ein, den deine App jetzt zeigt.",
  TwoFactorFailed:
    "Der Code ist falsch, oder diese Anmeldung ist nicht mehr offen. Nimm einen anderen Code, oder melde dich neu an.",
  TwoFactorNotSetUp: "Es gibt keinen zweiten Faktor einzuschalten. Richte zuerst einen ein.",
  TwoFactorOfOthers:
    "Du bist über den Identitätsdienst einer Organisation angemeldet, und dein Konto gehört noch zu anderen. Melde dich mit dem Passwort an, um einen zweiten Faktor einzurichten.",
  TwoFactorOff: "Dein zweiter Faktor ist aus. Richte zuerst einen ein.",
  TwoFactorOn: "Dein zweiter Faktor ist schon an. Schalte ihn aus, bevor du einen anderen einrichtest.",
  UnknownApps: "Nicht verbunden, oder ohne Entzug von Zugängen: {apps}",
  UploadTooLarge: "Diese Datei ist zu groß: Es gehen höchstens # MB.",
  VendorUnanswering: "Es kam keine Antwort. Prüfe die Adresse, und versuche es noch einmal. ({error})",
  VouchedForOneOrganisation:
    "Du bist über den Identitätsdienst einer Organisation angemeldet, und dein Konto gehört noch zu anderen. Verlass diese Organisation, oder melde dich mit dem Passwort an, um das Konto zu schließen.",
  WebhookLimit: "Eine Organisation hat höchstens # Webhooks. Lösche zuerst einen.",
  WebhookNotFound: "Diesen Webhook gibt es nicht mehr.",
  WebhookPaused: "Dieser Webhook ist angehalten. Setze ihn fort, bevor du noch einmal sendest.",
  WebhookUrlRefused:
    "Diese Adresse lässt sich nicht benutzen: Sie muss öffentlich sein, mit https:// beginnen und einen Namen haben, den es gibt. ({error})"
}
