import type * as en from "./en.ts"

export const ownAccount: typeof en.ownAccount = {
  shortcuts: {
    title: "Tastenkürzel",
    letters: "Einzelne Buchstaben als Tastenkürzel verwenden",
    help: "Mit ? öffnest du die Liste. Gilt für diesen Browser. Strg K oder ⌘K öffnet immer die Suche."
  },
  calendar: {
    title: "Kalender",
    text: "Abonniere die letzten Tage der Austritte, die du sehen darfst, in Outlook, Google Kalender oder Apple Kalender.",
    create: "Kalender-Link erstellen",
    once: "Kopiere den Link jetzt. Er wird nur einmal angezeigt. Wer den Link hat, sieht die Namen und letzten Tage.",
    since: (when) => `Dein Link wurde am ${when} erstellt.`,
    unread: "Bisher hat ihn kein Kalender geladen.",
    read: (when) => `Zuletzt hat ihn ein Kalender am ${when} geladen.`,
    replace: "Neuen Link erstellen",
    replaceTitle: "Neuen Kalender-Link erstellen?",
    replaceText:
      "Dein bisheriger Link funktioniert dann nicht mehr. Kalender, die ihn verwenden, werden nicht mehr aktualisiert.",
    revoke: "Link widerrufen",
    revokeTitle: "Kalender-Link widerrufen?",
    revokeText:
      "Kalender, die ihn verwenden, werden nicht mehr aktualisiert. Was sie geladen haben, können sie behalten.",
    revoked: "Kalender-Link widerrufen"
  },
  about: "Wie du dich anmeldest, welche Mitteilungen du bekommst und was über dich gespeichert ist.",
  tabs: {
    profile: "Profil",
    security: "Sicherheit",
    sessions: "Sitzungen",
    notifications: "Mitteilungen",
    data: "Deine Daten"
  },
  save: "Speichern",
  saved: "Gespeichert",
  profile: {
    title: "Du",
    name: "Dein Name",
    nameHelp: "Sichtbar für andere Mitglieder und ausscheidende Personen.",
    email: "E-Mail",
    role: "Rolle",
    roles: { superadmin: "Super-Admin", admin: "Admin", hr: "HR", manager: "Führungskraft" },
    zone: "Zeitzone",
    zoneOf: (zone) => `${zone}, von deiner Organisation`,
    look: "Sprache und Design",
    language: "Sprache",
    notSpoken: (language) => `Das Dashboard gibt es noch nicht auf ${language}, deshalb ist es auf Englisch.`,
    theme: "Design",
    themes: { light: "Hell", dark: "Dunkel", system: "Systemstandard" }
  },
  organisations: {
    title: "Deine Organisationen",
    name: "Organisation",
    here: "Aktuell",
    open: "Öffnen"
  },
  password: {
    title: "Passwort",
    text: "Ein neues Passwort beendet deine anderen Sitzungen, diese nicht.",
    current: "Aktuelles Passwort",
    next: "Neues Passwort",
    nextHelp: "Nutze ein paar Wörter, die nicht zusammengehören.",
    change: "Passwort ändern",
    changed: "Passwort geändert. Deine anderen Sitzungen sind beendet."
  },
  second: {
    title: "Zwei-Faktor-Authentifizierung",
    on: "An",
    off: "Aus",
    offText:
      "Schützt dein Konto auch bei gestohlenem Passwort: Zur Anmeldung gibst du zusätzlich einen Code aus einer App ein.",
    onText: "Zur Anmeldung gibst du dein Passwort und einen Code aus deiner Authenticator-App ein.",
    setUp: "Einrichten",
    scan: "Scanne den Code mit deiner Authenticator-App und gib dann den 6-stelligen Code ein, den sie zeigt.",
    picture: "QR-Code für deine Authenticator-App",
    byHand: "Oder gib diesen Schlüssel in der App ein",
    code: "Code",
    enable: "Einschalten",
    enabled: "Zwei-Faktor-Authentifizierung ist an. Deine anderen Sitzungen sind beendet.",
    renew: "Neue Wiederherstellungscodes",
    renewTitle: "Neue Wiederherstellungscodes erstellen?",
    renewText: "Du erhältst zehn neue Codes. Die bisherigen gelten nicht mehr.",
    make: "Codes erstellen",
    disable: "Ausschalten",
    disableTitle: "Zwei-Faktor-Authentifizierung ausschalten?",
    disableText: "Du meldest dich dann nur mit Passwort an. Deine Wiederherstellungscodes gelten nicht mehr.",
    disabled: "Zwei-Faktor-Authentifizierung ist aus",
    password: "Passwort",
    codeHelp: "Aus deiner Authenticator-App oder ein Wiederherstellungscode."
  },
  recovery: {
    title: "Deine Wiederherstellungscodes",
    text: "Damit meldest du dich an, wenn du deine App nicht hast; jeder gilt einmal. Sie werden nicht noch einmal gezeigt: Bewahre sie bei deinen Passwörtern auf.",
    copy: "Kopieren",
    copied: "Kopiert",
    download: "Herunterladen",
    file: "wiederherstellungscodes.txt",
    heading: (email) => `Wiederherstellungscodes für ${email}`,
    kept: "Ich habe sie gesichert"
  },
  sessions: {
    title: "Wo du angemeldet bist",
    device: "Gerät",
    on: (browser, system) => `${browser} auf ${system}`,
    unknown: "Unbekanntes Gerät",
    place: "IP-Adresse",
    organisation: "Organisation",
    method: "Angemeldet mit",
    methods: { password: "Passwort", google: "Google", saml: "Single Sign-on" },
    seen: "Zuletzt aktiv",
    since: "Angemeldet",
    this: "Dieses Gerät",
    end: "Abmelden",
    ended: "Sitzung beendet",
    endOthers: "Überall sonst abmelden",
    endOthersTitle: "Überall sonst abmelden?",
    endOthersText: "Alle deine anderen Sitzungen enden sofort.",
    othersEnded: "Deine anderen Sitzungen sind beendet"
  },
  notices: {
    text: "E-Mails zur Sicherheit deines Kontos werden immer gesendet.",
    kind: "Ereignis",
    inApp: "In der App",
    byMail: "Per E-Mail",
    kinds: {
      "offboarding.created": "Austritt gestartet",
      "offboarding.stage_changed": "Austritt in anderer Stufe",
      "offboarding.assigned": "Du bist für einen Austritt verantwortlich",
      "revocation.failed": "Zugriffsentzug fehlgeschlagen",
      "checklist.sla_breached": "Aufgabe überfällig",
      "task.assigned": "Du bist für eine Aufgabe verantwortlich",
      "task.due": "Deine Aufgabe ist heute fällig",
      "asset.overdue": "Gerät überfällig",
      "asset.shipment_announced": "Gerät auf dem Rückweg",
      "webhook.auto_disabled": "Webhook pausiert",
      "initiation.waiting": "Antrag wartet auf deine Freigabe",
      "initiation.decided": "Antrag freigegeben oder abgelehnt",
      "integration.credential_refused": "App lehnt Zugangsdaten ab",
      "residual_access.found": "Restzugriff gefunden",
      "left_behind.waiting": "Verwaistes Objekt braucht neuen Eigentümer",
      "scim.deprovision_skipped": "Kein Austritt für deaktivierte Person",
      "hris.review_waiting": "Änderung im HR-System zu prüfen",
      "esignature.ended": "Dokument unterschrieben, abgelehnt oder abgelaufen",
      "member.signed_out": "Mitglied vom Identitätsanbieter abgemeldet",
      "member.became_superadmin": "Mitglied wurde Super-Admin"
    }
  },
  data: {
    exportTitle: "Deine gespeicherten Daten",
    exportText:
      "Eine JSON-Datei mit deinem Konto, deinen Mitgliedschaften und Sitzungen, Verzeichniseinträgen mit deiner E-Mail-Adresse, Austritten, die du gestartet hast, Einträgen im Audit-Log von dir oder über dich, Mitteilungen und API-Schlüsseln. Höchstens 5-mal pro Stunde.",
    exportDo: "Meine Daten herunterladen",
    endTitle: "Verlassen oder schließen",
    leave: "Organisation verlassen",
    leaveAbout: "Diese Organisation verlassen. Dein Konto bleibt.",
    leaveTitle: (organisation) => `${organisation} verlassen?`,
    leaveGoes: "Endet: dein Zugriff hier und die API-Schlüssel, die du hier erstellt hast.",
    leaveStays:
      "Bleibt: dein Konto und alles, was du hier getan hast. Für die Rückkehr brauchst du eine neue Einladung.",
    leaveDo: "Organisation verlassen",
    close: "Konto schließen",
    closeAbout: "Dein Konto in jeder Organisation schließen, endgültig.",
    closeTitle: "Dein Konto schließen?",
    closeGoes: "Endet: dein Konto in jeder Organisation, seine Sitzungen und die API-Schlüssel, die du erstellt hast.",
    closeStays: "Bleibt: Austritte und das Audit-Log, wie deine Organisationen sie aufbewahren müssen.",
    closeDo: "Konto schließen",
    handOver: "Übergeben und schließen",
    handOverAbout: "Deine offenen Austritte an ein anderes Mitglied übergeben, dann dein Konto schließen.",
    handOverTitle: "Austritte übergeben und Konto schließen?",
    handOverGoes:
      "Das übernehmende Mitglied führt die Austritte weiter, die du gestartet hast, und wird Super-Admin, wenn du es bist. Dann wird dein Konto in jeder Organisation geschlossen.",
    successor: "Übernehmendes Mitglied",
    choose: "Mitglied wählen",
    typeAddress: (email) => `Gib zur Bestätigung ${email} ein`,
    notTheAddress: "Das ist nicht deine E-Mail-Adresse",
    openOffboardings: "Offene Austritte zeigen"
  }
}
