import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const employees: typeof en.employees = {
  title: "Personen",
  about: "Aktuelle und frühere Personen eurer Organisation.",
  all: "Alle Personen",
  search: "Name, E-Mail oder Nummer",
  statuses: { active: "Aktiv", inactive: "Inaktiv" },
  workerTypes: { employee: "Angestellt", contractor: "Selbstständig", intern: "Praktikum", temporary: "Befristet" },
  status: "Status",
  anyStatus: "Alle Status",
  workerType: "Beschäftigungsart",
  anyWorkerType: "Alle Beschäftigungsarten",
  person: "Person",
  none: "Noch keine Personen",
  noneText:
    "Füge Personen hier hinzu, importiere eine CSV-Datei oder verbinde ein HR-System oder einen Identitätsanbieter.",
  name: "Name",
  email: "E-Mail",
  role: "Stelle",
  department: "Abteilung",
  manager: "Führungskraft",
  number: "Personalnummer",
  phone: "Telefon",
  timezone: "Zeitzone",
  ownTimezone: "Standard der Organisation",
  contractEnd: "Vertrag endet",
  sourceControl: "Benutzername in der Quellcodeverwaltung",
  created: "Hinzugefügt",
  facts: "Details",
  add: "Person hinzufügen",
  added: (name) => `${name} hinzugefügt`,
  edit: "Bearbeiten",
  editTitle: (name) => `${name} bearbeiten`,
  save: "Speichern",
  saved: (name) => `${name} gespeichert`,
  more: "Mehr",
  remove: "Eintrag löschen",
  removeTitle: (name) => `Eintrag von ${name} löschen?`,
  removeText:
    "Für versehentliche Einträge. Nicht möglich, solange ein Austritt, ein Gerät oder ein anderer Eintrag auf die Person verweist.",
  removed: (name) => `Eintrag von ${name} gelöscht`,
  erase: "Person löschen (DSGVO)",
  eraseTitle: (name) => `${name} endgültig löschen?`,
  eraseText:
    "Recht auf Löschung (DSGVO). Niemand, auch nicht der Betreiber dieses Dienstes, kann das rückgängig machen.",
  goes: "Gelöscht:",
  goesText: "Name, E-Mail und alle anderen personenbezogenen Daten samt Kopien:",
  eraseCases: (count, open) =>
    plural(count, {
      one: "# Austritt verliert Namen und E-Mail-Adressen",
      other: "# Austritte verlieren Namen und E-Mail-Adressen"
    }) +
    (open === 0
      ? ""
      : `; ${plural(open, { one: "# ist offen und läuft ohne Namen weiter", other: "# sind offen und laufen ohne Namen weiter" })}`),
  eraseDocuments: (count) =>
    plural(count, {
      one: "# Dokument verliert Namen, Unterschrift und Datei",
      other: "# Dokumente verlieren Namen, Unterschrift und Datei"
    }),
  eraseKeys: (count) =>
    plural(count, {
      one: "# Schlüssel wird vernichtet, auch für Archive und Backups",
      other: "# Schlüssel werden vernichtet, auch für Archive und Backups"
    }),
  eraseExports: (count) =>
    plural(count, {
      one: "# Datenexport wird zurückgezogen",
      other: "# Datenexporte werden zurückgezogen"
    }),
  stays: "Bleibt:",
  staysText: (entries) =>
    `was wann geschah. In ${plural(entries, { one: "# Eintrag", other: "# Einträgen" })} des Audit-Logs steht [erased] statt der Person. Die Hashes bleiben gleich, die Kette bleibt prüfbar.`,
  erasedAlready: (when) => `Diese Person wurde am ${when} gelöscht`,
  typeName: (name) => `Gib zur Bestätigung „${name}“ ein`,
  nameDiffers: (name) => `Stimmt nicht mit „${name}“ überein`,
  erased: (count) =>
    count === 0
      ? "Person gelöscht"
      : `Person gelöscht, auch in ${plural(count, { one: "# Austritt", other: "# Austritten" })}`,
  leaves: "Austritt starten",
  openCase: "Austritt öffnen",
  cases: "Austritte",
  noCases: "Noch keine Austritte",
  noCasesText: "Scheidet diese Person aus, erscheint der Austritt hier.",
  equipment: "Geräte",
  allEquipment: "Auch zurückgegebene Geräte",
  reports: (count) => plural(count, { one: "# Person im Team", other: "# Personen im Team" }),
  accessBack: (count) =>
    plural(count, {
      one: "# Konto nach dem Entzug aktiv",
      other: "# Konten nach dem Entzug aktiv"
    }),
  app: "App",
  lastSeen: "Zuletzt aktiv gesehen",
  import: "CSV importieren",
  importTitle: "Personen aus CSV importieren",
  importText: "Die erste Zeile muss die Spaltennamen enthalten. Höchstens 2.000 Zeilen.",
  file: "CSV-Datei",
  fileHelp: "Du siehst eine Vorschau, bevor etwas gespeichert wird.",
  updateKnown: "Personen aktualisieren, deren E-Mail schon im Verzeichnis ist",
  check: "Datei prüfen",
  importNow: (count) => plural(count, { one: "# Person importieren", other: "# Personen importieren" }),
  imported: (imported, updated) =>
    plural(imported, { one: "# Person hinzugefügt", other: "# Personen hinzugefügt" }) +
    (updated === 0 ? "" : `, ${updated} aktualisiert`),
  wouldImport: (imported, updated, total) =>
    `Von ${plural(total, { one: "# Zeile", other: "# Zeilen" })} würden ${imported} hinzugefügt` +
    (updated === 0 ? "" : ` und ${updated} aktualisiert`),
  template: "Vorlage herunterladen",
  columns: "Spalten",
  needed: (name) => `${name} (erforderlich)`,
  managerAddress: "E-Mail der Führungskraft",
  oneOf: (name, values) => `${name}: ${values.join(", ")}`,
  asDay: (name) => `${name}, z. B. 2026-04-30`,
  ignored: (columns, known) => `Unbekannte Spalten, ignoriert: ${columns}. Bekannte Spalten: ${known}`,
  rowErrors: "Zeilen, die sich nicht importieren lassen",
  line: "Zeile",
  column: "Spalte",
  problem: "Problem"
}
