import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const scim: typeof en.scim = {
  title: "SCIM-Bereitstellung",
  about:
    "Euer Identitätsanbieter hält das Verzeichnis über SCIM aktuell. Wird dort jemand deaktiviert, startet hier ein Austritt.",
  none: "Bereitstellung ist nicht eingerichtet",
  noneText: "Erstelle ein Token und füge es bei eurem Identitätsanbieter ein. Er hält dann das Verzeichnis aktuell.",
  setUp: "Bereitstellung einrichten",
  setUpText: "Das Token wird nur einmal angezeigt. Um den Modus später zu ändern, erstelle ein neues.",
  make: "Token erstellen",
  mode: "Modus",
  modes: {
    compat: {
      name: "Kompatibel",
      text: "Für Okta, Entra ID, OneLogin, JumpCloud und andere Anbieter, die Personen erst suchen: Filter, PUT, PATCH mit Pfad."
    },
    literal: {
      name: "Literal",
      text: "Für ein eigenes Programm, das sich die IDs merkt. Ignoriert Filter, darum dürfen Identitätsanbieter ihn nicht verwenden."
    }
  },
  state: "Einrichtung",
  lastUsed: "Letzte Anfrage",
  neverUsed: "Noch keine Anfragen",
  newToken: "Neues Token",
  newTokenTitle: "Neues Token erstellen?",
  newTokenText:
    "Das bisherige Token gilt sofort nicht mehr. Bis das neue beim Anbieter eingefügt ist, bekommen seine Aufrufe 401.",
  madeTitle: "Füge das beim Anbieter ein",
  madeText: "Kopiere das Token jetzt: Es wird nicht noch einmal angezeigt. Ein neues kannst du jederzeit erstellen.",
  address: "Basis-URL (Tenant-URL)",
  token: "Token",
  kept: "Ich habe es kopiert",
  turnOff: "Ausschalten",
  turnOffTitle: "Bereitstellung ausschalten?",
  turnOffText:
    "Das Token gilt sofort nicht mehr, und Aufrufe des Anbieters bekommen 401. Deaktivierungen starten keinen Austritt mehr.",
  turnOffStays: "Personen und Austritte bleiben erhalten.",
  turnedOff: "Bereitstellung ausgeschaltet",
  guide: "Anbieter einrichten",
  provider: "Anbieter",
  guides: {
    okta: {
      name: "Okta",
      steps: [
        "Applications › eure SAML- oder SWA-App › General › App Settings: „Enable SCIM provisioning“ ankreuzen.",
        "Provisioning › Integration › Edit: die URL als „SCIM connector base URL“ einfügen.",
        "Als „Unique identifier field for users“: userName.",
        "Supported actions: Push New Users, Push Profile Updates. Push Groups ausgeschaltet lassen.",
        "Authentication mode: HTTP Header. Das Token bei „Authorization: Bearer“ einfügen. Test Connector Configuration, dann Save.",
        "Provisioning › To App: Create Users, Update User Attributes und Deactivate Users einschalten."
      ]
    },
    entra: {
      name: "Microsoft Entra ID",
      steps: [
        "Unternehmensanwendungen › Neue Anwendung › Eigene erstellen: „Beliebige andere Anwendung integrieren“.",
        "Bereitstellung › Anwendung verbinden: die URL als „Mandanten-URL“ und das Token als „Geheimes Token“ einfügen.",
        "Verbindung testen, dann Erstellen.",
        "Attributzuordnung › Benutzer: userName als Abgleichsattribut lassen; Gruppen ausschalten.",
        "Benutzer und Gruppen: die Personen zuweisen. Übersicht: Bereitstellung starten.",
        "Entra ID läuft alle 40 Minuten. „Bei Bedarf bereitstellen“ versucht eine Person sofort."
      ]
    },
    onelogin: {
      name: "OneLogin",
      steps: [
        "Applications › Add App: „SCIM Provisioner with SAML (SCIM v2 Core)“.",
        "Configuration: die URL als „SCIM Base URL“ und das Token als „SCIM Bearer Token“ einfügen; die API einschalten.",
        "Provisioning: einschalten und „Suspend“ für Personen wählen, die gelöscht werden oder die App verlieren.",
        "„Require admin approval“ für alles ausgeschaltet lassen, was automatisch laufen soll."
      ]
    },
    jumpcloud: {
      name: "JumpCloud",
      steps: [
        "SSO Applications › eure eigene App › Identity Management.",
        "SCIM version 2.0; die URL als „Base URL“ und das Token als „Token Key“ einfügen.",
        "Test user email: eine E-Mail, die niemand hat. Test Connection, dann Activate.",
        "Gruppenverwaltung ausgeschaltet lassen."
      ]
    },
    other: {
      name: "Anderer Anbieter",
      steps: [
        "Base URL oder Tenant URL: die URL oben.",
        "Anmeldung: das Token als Bearer-Token im Header Authorization.",
        "Eindeutiges Merkmal: userName, die dienstliche E-Mail.",
        "Wenn jemand geht: deaktivieren (active: false). Löschen wirkt genauso.",
        "Gruppen ausgeschaltet lassen."
      ]
    }
  },
  clinic: "SCIM-Diagnose",
  clinicText:
    "Führt die dokumentierten Aufrufe des Anbieters aus und erklärt jeden. Danach wird alles zurückgenommen, auch die Testperson und ihr Austritt.",
  providers: { okta: "Okta", entra: "Microsoft Entra ID" },
  whose: "Simulierter Anbieter",
  play: "Diagnose starten",
  pastedToken: "Token beim Anbieter",
  pastedTokenHelp: "Optional. Geprüft wird, ob es das aktuelle ist.",
  pastedAddress: "URL beim Anbieter",
  pastedAddressHelp: "Optional. Kopiere sie aus dem Formular des Anbieters.",
  well: (provider) => `Diese Einrichtung funktioniert mit ${provider}`,
  wellText: (count) =>
    plural(count, {
      one: "# Aufruf lieferte das erwartete Ergebnis.",
      other: "# Aufrufe lieferten das erwartete Ergebnis."
    }),
  unwell: (count) => plural(count, { one: "# Problem gefunden", other: "# Probleme gefunden" }),
  neverCalled: "Der Anbieter hat aber noch nie eine Anfrage gesendet. Prüfe, ob die Bereitstellung dort gestartet ist.",
  fine: "OK",
  problem: "Problem",
  sends: "Anfrage",
  answered: "Antwort",
  nothing: "(kein Inhalt)",
  requests: "Letzte Anfragen",
  noRequests: "Noch keine Anfragen",
  noRequestsText: "Die nächste Anfrage des Anbieters erscheint hier mit ihrem Ergebnis.",
  at: "Wann",
  request: "Anfrage",
  status: "Status",
  cameOf: "Ergebnis",
  findings: {
    not_set_up: {
      title: "Kein Token",
      text: "Richte oben die Bereitstellung ein und füge das Token beim Anbieter ein."
    },
    switched_off: {
      title: "Die Bereitstellung ist ausgeschaltet",
      text: "Jeder Aufruf bekommt 401. Erstelle ein neues Token und füge es beim Anbieter ein."
    },
    token_malformed: {
      title: "Das ist kein SCIM-Token",
      text: "Ein SCIM-Token hat 64 Zeichen, 0–9 und a–f. Ein API-Schlüssel funktioniert nicht. Erstelle ein neues Token und füge es beim Anbieter ein."
    },
    token_padded: {
      title: "Das Token enthält zusätzliche Zeichen",
      text: "Füge es beim Anbieter ohne „Bearer“, Anführungszeichen, Leerzeichen und Umbrüche ein."
    },
    token_unknown: {
      title: "Das ist nicht das aktuelle Token",
      text: "Es wurde durch ein neueres ersetzt oder gehört einer anderen Organisation. Füge das aktuelle beim Anbieter ein. Hast du es nicht mehr, erstelle ein neues."
    },
    address_other: {
      title: "Die URL gehört einem anderen Dienst",
      text: "Die Aufrufe des Anbieters kommen hier nicht an. Trage die URL von oben ein."
    },
    address_without_path: {
      title: "Der URL fehlt /scim/v2",
      text: "Die Aufrufe des Anbieters bekommen 404. Trage die URL von oben mit ihrem Pfad ein."
    },
    address_beyond_path: {
      title: "Die URL enthält Text nach /scim/v2",
      text: "Entferne ihn. Der Anbieter hängt /Users automatisch an."
    },
    address_not_https: {
      title: "Die URL beginnt mit dem falschen Schema",
      text: "Trage sie genau wie oben ein, mit https:// am Anfang. Bei einem anderen Schema sendet der Anbieter das Token nicht mit."
    },
    mode_literal: {
      title: "Das Token verwendet den Modus Literal",
      text: "Dieser Modus ignoriert Filter. Okta und Entra ID suchen eine Person, bevor sie schreiben. Sie würden die erste der Liste verknüpfen und die falsche deaktivieren. Erstelle ein neues Token im Modus Kompatibel."
    },
    answered_everybody: {
      title: "Eine Suche lieferte alle Personen",
      text: "Der Anbieter hält den ersten Treffer für die gesuchte Person. Erstelle ein neues Token im Modus Kompatibel."
    },
    not_found_again: {
      title: "Die angelegte Person wird nicht gefunden",
      text: "Der Anbieter würde sie doppelt anlegen. Wende dich an den Betreiber dieses Dienstes."
    },
    not_changed: {
      title: "Die Änderung hatte keine Wirkung",
      text: "Erstelle ein neues Token im Modus Kompatibel. Verwendet es ihn schon, wende dich an den Betreiber dieses Dienstes."
    },
    route_missing: {
      title: "Dieser Modus unterstützt den Aufruf nicht",
      text: "Der Anbieter zeigt einen Fehler. Erstelle ein neues Token im Modus Kompatibel."
    },
    still_active: {
      title: "Deaktivierte Person erscheint noch als aktiv",
      text: "Der Anbieter liest die Person noch einmal und versucht es endlos. Erstelle ein neues Token im Modus Kompatibel."
    },
    no_offboarding: {
      title: "Kein Austritt gestartet",
      text: "Wer beim Anbieter deaktiviert wird, behält hier den Zugriff. Der Grund steht beim Aufruf."
    },
    refused: { title: "Der Aufruf wurde abgelehnt", text: "Der Grund steht in der Antwort." }
  },
  calls: {
    test_page: {
      name: "Anmeldedaten testen",
      means:
        "„Test API Credentials“ liest eine Seite mit zwei Personen. Jede Liste genügt. 401 weist auf das Token hin, 404 auf die URL."
    },
    test_filter: {
      name: "Verbindung testen",
      means: "„Verbindung testen“ sucht eine Person, die es nicht geben kann. Erwartet: eine leere Liste, nicht 404."
    },
    find: {
      name: "Person suchen",
      means:
        "Vor dem Anlegen sucht der Anbieter den Benutzernamen. Erwartet: eine leere Liste; sonst verknüpft er den Treffer."
    },
    create: {
      name: "Person anlegen",
      means:
        "Einer Person wurde die App zugewiesen. Erwartet: 201 mit einer ID, die sich der Anbieter für alle weiteren Aufrufe merkt."
    },
    find_again: {
      name: "Person erneut suchen",
      means: "Erwartet: genau diese Person. Sonst würde sie doppelt angelegt."
    },
    read: { name: "Person lesen", means: "Mit der gemerkten ID. Erwartet: das Profil, wie es geschrieben wurde." },
    replace: {
      name: "Profil ersetzen",
      means: "Bei einer Änderung sendet Okta die ganze Person per PUT. Erwartet: der neue Titel."
    },
    change: {
      name: "Einzelne Attribute ändern",
      means:
        "Entra ID schreibt „Replace“ und „Add“ groß und sendet eine Adresse mit einem Filter im Pfad. Erwartet: alle drei Änderungen."
    },
    deactivate: {
      name: "Person deaktivieren",
      means:
        "Die Person wurde bei Okta entfernt oder deaktiviert. Erwartet: Ihr Austritt startet hier. Dafür ist die Bereitstellung da."
    },
    deactivate_text: {
      name: "Person sperren",
      means: "Entra ID sendet „False“ als Text. Erwartet: Der Wert wird angenommen, und der Austritt startet."
    },
    read_again: {
      name: "Deaktivierung prüfen",
      means: "Der Anbieter liest die Person noch einmal. Erwartet: inaktiv. Sonst versucht er es endlos."
    },
    groups: {
      name: "Gruppen lesen",
      means:
        "Wird bei jedem Import angefragt. Erwartet: eine leere Liste, denn Gruppen werden nicht unterstützt. Lass „Push Groups“ aus."
    },
    remove: {
      name: "Person entfernen",
      means: "Wird 30 Tage nach dem Löschen gesendet. Erwartet: 204. Der Datensatz bleibt hier als Nachweis."
    }
  }
}
