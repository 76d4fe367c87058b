import type { Sentences } from "./sentences.ts"

/** Sentences of the service that screens show: why a scan shows nothing, results of apps and of deliveries, events. */
export const said: Sentences = {
  // Scans
  "No longer connected, so orphaned items there are not visible":
    "Nicht mehr verbunden, daher sind verwaiste Objekte dort nicht sichtbar",
  "No longer connected, so access there is not visible":
    "Nicht mehr verbunden, daher ist der Zugriff dort nicht sichtbar",
  "This release cannot scan this app": "Diese Version kann die App nicht prüfen",
  "This release cannot read access there": "Diese Version kann den Zugriff dort nicht lesen",
  "This release cannot restore access there": "Diese Version kann den Zugriff dort nicht wiederherstellen",
  "Scanned right before revocation": "Wird direkt vor dem Entzug geprüft",
  "Not scanned yet": "Noch nicht geprüft",
  "Start a scan": "Starte eine Prüfung",
  "Check it manually": "Prüfe sie manuell",
  "Scan again later": "Prüfe später erneut",
  "Scanning failed because of an internal error": "Die Prüfung ist wegen eines internen Fehlers fehlgeschlagen",
  "The scan before revocation did not finish in time": "Die Prüfung vor dem Entzug wurde nicht rechtzeitig fertig",
  "The app reported nothing about it": "Die App hat dazu nichts gemeldet",
  "The offboarding has no email address to look up":
    "Der Austritt hat keine E-Mail-Adresse, nach der gesucht werden kann",
  "The offboarding no longer has an email address": "Der Austritt hat keine E-Mail-Adresse mehr",
  "Another account has this email address now": "Diese E-Mail-Adresse gehört jetzt zu einem anderen Konto",
  "The original account no longer exists; another account has the email address now":
    "Das ursprüngliche Konto gibt es nicht mehr; die E-Mail-Adresse gehört jetzt zu einem anderen Konto",

  // Connection
  "The app did not answer in time": "Die App hat nicht rechtzeitig geantwortet",
  "Stopped: the app did not answer in time": "Abgebrochen: Die App hat nicht rechtzeitig geantwortet",
  "The app could not be reached": "Die App war nicht erreichbar",
  "The app gave no reason": "Die App hat keinen Grund genannt",
  "The app is no longer connected": "Die App ist nicht mehr verbunden",
  "This app is no longer connected": "Diese App ist nicht mehr verbunden",
  "No longer connected: remove the access manually": "Nicht mehr verbunden: Entferne den Zugriff manuell",
  "Connect it again, or do it manually": "Verbinde sie neu, oder erledige es manuell",
  "Connect it again, or restore the access manually": "Verbinde sie neu, oder stelle den Zugriff manuell wieder her",
  "Connect the app again": "Verbinde die App neu",
  "The stored credential cannot be read": "Die gespeicherten Zugangsdaten lassen sich nicht lesen",
  "The app's answer could not be read": "Die Antwort der App war nicht lesbar",
  "The app's answer was not SCIM": "Die Antwort der App war kein SCIM",
  "{}'s answer could not be read": "Die Antwort von {} war nicht lesbar",
  "{}'s answer was not SCIM": "Die Antwort von {} war kein SCIM",
  "The app did not accept the token": "Die App hat das Token nicht angenommen",
  "Check the token and its permissions": "Prüfe das Token und seine Berechtigungen",
  "The app answered {}": "Die App antwortete mit {}",
  "The app accepted the request ({})": "Die App hat die Anfrage angenommen ({})",
  "Try again": "Versuche es erneut",
  "Try again when it works": "Versuche es erneut, wenn sie funktioniert",

  // Results of a revocation
  "The revocation failed because of an internal error": "Der Entzug ist wegen eines internen Fehlers fehlgeschlagen",
  "Restoring failed because of an internal error":
    "Die Wiederherstellung ist wegen eines internen Fehlers fehlgeschlagen",
  "Remove the access manually": "Entferne den Zugriff manuell",
  "Remove the access manually and confirm it": "Entferne den Zugriff manuell und bestätige es",
  "Remove the right one manually": "Entferne das richtige Konto manuell",
  "Remove the right one's access manually": "Entferne den Zugriff des richtigen Kontos manuell",
  "Restore it manually": "Stelle ihn manuell wieder her",
  "Disable it manually": "Deaktiviere es manuell",
  "Suspend it manually": "Sperre es manuell",
  "This app has no API for it": "Diese App hat dafür keine API",
  "This app has no API for it: remove the access manually":
    "Diese App hat dafür keine API: Entferne den Zugriff manuell",
  "The app has several users with this email address": "Mehrere Konten der App haben diese E-Mail-Adresse",
  "The app's list of users is too large to search": "Die App hat zu viele Konten, um sie zu durchsuchen",
  "The app's list of users is too long to search": "Die App hat zu viele Konten, um sie zu durchsuchen",
  "The offboarding has no email address to look up the account":
    "Der Austritt hat keine E-Mail-Adresse, mit der sich das Konto suchen lässt",
  "The app no longer has an account with this ID, so there was nothing to revoke":
    "Die App hat kein Konto mit dieser ID mehr, daher gab es nichts zu entziehen",
  "The account found by the previous run can no longer be read":
    "Das Konto aus dem vorherigen Lauf lässt sich nicht mehr lesen",
  "The account has an ID, but this app only receives an email address":
    "Das Konto hat eine ID, diese App erhält aber nur eine E-Mail-Adresse",
  "The account is deactivated": "Das Konto ist deaktiviert",
  "The account is disabled": "Das Konto ist deaktiviert",
  "The account is suspended": "Das Konto ist gesperrt",
  "The account was deleted": "Das Konto wurde gelöscht",
  "The account is active": "Das Konto ist aktiv",
  "The account is on": "Das Konto ist aktiv",
  "The account is no longer suspended": "Das Konto ist nicht mehr gesperrt",
  "The account has administrator roles, so the application cannot change it":
    "Das Konto hat Administratorrollen, deshalb kann die Anwendung es nicht ändern",
  "The account belongs to an administrator, and only a super admin can suspend it":
    "Das Konto gehört einer Administratorin oder einem Administrator; sperren kann es nur ein Super Admin",
  "The account is synchronized from a local Active Directory, which would enable it again":
    "Das Konto wird aus einem lokalen Active Directory synchronisiert, das es wieder aktivieren würde",
  "Disable it there": "Deaktiviere es dort",
  "Verified: the app shows it as inactive": "Verifiziert: Die App zeigt es als inaktiv",
  "Verified: the app no longer has it": "Verifiziert: Die App hat es nicht mehr",
  "Verified in {}": "Verifiziert in {}",
  "Its sign-in sessions were revoked": "Die Sitzungen des Kontos wurden beendet",
  "Its sessions could not be revoked ({})": "Die Sitzungen des Kontos ließen sich nicht beenden ({})",
  "Its session could not be ended ({})": "Die Sitzung des Kontos ließ sich nicht beenden ({})",
  "Entra ID accepted the end of its sign-in sessions": "Entra ID hat das Ende der Sitzungen angenommen",
  "Okta accepted the end of its sessions and of all its tokens":
    "Okta hat das Ende aller Sitzungen und Tokens angenommen",
  "OneLogin accepted the end of its session; sessions inside other apps are not ended":
    "OneLogin hat das Ende der Sitzung angenommen; Sitzungen in anderen Apps bleiben bestehen",
  "JumpCloud cannot end open sessions; they expire on their own":
    "JumpCloud kann offene Sitzungen nicht beenden; sie laufen von selbst ab",
  "The out-of-office reply is on": "Die Abwesenheitsnotiz ist eingeschaltet",
  "The person was removed from the organization": "Die Person wurde aus der Organisation entfernt",
  "The person is not in the organization": "Die Person ist nicht in der Organisation",
  "The person's single sign-on identity was removed from the organization":
    "Die Single-Sign-on-Identität der Person wurde aus der Organisation entfernt",
  "The API token was deleted": "Das API-Token wurde gelöscht",
  "The app password was deleted": "Das App-Passwort wurde gelöscht",
  "The app's access was ended": "Der Zugriff der App wurde beendet",
  "The app's grants were ended": "Die Freigaben der App wurden beendet",
  "The delegate was removed": "Die Stellvertretung wurde entfernt",
  "The forwarding is off": "Die Weiterleitung ist ausgeschaltet",
  "The inbox rule is off": "Die Posteingangsregel ist ausgeschaltet",
  "The role was removed": "Die Rolle wurde entfernt",
  "The role is assigned": "Die Rolle ist zugewiesen",
  "The license is assigned": "Die Lizenz ist zugewiesen",
  "The account has the license": "Das Konto hat die Lizenz",
  "The person has the role": "Die Person hat die Rolle",
  "The person is in the group": "Die Person ist in der Gruppe",
  "The group membership exists": "Die Person ist in der Gruppe",
  "Not attempted: the account could not be read": "Nicht versucht: Das Konto ließ sich nicht lesen",
  "Not attempted: the account was not restored": "Nicht versucht: Das Konto wurde nicht wiederhergestellt",
  "Not attempted: the account is off or deleted": "Nicht versucht: Das Konto ist deaktiviert oder gelöscht",
  "Restore the account first": "Stelle zuerst das Konto wieder her",
  "Restore the membership first": "Stelle zuerst die Mitgliedschaft wieder her",

  // Deliveries
  "No complete answer in time": "Keine vollständige Antwort in der vorgesehenen Zeit",
  "The host name could not be resolved": "Der Hostname ließ sich nicht auflösen",
  "The connection could not be opened": "Die Verbindung ließ sich nicht aufbauen",
  "The TLS handshake failed or the certificate is not trusted":
    "Der TLS-Handshake ist fehlgeschlagen, oder das Zertifikat ist nicht vertrauenswürdig",
  "The connection ended without a complete and valid HTTP answer":
    "Die Verbindung endete ohne vollständige und gültige HTTP-Antwort",
  "The URL no longer resolves to a public address, so nothing was sent":
    "Die URL führt zu keiner öffentlichen Adresse mehr, daher wurde nichts gesendet",
  "There is no longer anything to send": "Es gibt nichts mehr zu senden",
  "The endpoint answered {}, a redirect": "Der Endpunkt antwortete mit {}, einer Weiterleitung",
  "The endpoint answered {}": "Der Endpunkt antwortete mit {}",
  "The collector answered {}, a redirect": "Der Kollektor antwortete mit {}, einer Weiterleitung",
  "The collector answered {}": "Der Kollektor antwortete mit {}",
  "Redirects are not followed": "Weiterleitungen werden nicht befolgt",
  "token: is required for this type of destination": "Gib das Token ein",
  "token: starts or ends with a space or a line break": "Das Token beginnt oder endet mit Leerraum",
  "Remove it": "Entferne ihn",
  "token: must consist of printable ASCII characters, so that it can be sent in a header":
    "Das Token darf nur druckbare ASCII-Zeichen enthalten, da es in einem Header gesendet wird",
  "token: send the token again, because the destination type changes":
    "Der Kollektor ändert sich: Gib das Token erneut ein",
  "token: send the token again, because the URL has another host or port":
    "Die URL hat einen anderen Host oder Port: Gib das Token erneut ein",
  "endpoint_url: must end in /<index>/_doc, for example {}": "Die URL muss auf /<index>/_doc enden, zum Beispiel {}",
  "endpoint_url: contains the bullets that replace the credential": "Die URL enthält Punkte anstelle der Zugangsdaten",
  "Send the whole URL": "Gib die ganze URL ein",
  "endpoint_url: send the whole URL for this type": "Gib für diesen Kollektor die ganze URL ein",

  // Events
  "An offboarding is created, by any route; one event per offboarding":
    "Ein Austritt wird angelegt, auf beliebigem Weg; ein Ereignis je Austritt",
  "The status of an offboarding changes, from any source": "Die Stufe eines Austritts ändert sich, auf beliebigem Weg",
  "The status of an offboarding moves to completed": "Ein Austritt wird abgeschlossen",
  "An offboarding is deleted, also by retention": "Ein Austritt wird gelöscht, auch nach Ablauf der Aufbewahrungsfrist",
  "An access-revocation run ends; carries each app's result": "Ein Entzugslauf endet; mit dem Ergebnis jeder App",
  "An access-revocation run left an app failed or needing manual removal":
    "Nach einem Entzugslauf ist eine App fehlgeschlagen oder manuell zu entfernen",
  "An asset changes to returned; one delivery per asset":
    "Ein Gerät wird als zurückgegeben markiert; eine Zustellung je Gerät",
  "An asset that was not returned passes its return deadline; once per deadline, the night after it":
    "Die Rückgabefrist eines Geräts ist abgelaufen; einmal je Frist, in der Nacht danach",
  "A change closes the last open checklist task on an offboarding":
    "Die letzte offene Aufgabe eines Austritts wird erledigt",
  "A compliance document changes to signed": "Ein Dokument wird unterschrieben",
  "Its action is written to the audit log": "Die Aktion wird im Audit-Log festgehalten",
  "An access-revocation run ends, started by a member or at the end of the last day":
    "Ein Entzugslauf endet, gestartet von einem Mitglied oder am Ende des letzten Tages",
  "Alongside access_revoked, when an app failed or needs manual removal":
    "Zusätzlich zu access_revoked, wenn eine App fehlgeschlagen oder manuell zu entfernen ist",
  "An offboarding moves to another stage, from any source; sent once, not again as its audit entry":
    "Ein Austritt wechselt die Stufe, auf beliebigem Weg; wird einmal gesendet, nicht noch einmal als Log-Eintrag"
}
