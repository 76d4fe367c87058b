import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const scim: typeof en.scim = {
  title: "Bereitstellung",
  about: "Euer Identitätsdienst sagt über SCIM, wer kommt und wer geht; für wen er deaktiviert, beginnt der Austritt.",
  none: "Bereitstellung ist nicht eingerichtet",
  noneText: "Mache ein Token und füge es bei eurem Identitätsdienst ein. Von da an hält er das Verzeichnis aktuell.",
  setUp: "Bereitstellung einrichten",
  setUpText: "Das Token siehst du einmal. Wähle, wie es spricht; um das später zu ändern, mache ein neues.",
  make: "Token machen",
  mode: "Modus",
  modes: {
    compat: {
      name: "Compat",
      text: "Für Okta, Entra ID, OneLogin, JumpCloud und wer sonst Personen erst sucht: Filter, PUT, PATCH mit Pfad."
    },
    literal: {
      name: "Literal",
      text: "Für ein eigenes Programm, das sich IDs merkt. Filter werden nicht ausgewertet; Identitätsdienste dürfen ihn nicht benutzen."
    }
  },
  state: "Einrichtung",
  lastUsed: "Zuletzt gefragt",
  neverUsed: "Der Dienst hat noch nie gefragt",
  newToken: "Neues Token",
  newTokenTitle: "Ein neues Token machen?",
  newTokenText: "Das bisherige endet sofort: Bis das neue beim Dienst steht, bekommt er 401.",
  madeTitle: "Füge das bei deinem Identitätsdienst ein",
  madeText: "Das Token siehst du nur jetzt, niemand bewahrt es auf. Kopiere es gleich; ein neues geht jederzeit.",
  address: "Adresse (Base URL, Tenant URL)",
  token: "Token",
  kept: "Ich habe es kopiert",
  turnOff: "Ausschalten",
  turnOffTitle: "Bereitstellung ausschalten?",
  turnOffText: "Das Token endet sofort, der Dienst bekommt 401. Niemand sagt euch mehr, wer geht.",
  turnOffStays: "Personen und Austritte bleiben, wie sie sind.",
  turnedOff: "Die Bereitstellung ist aus",
  guide: "Was wohin gehört",
  provider: "Dienst",
  guides: {
    okta: {
      name: "Okta",
      steps: [
        "Applications › eure SAML- oder SWA-App › General › App Settings: „Enable SCIM provisioning“ ankreuzen.",
        "Provisioning › Integration › Edit: die Adresse als „SCIM connector base URL“ einfügen.",
        "Als „Unique identifier field for users“: userName.",
        "Supported actions: Push New Users, Push Profile Updates. Push Groups auslassen.",
        "Authentication mode: HTTP Header; das Token bei „Authorization: Bearer“ einfügen. Test Connector Configuration, dann Save.",
        "Provisioning › To App: Create Users, Update User Attributes und Deactivate Users einschalten."
      ]
    },
    entra: {
      name: "Microsoft Entra ID",
      steps: [
        "Unternehmensanwendungen › Neue Anwendung › Eigene erstellen: „Beliebige andere Anwendung integrieren“.",
        "Bereitstellung › Anwendung verbinden: die Adresse als „Mandanten-URL“ und das Token als „Geheimes Token“ einfügen.",
        "Verbindung testen, dann Erstellen.",
        "Attributzuordnung › Benutzer: userName als Abgleichsattribut lassen; Gruppen ausschalten.",
        "Benutzer und Gruppen: zuweisen, wer bereitgestellt wird. Übersicht: Bereitstellung starten.",
        "Entra ID läuft alle 40 Minuten; „Bei Bedarf bereitstellen“ versucht eine Person sofort."
      ]
    },
    onelogin: {
      name: "OneLogin",
      steps: [
        "Applications › Add App: „SCIM Provisioner with SAML (SCIM v2 Core)“.",
        "Configuration: die Adresse als „SCIM Base URL“ und das Token als „SCIM Bearer Token“ einfügen; API einschalten.",
        "Provisioning einschalten, für Gelöschte und Entzogene „Suspend“ wählen.",
        "„Require admin approval“ aus lassen, was von selbst laufen soll."
      ]
    },
    jumpcloud: {
      name: "JumpCloud",
      steps: [
        "SSO Applications › eure eigene App › Identity Management.",
        "SCIM version 2.0; die Adresse als „Base URL“ und das Token als „Token Key“ einfügen.",
        "Test user email: eine Adresse, die niemand hat. Test Connection, dann Activate.",
        "Die Verwaltung von Gruppen aus lassen."
      ]
    },
    other: {
      name: "Ein anderer Dienst",
      steps: [
        "Base URL oder Tenant URL: die Adresse.",
        "Anmeldung: Bearer-Token in der Kopfzeile Authorization: das Token.",
        "Eindeutiges Merkmal: userName, die Arbeitsadresse.",
        "Wenn jemand geht: deaktivieren (active false). Löschen wirkt genauso.",
        "Gruppen aus lassen."
      ]
    }
  },
  clinic: "Klinik",
  clinicText:
    "Spielt die Aufrufe, die der Dienst dokumentiert, und erklärt jeden. Nichts bleibt: Die Person, ihr Austritt und alles, was folgt, werden zurückgenommen.",
  providers: { okta: "Okta", entra: "Microsoft Entra ID" },
  whose: "Wessen Aufrufe",
  play: "Aufrufe spielen",
  pastedToken: "Token, wie es dort steht",
  pastedTokenHelp: "Wenn du es noch hast: Geprüft wird, ob es das jetzige ist.",
  pastedAddress: "Adresse, wie sie dort steht",
  pastedAddressHelp: "Aus dem Formular des Dienstes kopiert.",
  well: (provider) => `${provider} kann so bereitstellen`,
  wellText: (count) =>
    plural(count, { one: "# Aufruf wurde richtig beantwortet.", other: "# Aufrufe wurden richtig beantwortet." }),
  unwell: (count) => plural(count, { one: "# Sache stimmt nicht", other: "# Sachen stimmen nicht" }),
  neverCalled: "Gerufen hat er aber noch nie: Sieh nach, ob die Bereitstellung dort gestartet ist.",
  fine: "Gut",
  problem: "Problem",
  sends: "Der Dienst schickt",
  answered: "Die Antwort",
  nothing: "(nichts)",
  requests: "Letzte Anfragen",
  noRequests: "Noch keine Anfrage",
  noRequestsText: "Der nächste Aufruf des Dienstes steht hier, mit dem, was daraus wurde.",
  at: "Wann",
  request: "Anfrage",
  status: "Status",
  cameOf: "Was daraus wurde",
  findings: {
    not_set_up: {
      title: "Es gibt kein Token",
      text: "Richte oben die Bereitstellung ein und füge das Token dort ein."
    },
    switched_off: {
      title: "Die Bereitstellung ist ausgeschaltet",
      text: "Jeder Aufruf bekommt 401. Mache ein neues Token und füge es beim Dienst ein."
    },
    token_malformed: {
      title: "Das ist kein SCIM-Token",
      text: "Eines hat 64 Zeichen, 0 bis 9 und a bis f. Ein API-Schlüssel ist keines. Mache ein neues und füge es dort ein."
    },
    token_padded: {
      title: "Um das Token steht etwas herum",
      text: "Füge es dort ohne „Bearer“, Anführungszeichen, Leerzeichen und Umbrüche ein."
    },
    token_unknown: {
      title: "Das ist nicht das jetzige Token",
      text: "Ein neueres hat es ersetzt, oder es gehört einer anderen Organisation. Füge das jetzige ein; hat es niemand, mache ein neues."
    },
    address_other: {
      title: "Die Adresse gehört einem anderen Dienst",
      text: "Die Aufrufe kommen hier nicht an. Trage die Adresse ein, die oben steht."
    },
    address_without_path: {
      title: "Der Adresse fehlt /scim/v2",
      text: "Die Aufrufe bekommen 404. Trage die Adresse ein, die oben steht, mit ihrem Pfad."
    },
    address_beyond_path: {
      title: "Die Adresse geht hinter /scim/v2 weiter",
      text: "/Users hängt der Dienst selbst an. Lass es weg."
    },
    address_not_https: {
      title: "Die Adresse beginnt anders",
      text: "Trage sie mit https:// ein, wie sie oben steht: Bei einem anderen Schema geht das Token nicht mit."
    },
    mode_literal: {
      title: "Das Token spricht Literal",
      text: "Dieser Modus wertet keine Filter aus. Okta und Entra ID suchen vor jedem Schreiben und würden die erste aller Personen verknüpfen und die falsche deaktivieren. Mache ein neues Token im Modus Compat."
    },
    answered_everybody: {
      title: "Eine Suche wurde mit allen beantwortet",
      text: "Der Dienst hält die erste für die gesuchte Person. Mache ein neues Token im Modus Compat."
    },
    not_found_again: {
      title: "Die Person wird nicht wiedergefunden",
      text: "Der Dienst würde sie ein zweites Mal anlegen. Sag es dem Betreiber dieses Dienstes."
    },
    not_changed: {
      title: "Die Änderung hatte keine Wirkung",
      text: "Mache ein neues Token im Modus Compat; spricht es ihn schon, sag es dem Betreiber dieses Dienstes."
    },
    route_missing: {
      title: "Diesen Aufruf kennt der Modus nicht",
      text: "Der Dienst zeigt einen Fehler. Mache ein neues Token im Modus Compat."
    },
    still_active: {
      title: "Wer deaktiviert ist, liest sich noch aktiv",
      text: "Der Dienst liest zurück, was er schrieb, und versucht es endlos. Mache ein neues Token im Modus Compat."
    },
    no_offboarding: {
      title: "Kein Austritt begann",
      text: "Wer dort deaktiviert wird, behält hier alle Zugänge. Was im Weg stand, steht beim Aufruf."
    },
    refused: { title: "Der Aufruf wurde abgelehnt", text: "Warum, steht in der Antwort." }
  },
  calls: {
    test_page: {
      name: "Zugangsdaten testen",
      means:
        "„Test API Credentials“ liest eine Seite mit zwei Personen. Jede Liste genügt; 401 heißt Token, 404 heißt Adresse."
    },
    test_filter: {
      name: "Verbindung testen",
      means: "„Verbindung testen“ sucht jemanden, den es nicht geben kann. Zurückkommen muss niemand: eine leere Liste."
    },
    find: {
      name: "Die Person suchen",
      means: "Bevor er anlegt, sucht der Dienst den Benutzernamen. Niemand darf zurückkommen, sonst verknüpft er ihn."
    },
    create: {
      name: "Die Person anlegen",
      means: "Jemandem wurde die App zugewiesen. 201 mit einer ID, die sich der Dienst für alles Weitere merkt."
    },
    find_again: {
      name: "Noch einmal suchen",
      means: "Dieselbe Suche muss jetzt genau diese eine Person finden, sonst würde sie doppelt angelegt."
    },
    read: {
      name: "Die Person lesen",
      means: "Mit der gemerkten ID. Das Profil kommt zurück, wie es geschrieben wurde."
    },
    replace: {
      name: "Das Profil ersetzen",
      means: "Okta schreibt per PUT die ganze Person, wenn sich etwas änderte. Der neue Titel muss zurückkommen."
    },
    change: {
      name: "Einzelnes ändern",
      means:
        "Entra ID schreibt „Replace“ und „Add“ groß und eine Adresse mit Filter im Pfad. Alle drei müssen zurückkommen."
    },
    deactivate: {
      name: "Die Person deaktivieren",
      means: "Bei Okta entzogen oder deaktiviert. Hier beginnt ihr Austritt: Dafür ist die Bereitstellung da."
    },
    deactivate_text: {
      name: "Die Person sperren",
      means: "Entra ID schickt „False“ als Text. Es zählt trotzdem, und ihr Austritt beginnt."
    },
    read_again: {
      name: "Zurücklesen",
      means: "Der Dienst vergewissert sich. Sie muss inaktiv sein, sonst versucht er es endlos."
    },
    groups: {
      name: "Gruppen lesen",
      means: "Wird bei jedem Import gefragt. Es gibt keine, und das sagt eine leere Liste. „Push Groups“ aus lassen."
    },
    remove: {
      name: "Die Person entfernen",
      means: "30 Tage nach dem Löschen. Der Eintrag bleibt hier als Nachweis; die Antwort ist 204."
    }
  }
}
