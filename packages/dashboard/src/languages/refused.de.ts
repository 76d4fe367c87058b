import type { Refused } from "./refused.ts"

export const refused: Refused = {
  AccessCutOffPermission:
    "Vor dem Ende des heutigen Tages dürfen nur Mitglieder den Zugriff beenden, die ihn entziehen dürfen. Wähle einen späteren Zeitpunkt oder bitte einen Admin.",
  AccessEndsAfterEmployment:
    "Der Zugriff darf nicht nach dem Ende der Beschäftigung enden. Wähle einen früheren Zeitpunkt oder ein späteres Ende der Beschäftigung.",
  AccessReturnNotFound: "Diese Wiederherstellung gibt es nicht.",
  ApiKeyExpiryPast: "Das Ablaufdatum muss in der Zukunft liegen.",
  ApiKeyLimitReached:
    "Eine Organisation hat höchstens # aktive API-Schlüssel. Widerrufe einen, der nicht mehr gebraucht wird.",
  ApiKeyNotFound: "Diesen API-Schlüssel gibt es nicht, oder er ist schon widerrufen.",
  ApprovalChainInUse:
    "Diese Freigabekette wird verwendet: Sie ist der Standard, oder {pending} offene Anträge nutzen sie.",
  ApprovalChainLimitReached:
    "Eine Organisation hat höchstens # Freigabeketten. Lösche eine, die nicht mehr gebraucht wird.",
  ApprovalChainNotFound: "Diese Freigabekette gibt es nicht.",
  ApprovalChainUnknown: "Diese Freigabekette gibt es nicht mehr. Wähle eine andere.",
  ApprovalRequired:
    "Eure Organisation verlangt eine Freigabe, um einen Austritt zu starten. Stelle einen Antrag. Nur HR und Admins können einen freigegebenen Austritt ändern.",
  ApproverUnknown: "Ein Schritt nennt ein Mitglied oder eine Rolle, die es nicht mehr gibt.",
  AppsBeingRevoked: "Der Zugriff wird gerade entzogen: {apps}. Versuche es danach erneut.",
  AppsNotSelected: "Für diesen Austritt nicht ausgewählt: {apps}",
  AppsSelected: "Für diesen Austritt sind Apps ausgewählt. Entziehe den Zugriff oder markiere ihn als entfernt.",
  ArchiveNotWritten:
    "Das Archiv konnte nicht geschrieben werden. Nichts ist verloren: Versuche es in ein paar Minuten erneut.",
  ArchiveStorageMissing: "Dieser Dienst hat keinen Speicher für Archive. Wende dich an den Betreiber.",
  AssetHolderRefused: "Diese Person ist nicht im Verzeichnis, oder ihre Daten wurden gelöscht.",
  AssetLost: "Dieses Gerät ist als verloren markiert. Ist es wieder da, markiere es als gefunden.",
  AssetNotFound: "Dieses Gerät gibt es nicht.",
  AssetSerialTaken: "Ein Gerät mit dieser Seriennummer gibt es schon. Bearbeite jenes oder korrigiere die Nummer.",
  AuditExportRefused:
    "Der Export konnte nicht im Audit-Log festgehalten werden und wurde deshalb abgelehnt. Versuche es später erneut.",
  AuditExportTooLarge: "Mehr als # Einträge gefunden. Wähle weniger Tage und exportiere in Teilen.",
  AuditorLinkNotFound: "Diesen Link gibt es nicht.",
  BaseUrlRefused:
    "Diese URL ist nicht zulässig: Sie muss öffentlich erreichbar sein, mit https:// beginnen und einen gültigen Hostnamen haben. ({error})",
  CalendlyConnectRefused: "Calendly wurde nicht verbunden. Prüfe Token und Terminart. ({error})",
  CalendlyFailed: "Calendly hat abgelehnt oder nicht geantwortet. Versuche es später erneut. ({error})",
  CalendlyNotConnected: "Calendly ist nicht verbunden. Verbinde es zuerst unter Integrationen.",
  CancelReasonRequired: "Gib zum Abbrechen einen Grund von # bis # Zeichen an.",
  CaseCompleted: "Dieser Austritt ist abgeschlossen. Verschiebe ihn zuerst eine Stufe zurück.",
  ChatUnproven: "Die Testnachricht kam nicht an, deshalb wurde nichts gespeichert. Prüfe die Zugangsdaten. ({error})",
  ChatUrlRefused:
    "Diese URL ist nicht zulässig: Sie muss öffentlich erreichbar sein und mit https:// beginnen. ({error})",
  ChecklistItemNotFound: "Diese Aufgabe gibt es nicht mehr.",
  ChecklistTemplateNotFound: "Diese Checkliste gibt es nicht mehr.",
  ChecklistTemplateUnknown: "Diese Checkliste gibt es nicht mehr. Wähle eine andere.",
  CompletedNotCancellable:
    "Ein abgeschlossener Austritt lässt sich nicht abbrechen. Verschiebe ihn zuerst eine Stufe zurück.",
  ConfigRefused: "Diese Einstellungen sind ungültig. ({error})",
  CredentialRefused:
    "Die App hat die Zugangsdaten abgelehnt. Prüfe sie und ihre Berechtigungen. Antwort der App: {error}",
  CurrentPasswordWrong:
    "Das aktuelle Passwort ist falsch. Hast du noch keines, fordere über „Passwort vergessen“ einen Link an.",
  DefaultJurisdictionUnknown: "Dieses Land oder diese Region gibt es nicht. Gib einen Code nach ISO # an, etwa DE.",
  DelegationInvalid:
    "An diese Person kannst du den Schritt nicht delegieren: Es muss ein anderes Mitglied sein und darf nicht die Person sein, die den Antrag gestellt hat.",
  DeletionAlreadyScheduled: "Die Löschung dieser Organisation ist schon geplant. Brich sie ab, um den Tag zu ändern.",
  DeletionNotScheduled: "Es ist keine Löschung geplant, oder sie lässt sich nicht mehr abbrechen.",
  DeliveryArrived: "Diese Zustellung ist angekommen. Erneut senden lassen sich nur fehlgeschlagene Zustellungen.",
  DeliveryNotFound: "Diese Zustellung gibt es nicht mehr.",
  DeliveryPending:
    "Diese Zustellung steht aus und wird automatisch gesendet. Erneut senden lassen sich nur fehlgeschlagene Zustellungen.",
  DirectoryRecordUnknown: "Diese Person ist nicht im Verzeichnis.",
  DistributionListLimit: "Eine Organisation hat höchstens # Verteiler. Lösche zuerst einen.",
  DistributionListNotFound: "Diesen Verteiler gibt es nicht mehr.",
  DocumentNotFound: "Dieses Dokument gibt es nicht mehr.",
  DocumentStorageUnavailable:
    "Der Dateispeicher fehlt, ist voll oder antwortet nicht. Versuche es später erneut oder wende dich an den Betreiber.",
  DocumentTemplateNameTaken: "Eine andere Dokumentvorlage hat schon diesen Namen. Wähle einen anderen.",
  DocumentTemplateNotFound: "Diese Dokumentvorlage gibt es nicht mehr.",
  EmailUnverified:
    "Diese E-Mail-Adresse ist noch nicht bestätigt. Öffne den Link in der E-Mail, die wir dir gesendet haben.",
  EmployeeEmailTaken: "Eine Person mit dieser E-Mail-Adresse ist schon im Verzeichnis.",
  EmployeeErased:
    "Die Daten dieser Person wurden gelöscht. Ihr Eintrag ändert sich nicht mehr; lege stattdessen eine neue Person an.",
  EmployeeInUse:
    "Austritte, Geräte oder andere Einträge nennen diese Person. Setze sie stattdessen auf inaktiv oder lösche ihre Daten.",
  EmployeeIsMember:
    "Diese Person meldet sich hier als Mitglied an. Beende zuerst die Mitgliedschaft unter Mitglieder, dann lösche die Daten.",
  EmployeeNotFound: "Diese Person ist nicht im Verzeichnis.",
  EmployeeNumberTaken: "Eine andere Person im Verzeichnis hat schon diese Personalnummer.",
  EmployeeUnderLegalHold:
    "Ein Austritt, der diese Person betrifft oder nennt, steht unter Löschsperre, oder sie wurde vor weniger als # Tagen aufgehoben. Solange lässt sich nichts löschen.",
  EmploymentEndsBeforeExit:
    "Die Beschäftigung endet nicht vor dem letzten Arbeitstag. Gib diesen oder einen späteren Tag an.",
  EntitlementsCaseNotFound: "Diesen Austritt gibt es nicht, oder du hast keinen Zugriff darauf.",
  EventTypeMissing:
    "Das verbundene Calendly-Konto hat keine aktive Terminart. Lege dort eine an oder gib beim Verbinden eine an.",
  EvidenceRefused:
    "Das Nachweispaket konnte nicht im Audit-Log festgehalten werden und wurde deshalb abgelehnt. Versuche es später erneut.",
  ExitDateRequired: "Gib den letzten Arbeitstag ein.",
  ExitInterviewAddressMissing: "Dieser Austritt hat keine E-Mail-Adresse für die Einladung. Trage eine ein.",
  ExitInterviewExists: "Die Person ist schon eingeladen.",
  ExitInterviewHeld: "Das Austrittsgespräch ist als geführt markiert. Mach das zuerst rückgängig.",
  ExitInterviewNotFound: "Dieser Austritt hat kein Austrittsgespräch. Lade die Person zuerst ein.",
  ExportDownloadRefused: "Der Download konnte nicht vorbereitet oder festgehalten werden. Versuche es später erneut.",
  ExportInProgress: "Ein Export läuft schon. Warte, bis er fertig ist.",
  ExportNotFound: "Diesen Export gibt es nicht.",
  ExportStorageFull: "Der Dateispeicher ist fast voll, deshalb startet kein Export. Wende dich an den Betreiber.",
  ExportStorageMissing: "Dieser Dienst hat keinen Dateispeicher. Wende dich an den Betreiber.",
  ExportUnavailable: "Dieser Export ist noch nicht fertig, fehlgeschlagen oder abgelaufen.",
  GlobalTokenRevocationInvalid: "Diese Einstellungen sind ungültig. ({error})",
  GlobalTokenRevocationOff: "Universal Logout ist hier schon ausgeschaltet.",
  HrisReviewDecided: "Über diese Meldung ist schon entschieden. Lade neu, um das Ergebnis zu sehen.",
  HrisReviewNotFound: "Diese Meldung gibt es nicht mehr.",
  InitiationEdited: "Dieser Antrag wurde inzwischen geändert. Lade neu, um die aktuelle Fassung zu sehen.",
  InitiationNotFound: "Diesen Antrag gibt es nicht.",
  InitiationNotPending: "Dieser Antrag ist nicht mehr offen. Lade neu, um das Ergebnis zu sehen.",
  IntegrationNotFound: "Diese Verbindung gibt es nicht mehr.",
  InvalidRequest: "Ungültige Angabe: {error}",
  InviteInvalid: "Diese Einladung gilt nicht mehr. Bitte einen Admin um eine neue.",
  InviteNotFound: "Diese Einladung gibt es nicht, oder sie ist angenommen, zurückgezogen oder abgelaufen.",
  ItTicketExists: "Diese Aufgabe hat schon ein Ticket.",
  ItTicketsConnectRefused: "Der Helpdesk wurde nicht verbunden. ({error})",
  ItTicketsNotConnected: "Kein Helpdesk ist verbunden. Verbinde zuerst einen unter Integrationen.",
  JurisdictionUnknown: "Dieses Land oder diese Region gibt es nicht. Gib einen Code nach ISO # an, etwa DE.",
  LeaverTestDownloadRefused:
    "Der Download konnte nicht vorbereitet oder festgehalten werden. Versuche es später erneut.",
  LeaverTestInProgress: "Ein Leaver-Test läuft schon. Warte, bis er fertig ist.",
  LeaverTestNotFound: "Diesen Leaver-Test gibt es nicht.",
  LeaverTestStorageFull:
    "Der Dateispeicher ist fast voll, deshalb startet kein Leaver-Test. Wende dich an den Betreiber.",
  LeaverTestStorageMissing: "Dieser Dienst hat keinen Dateispeicher. Wende dich an den Betreiber.",
  LeaverTestUnavailable: "Dieser Leaver-Test ist noch nicht fertig, fehlgeschlagen, abgelaufen oder zurückgezogen.",
  LeftBehindCaseCancelled: "Dieser Austritt ist abgebrochen: Es wird nichts mehr geprüft, beendet oder übernommen.",
  LeftBehindCaseNotFound: "Diesen Austritt gibt es nicht, oder du hast keinen Zugriff darauf.",
  LeftBehindFormer:
    "Dieses Objekt gehört zu der Person, um die es in diesem Austritt vor der Änderung der E-Mail-Adresse ging: Es wird weder beendet noch übertragen. Erledige es manuell in der App und vermerke das hier.",
  LeftBehindInUse:
    "Im Verzeichnis gibt es eine aktive Person mit diesem Eintrag oder dieser E-Mail-Adresse. Die Apps werden nicht geprüft, weil die Funde dieser Person gehören können.",
  LeftBehindNotFound: "Dieses Objekt gibt es nicht, oder du hast keinen Zugriff darauf.",
  LeftBehindOff: "Die Prüfung auf verwaiste Objekte ist ausgeschaltet. Schalte sie zuerst ein.",
  LeftBehindSettled: "Dieses Objekt ist schon erledigt. Findet eine Prüfung es trotzdem wieder, ist es erneut offen.",
  LegalHoldInForce:
    "Hier gilt eine Löschsperre, oder sie wurde vor weniger als # Tagen aufgehoben. Solange lässt sich nichts löschen oder ändern.",
  LinkInvalid: "Dieser Link gilt nicht mehr. Er funktioniert einmal und für begrenzte Zeit: Fordere einen neuen an.",
  LinkedItemOpen:
    "Diese Aufgabe wird automatisch erledigt, und ihre Voraussetzung ist noch offen. Erledige diese zuerst oder markiere die Aufgabe als nicht nötig.",
  LoginFailed: "Die E-Mail-Adresse oder das Passwort ist falsch.",
  ManagerIsEmployee:
    "Eine Person kann nicht ihre eigene Führungskraft sein. Gib eine andere E-Mail-Adresse an oder keine.",
  MemberHandover:
    "Die Person ist Mitglied und muss vor dem Abschluss noch etwas übergeben. Details stehen in der Übersicht.",
  MemberNotFound: "Dieses Mitglied gibt es nicht mehr.",
  NameOfOthers:
    "Du bist über den Identitätsanbieter einer Organisation angemeldet, und dein Konto gehört noch zu anderen. Melde dich mit dem Passwort an, um deinen Namen zu ändern.",
  NewOwnerIsLeaver: "Die ausscheidende Person kann nicht neuer Eigentümer sein. Wähle jemand anderen.",
  NewOwnerUnnamed:
    "Dieses Objekt blockiert den Entzug, und den neuen Eigentümer hat kein anderes Mitglied zugewiesen. Bitte ein anderes Mitglied, das diesen Austritt sieht, einen zuzuweisen, oder einen Super-Admin, die Sperre zu übergehen.",
  NoAppsSelected:
    "Für diesen Austritt sind keine Apps ausgewählt. Wähle Apps aus oder bestätige, dass es nichts zu entziehen gibt.",
  NoNewOwner: "Es ist kein neuer Eigentümer zugewiesen. Weise zuerst einen zu.",
  NotNeededReasonRequired: "Gib in # bis # Zeichen an, warum die Aufgabe nicht nötig ist.",
  NothingLeftToRevoke: "Für jede ausgewählte App ist der Zugriff schon entzogen oder als entfernt markiert.",
  NothingStopped: "Dieses Objekt blockiert den Entzug nicht, es gibt keine Sperre zu übergehen.",
  NothingToReturn:
    "Für diese Apps ist kein entzogener Zugriff bekannt, also lässt sich nichts wiederherstellen. Das geht nur für Zugriff, der vor dem Entzug zu sehen war und danach nicht mehr.",
  NotificationNotFound: "Diese Mitteilung gibt es nicht mehr.",
  OAuthUnconfigured: "Dieser Dienst ist dafür nicht eingerichtet. Wende dich an den Betreiber. ({error})",
  OffboardingBeingRevoked: "Der Zugriff wird gerade entzogen. Lösche den Austritt, wenn der Entzug beendet ist.",
  OffboardingCancelled: "Dieser Austritt ist abgebrochen, und das ist endgültig. Starte einen neuen.",
  OffboardingDuplicate: "Diese Person hat schon einen offenen Austritt.",
  OffboardingNotFound: "Diesen Austritt gibt es nicht, oder du hast keinen Zugriff darauf.",
  OffboardingsStarted: "Austritte, die du gestartet hast, sind noch offen. Schließe sie ab oder übertrage sie zuerst.",
  OpenTaskDelete:
    "Diese Aufgabe ist offen: Nur ein Super-Admin oder Admin kann sie löschen. Erledige sie zuerst oder markiere sie als nicht nötig.",
  OrganisationNotFound: "Diese Organisation gibt es nicht.",
  OtherSignInNeeded:
    "Du bist über den Identitätsanbieter dieser Organisation angemeldet, und das gilt für keine andere. Melde dich ab und bei der anderen an.",
  OutsideRecordScope:
    "Diesen Austritt könntest du nicht sehen: Er ist dein eigener, oder Abteilung oder Führungskraft liegen außerhalb deiner Datensichtbarkeit. Wähle eine deiner Abteilungen oder dich als Führungskraft.",
  CommentNotFound: "Kommentar nicht gefunden",
  CommentedTaskUnknown: "Diese Aufgabe gehört nicht zu diesem Austritt. Wähle eine seiner Aufgaben.",
  MentionUnknown:
    "Ein erwähntes Mitglied gibt es nicht, oder es kann diesen Austritt nicht sehen. Erwähne nur Mitglieder, die ihn sehen.",
  SavedViewNotFound: "Ansicht nicht gefunden",
  TooManyViews: "Du hast schon so viele Ansichten gespeichert, wie möglich sind. Lösche zuerst eine.",
  OwnerUnknown: "Dieses Mitglied gibt es nicht, oder es kann diesen Austritt nicht sehen. Wähle ein anderes Mitglied.",
  OwnManager: "Eine Person kann nicht ihre eigene Führungskraft sein. Gib eine andere E-Mail-Adresse an oder keine.",
  PasswordNotSet:
    "Dein Konto hat noch kein Passwort. Setze eines über „Passwort vergessen“ und versuche es dann erneut.",
  PasswordRefused:
    "Dieses Passwort ist nicht zulässig: Es ist zu kurz, zu bekannt, deine E-Mail-Adresse oder das aktuelle. Wähle ein anderes.",
  PasswordsBusy: "Gerade werden zu viele Passwörter geprüft. Versuche es in ein paar Sekunden erneut.",
  PersonInUse:
    "Der Zugriff dieser Person wird gerade entzogen oder wiederhergestellt. E-Mail-Adresse und Benutzername lassen sich erst danach ändern.",
  ApprovalPastExitDate:
    "Der letzte Tag ist vorbei, also würde diese Freigabe den Zugriff sofort entziehen. Dafür fehlt dir die Berechtigung. Delegiere den Schritt an ein Mitglied, das sie hat, bitte einen Admin um die Freigabe oder lass den letzten Tag ändern.",
  PastExitDatePermission:
    "Der letzte Tag ist vorbei, also würde der Zugriff sofort entzogen. Dafür fehlt dir die Berechtigung. Wähle einen späteren Tag oder bitte einen Admin.",
  PdfRefused:
    "Das PDF konnte nicht im Audit-Log festgehalten werden und wurde deshalb nicht gesendet. Versuche es später erneut.",
  PlanLimitExceeded:
    "Euer Tarif erlaubt {limit}, und so viele sind schon vergeben. Schafft Platz oder wählt einen größeren Tarif.",
  PlanLimitReached: "Das Limit eures Tarifs ist erreicht. Schafft Platz oder wählt einen größeren Tarif.",
  PortalAddressMissing:
    "Dieser Austritt hat keine E-Mail-Adresse für den Link. Trage die E-Mail-Adresse der Person ein und versuche es erneut.",
  PortalReasonRequired: "Die URL braucht einen Grund von 5 bis 500 Zeichen.",
  ShipmentNotAnnounced:
    "Für dieses Gerät ist keine Rücksendung angekündigt. Markiere es stattdessen als zurückgegeben.",
  LeaverMailsExceeded:
    "In der letzten Stunde wurden zu viele solcher E-Mails gesendet: höchstens 5 je Austritt und 50 je Organisation. Versuche es später erneut.",
  ProposalChanged:
    "Der Plan hat sich seit dem Vorschlag des Assistenten geändert. Lehne ihn ab und lass neu vorschlagen. ({error})",
  ReasonRequired: "Gib einen Grund von # bis # Zeichen an.",
  RegistrationClosed: "Die Registrierung ist geschlossen. Bitte einen Admin deiner Organisation um eine Einladung.",
  ReportOutsideScope:
    "Du siehst nur einige Abteilungen: Berichte, die du anlegst, änderst oder löschst, müssen auf deine Abteilungen gefiltert sein, ebenso alle Berichte, die an einen geänderten oder gelöschten Verteiler gehen.",
  ReportsNotForDirectReports:
    "Du siehst nur direkt Unterstellte, also kannst du Berichte und Verteiler weder anlegen noch ändern.",
  ResidualAccessNotFound: "Diesen Fund gibt es nicht mehr.",
  ReturnDecided: "Über diese Wiederherstellung ist schon entschieden.",
  ReturnOfNobody:
    "Dieser Austritt enthält keine E-Mail-Adresse mehr, also ist kein Konto zum Wiederherstellen zu finden.",
  ReturnOpen:
    "Für diesen Austritt ist schon eine Wiederherstellung vorgeschlagen oder in Arbeit. Entscheide darüber oder warte, bis sie fertig ist.",
  ReturnPlanChanged:
    "Plan, E-Mail-Adresse oder ein Konto haben sich geändert, seit du den Plan gelesen hast. Lies ihn noch einmal oder lehne ihn ab und lass ihn neu vorschlagen.",
  RevocationCaseCancelled: "Dieser Austritt ist abgebrochen, also wird kein Zugriff entzogen.",
  RevocationCaseNotFound: "Diesen Austritt gibt es nicht, oder du hast keinen Zugriff darauf.",
  RevocationOutstanding:
    "Der Zugriff dieser Person ist noch nicht vollständig entzogen, und dafür wird ihre E-Mail-Adresse gebraucht. Entziehe ihn oder brich den Austritt ab, dann lösche die Daten.",
  RevocationUnderWay: "Der Zugriff dieser Person wird gerade entzogen. Warte, bis der Entzug fertig ist.",
  RoleInUse:
    "Diese Rolle ist noch vergeben (Mitglieder: {members}, Einladungen: {invites}). Weise ihnen zuerst eine andere zu.",
  RoleLimitReached: "Eine Organisation hat höchstens # eigene Rollen. Lösche eine, die nicht mehr gebraucht wird.",
  RoleNotFound: "Diese Rolle gibt es nicht mehr.",
  RoleUnknown: "Diese Rolle gibt es nicht mehr. Wähle eine andere.",
  ScheduledReportLimit: "Eine Organisation hat höchstens # geplante Berichte. Lösche zuerst einen.",
  ScheduledReportNotFound: "Diesen Bericht gibt es nicht mehr.",
  ScheduledReportRefused: "Dieser Bericht ist ungültig. ({error})",
  ScopeInvalid: "Diese Datensichtbarkeit ist für die Rolle ungültig, oder die Abteilungen fehlen.",
  SelectedAppNotFound: "Diese App ist für den Austritt nicht ausgewählt.",
  ServiceNameReserved:
    "Eine Integration aus der Liste hat schon diesen Namen. Wähle einen anderen oder verbinde die aus der Liste.",
  SessionNotFound: "Diese Sitzung gibt es nicht mehr.",
  SettingUnavailable: "Diese App hat diese Einstellung nicht.",
  SiemQueueFull:
    "# Ereignisse stehen für dieses Ziel schon in der Warteschlange. Versuche es erneut, wenn einige gesendet sind.",
  SiemTargetLimit: "Eine Organisation hat höchstens # SIEM-Ziele. Lösche zuerst eines.",
  SiemTargetNotFound: "Dieses SIEM-Ziel gibt es nicht mehr.",
  SiemTargetPaused: "Dieses SIEM-Ziel ist pausiert. Setze es zuerst fort.",
  SiemTargetRefused: "Nicht gespeichert: {error}",
  SignatureExists:
    "Dieses Dokument ist schon unterschrieben. Setze es zuerst zurück, um erneut eine Signatur anzufordern.",
  SignatureFileMissing: "Dieses Dokument hat keine Datei zum Unterschreiben. Lade sie zuerst hoch.",
  SignatureFileUnreadable: "Die Datei konnte nicht gelesen werden. Lade sie stattdessen hoch.",
  SignatureNotPending: "Für dieses Dokument ist keine Signaturanfrage offen.",
  SignaturePending: "Für dieses Dokument ist schon eine Signaturanfrage offen. Brich sie zuerst ab.",
  SignatureProviderMissing:
    "Kein E-Signatur-Anbieter ist verbunden. Verbinde DocuSign, Acrobat Sign oder Dropbox Sign unter Integrationen.",
  SigningNotConfigured: "Dieser Dienst signiert nicht, also gibt es keinen Schlüssel. Wende dich an den Betreiber.",
  SigningProviderFailed: "Der Anbieter hat abgelehnt oder nicht geantwortet. Versuche es später erneut. ({error})",
  SlaExportRefused:
    "Der Export konnte nicht im Audit-Log festgehalten werden und wurde deshalb abgelehnt. Versuche es später erneut.",
  SmsConnectRefused: "Twilio wurde nicht verbunden. Prüfe Zugangsdaten und Absender. ({error})",
  SoleSuperadmin: "Du bist der einzige Super-Admin. Mach zuerst ein anderes Mitglied zum Super-Admin.",
  SourceFailed: "Die Quelle hat abgelehnt oder nicht geantwortet. Bereits gelesene Daten bleiben. ({error})",
  SourceNotConnected: "Diese Quelle ist nicht verbunden. Verbinde sie zuerst unter Integrationen.",
  SsoNotConfigured:
    "Single Sign-on ist hier nicht eingerichtet. Wende dich an einen Admin oder melde dich mit dem Passwort an.",
  SsoRequired: "Deine Organisation verlangt die Anmeldung über ihren Identitätsanbieter.",
  SsoSettingsInvalid: "Diese Einstellungen sind ungültig. ({error})",
  StageGateClosed: "Diese Stufe ist noch nicht erreichbar: Es gibt offene Punkte.",
  StatusInvalid: "Diesen Status gibt es nicht.",
  StepActedOn: "Über diesen Schritt ist schon entschieden. Lade den Antrag neu, um seinen Status zu sehen.",
  StepUpFailed: "Das Passwort ist falsch, oder der 2FA-Code fehlt oder ist falsch.",
  StorageQuotaReached:
    "Der Dateispeicher eurer Organisation ist voll. Lösche Dokumente, die nicht mehr gebraucht werden.",
  SuccessorIsSelf: "Wähle ein anderes Mitglied.",
  SuccessorUnknown: "Dieses Mitglied gibt es nicht mehr.",
  SyncRunning: "Eine Synchronisierung läuft schon. Versuche es erneut, wenn sie fertig ist.",
  TakeoverNeeded:
    "Der Entzug ist blockiert: Weise zuerst einen neuen Eigentümer zu oder bitte einen Super-Admin, die Sperre zu übergehen. Details stehen unter „Verwaiste Objekte“.",
  TaskIsDone: "Diese Aufgabe ist erledigt und braucht kein Ticket.",
  TaskOwnerUnknown:
    "Dieses Mitglied gibt es nicht, oder es kann den Austritt dieser Aufgabe nicht sehen. Wähle ein anderes Mitglied.",
  TeamsNotConnected: "Microsoft Teams ist nicht verbunden. Verbinde es zuerst.",
  TwoFactorCodeWrong: "Der Code ist falsch oder abgelaufen. Gib den aktuellen Code deiner App ein.",
  TwoFactorFailed:
    "Der Code ist falsch, oder diese Anmeldung ist abgelaufen. Nimm einen anderen Code oder melde dich neu an.",
  TwoFactorNotSetUp: "Die Zwei-Faktor-Authentifizierung ist nicht eingerichtet. Richte sie zuerst ein.",
  TwoFactorOfOthers:
    "Du bist über den Identitätsanbieter einer Organisation angemeldet, und dein Konto gehört noch zu anderen. Melde dich mit dem Passwort an, um die Zwei-Faktor-Authentifizierung einzurichten.",
  TwoFactorOff: "Die Zwei-Faktor-Authentifizierung ist ausgeschaltet. Richte sie zuerst ein.",
  TwoFactorOn:
    "Die Zwei-Faktor-Authentifizierung ist schon eingeschaltet. Schalte sie aus, bevor du sie neu einrichtest.",
  UnknownApps: "Nicht verbunden, oder Entzug nicht möglich: {apps}",
  UploadTooLarge: "Diese Datei ist zu groß: Erlaubt sind höchstens # MB.",
  VendorUnanswering: "Keine Antwort erhalten. Prüfe die URL und versuche es erneut. ({error})",
  VouchedForOneOrganisation:
    "Du bist über den Identitätsanbieter einer Organisation angemeldet, und dein Konto gehört noch zu anderen. Verlasse diese Organisation oder melde dich mit dem Passwort an, um das Konto zu schließen.",
  WebhookLimit: "Eine Organisation hat höchstens # Webhooks. Lösche zuerst einen.",
  WebhookNotFound: "Diesen Webhook gibt es nicht mehr.",
  WebhookPaused: "Dieser Webhook ist pausiert. Setze ihn fort, bevor du erneut sendest.",
  WebhookUrlRefused:
    "Diese URL ist nicht zulässig: Sie muss öffentlich erreichbar sein, mit https:// beginnen und einen gültigen Hostnamen haben. ({error})"
}
