import { germanStageNames } from "@svc/contract/offboardings/stage-names"
import type { EntryText } from "./entry-text.ts"

// Recorded entries keep the words of their time: some facts have an older and a present name.

const wholeTargets: ReadonlyMap<string, string> = new Map([
  ["Analytics", "Berichte"],
  ["Assets", "Geräte"],
  ["Audit log", "Audit-Log"],
  ["Directory", "Verzeichnis"],
  ["E-signature", "E-Signatur"],
  ["Global token revocation", "Universal Logout"],
  ["Initiation settings", "Freigabe-Einstellungen"],
  ["Leaver access test", "Leaver-Test"],
  ["Leaver test", "Leaver-Test"],
  ["Notification preferences", "Mitteilungseinstellungen"],
  ["Offboardings", "Austritte"],
  ["Organisation export", "Datenexport"],
  ["Organization export", "Datenexport"],
  ["Organisation settings", "Einstellungen der Organisation"],
  ["Organization settings", "Einstellungen der Organisation"],
  ["Reports overview", "Berichte"],
  ["Task deadlines", "Aufgabenfristen"],
  ["SCIM token", "SCIM-Token"],
  ["SLA compliance", "Aufgabenfristen"],
  ["Single sign-on", "Single Sign-on"]
])

const targetStarts = [
  ["Offboarding of ", "Austritt von "],
  ["Initiation for ", "Antrag für "],
  ["Request for ", "Antrag für "],
  ["Employee ", "Person "],
  ["API key ", "API-Schlüssel "],
  ["Approval chain ", "Freigabekette "],
  ["Role ", "Rolle "],
  ["Document template ", "Dokumentvorlage "],
  ["Checklist template ", "Checklistenvorlage "],
  ["Asset ", "Gerät "],
  ["Text message ", "SMS "],
  ["SIEM target ", "SIEM-Ziel "]
] as const

const wholeDetails: ReadonlyMap<string, string> = new Map([
  ["all equipment of the person was returned", "alle Geräte der Person sind zurückgegeben"],
  ["there is nothing to revoke", "es gibt nichts zu entziehen"],
  ["every task is done or not needed", "jede Aufgabe ist erledigt oder nicht nötig"],
  [
    "every task is done or not needed, the last one by the record that it follows",
    "jede Aufgabe ist erledigt oder nicht nötig, die letzte automatisch"
  ],
  [
    "every task is done or not needed, the last one completed automatically",
    "jede Aufgabe ist erledigt oder nicht nötig, die letzte automatisch"
  ],
  ["The scan for orphaned items is on", "Die Prüfung auf verwaiste Objekte ist eingeschaltet"],
  ["The scan for orphaned items is off", "Die Prüfung auf verwaiste Objekte ist ausgeschaltet"],
  ["the link does not open the page any more", "der Link gilt nicht mehr"],
  ["the link no longer works", "der Link gilt nicht mehr"],
  ["personal data of the account", "persönliche Daten des Kontos"],
  ["The service refused the stored credential", "Die App hat die gespeicherten Zugangsdaten abgelehnt"],
  [
    "The connection and its stored credentials were deleted",
    "Die Verbindung und ihre gespeicherten Zugangsdaten wurden gelöscht"
  ],
  ["The provider can no longer change anything", "Der Anbieter kann nichts mehr ändern"],
  ["The test message was accepted", "Die Testnachricht wurde angenommen"],
  ["all events", "alle Ereignisse"],
  ["to the number in the directory", "an die Nummer im Verzeichnis"],
  ["Exit interviews by Calendly", "Austrittsgespräche über Calendly"]
])

const endings = [
  [": by the record that it follows", ": automatisch erledigt"],
  [": completed automatically", ": automatisch erledigt"],
  [": access confirmed manually as removed", ": Zugriff manuell als entfernt bestätigt"],
  [" | by the job org-exports", ""]
] as const

/** Names of facts in details, as in `exit date: 2026-12-02`. */
const facts: ReadonlyMap<string, string> = new Map([
  ["address", "IP-Adresse"],
  ["added", "hinzugefügt"],
  ["apps", "Apps"],
  ["assigned to", "zuständig"],
  ["category", "Art"],
  ["changed", "geändert"],
  ["checked", "geprüft"],
  ["created", "angelegt"],
  ["e-mail", "E-Mail"],
  ["email", "E-Mail"],
  ["emailed to", "gesendet an"],
  ["entries", "Einträge"],
  ["exit date", "letzter Tag"],
  ["expires", "läuft ab"],
  ["file errors", "Dateifehler"],
  ["files", "Dateien"],
  ["format", "Format"],
  ["from", "von"],
  ["last day", "letzter Tag"],
  ["mode", "Modus"],
  ["name", "Name"],
  ["notes", "Notizen"],
  ["plan", "Tarif"],
  ["prefix", "Präfix"],
  ["range", "Zeitraum"],
  ["reason", "Grund"],
  ["refused", "abgelehnt"],
  ["role", "Rolle"],
  ["rows", "Zeilen"],
  ["scope", "Datensichtbarkeit"],
  ["scopes", "Scopes"],
  ["session", "Sitzung"],
  ["signing_key", "Signaturschlüssel"],
  ["size", "Größe"],
  ["skipped", "übersprungen"],
  ["source", "Quelle"],
  ["status", "Status"],
  ["steps", "Schritte"],
  ["time zone", "Zeitzone"],
  ["to", "bis"],
  ["truncated", "gekürzt"],
  ["until", "bis"]
])

const values: ReadonlyMap<string, string> = new Map([
  ["active", "aktiv"],
  ["all", "alle"],
  ["all departments", "alle Abteilungen"],
  ["app", "Dashboard"],
  ["inactive", "inaktiv"],
  ["never", "nie"],
  ["no", "nein"],
  ["no chain", "keine Freigabekette"],
  ["none", "keine"],
  ["yes", "ja"]
])

const stages: Readonly<Record<string, string>> = germanStageNames

const valueOf = (value: string) => values.get(value) ?? value

/** `exit date: 2026-12-02` or a value alone. */
const factOf = (part: string): string => {
  const [, name = "", value = ""] = /^([a-z][a-z_ -]*): (.*)$/s.exec(part) ?? []
  const known = facts.get(name)
  return known === undefined ? valueOf(part) : `${known}: ${valueOf(value)}`
}

/** `pending -> it_revocation`. */
const moveOf = (change: string): string | undefined => {
  const [before = "", after = "", ...more] = change.split(" -> ")
  const [from, to] = [stages[before], stages[after]]
  return from === undefined || to === undefined || more.length > 0 ? undefined : `${from} → ${to}`
}

export const entryText: EntryText = {
  target: (target) => {
    const start = targetStarts.find(([english]) => target.startsWith(english))
    return wholeTargets.get(target) ?? (start === undefined ? target : `${start[1]}${target.slice(start[0].length)}`)
  },
  details: (details) => {
    const whole = wholeDetails.get(details)
    if (whole !== undefined) return whole
    const end = endings.find(([english]) => details.endsWith(english))
    const text = end === undefined ? details : `${details.slice(0, -end[0].length)}${end[1]}`
    const [change = "", ...rest] = text.split(", ")
    const move = moveOf(change)
    return [move ?? factOf(change), ...rest.map(factOf)].join(", ")
  }
}
