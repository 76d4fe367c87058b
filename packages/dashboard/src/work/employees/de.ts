import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const employees: typeof en.employees = {
  title: "Personen",
  about: "Alle, die hier arbeiten oder gearbeitet haben.",
  all: "Alle Personen",
  search: "Name, Adresse oder Nummer",
  statuses: { active: "Aktiv", inactive: "Inaktiv" },
  workerTypes: { employee: "Angestellt", contractor: "Selbstständig", intern: "Praktikum", temporary: "Befristet" },
  status: "Status",
  anyStatus: "Aktiv und inaktiv",
  workerType: "Arbeitet als",
  anyWorkerType: "Jede Arbeitsweise",
  person: "Person",
  none: "Noch niemand im Verzeichnis",
  noneText: "Trag Personen hier oder aus einer CSV-Datei ein, oder lass es Personalsystem oder Identitätsdienst tun.",
  name: "Name",
  email: "E-Mail",
  role: "Stelle",
  department: "Abteilung",
  manager: "Führungskraft",
  number: "Personalnummer",
  phone: "Telefon",
  timezone: "Zeitzone",
  ownTimezone: "Die der Organisation",
  contractEnd: "Vertrag endet",
  sourceControl: "Name in der Quellcodeverwaltung",
  created: "Im Verzeichnis seit",
  facts: "Über",
  add: "Person eintragen",
  added: (name) => `${name} ist eingetragen`,
  edit: "Bearbeiten",
  editTitle: (name) => `${name} bearbeiten`,
  save: "Speichern",
  saved: (name) => `${name} ist gespeichert`,
  more: "Mehr",
  remove: "Eintrag löschen",
  removeTitle: (name) => `Eintrag von ${name} löschen?`,
  removeText:
    "Für versehentliche Einträge. Es geht nicht, solange ein Austritt, ein Gerät oder ein anderer Eintrag die Person nennt.",
  removed: (name) => `Der Eintrag von ${name} ist gelöscht`,
  erase: "Person vergessen",
  eraseTitle: (name) => `${name} endgültig vergessen?`,
  eraseText: "Das Recht auf Vergessenwerden. Niemand, auch nicht der Betreiber dieses Dienstes, holt es zurück.",
  goes: "Es geht:",
  goesText: "Name, Adresse und alle anderen persönlichen Angaben, wohin auch immer sie kopiert wurden:",
  eraseCases: (count, open) =>
    plural(count, {
      one: "# Austritt verliert Namen und Adressen",
      other: "# Austritte verlieren Namen und Adressen"
    }) +
    (open === 0
      ? ""
      : `; ${plural(open, { one: "# ist offen und geht ohne Namen weiter", other: "# sind offen und gehen ohne Namen weiter" })}`),
  eraseDocuments: (count) =>
    plural(count, {
      one: "# Dokument verliert Namen, Unterschrift und Datei",
      other: "# Dokumente verlieren Namen, Unterschrift und Datei"
    }),
  eraseKeys: (count) =>
    plural(count, {
      one: "# Schlüssel wird vernichtet, auch in Archiven und Sicherungen",
      other: "# Schlüssel werden vernichtet, auch in Archiven und Sicherungen"
    }),
  eraseExports: (count) =>
    plural(count, {
      one: "# Export der Organisation wird zurückgezogen",
      other: "# Exporte der Organisation werden zurückgezogen"
    }),
  stays: "Es bleibt:",
  staysText: (entries) =>
    `was wann getan wurde. In ${plural(entries, { one: "# Eintrag", other: "# Einträgen" })} des Protokolls steht [erased], wo die Person stand, mit denselben Hashes: die Kette lässt sich weiter prüfen.`,
  erasedAlready: (when) => `Diese Person wurde am ${when} vergessen`,
  typeName: (name) => `Gib „${name}“ ein, um weiterzumachen`,
  nameDiffers: (name) => `ist nicht „${name}“`,
  erased: (count) =>
    count === 0
      ? "Die Person ist vergessen"
      : `Die Person ist vergessen, auch in ${plural(count, { one: "# Austritt", other: "# Austritten" })}`,
  leaves: "Austritt beginnen",
  openCase: "Austritt öffnen",
  cases: "Austritte",
  noCases: "Bisher kein Austritt",
  noCasesText: "Wenn diese Person geht, steht der Austritt hier.",
  equipment: "Geräte",
  allEquipment: "Auch Zurückgegebenes",
  reports: (count) => plural(count, { one: "# Person im Team", other: "# Personen im Team" }),
  accessBack: (count) =>
    plural(count, {
      one: "# entzogenes Konto ist aktiv",
      other: "# entzogene Konten sind aktiv"
    }),
  app: "App",
  lastSeen: "Zuletzt aktiv gesehen",
  import: "CSV einlesen",
  importTitle: "Personen aus einer CSV-Datei einlesen",
  importText: "Die erste Zeile nennt die Spalten. Höchstens 2.000 Zeilen.",
  file: "CSV-Datei",
  fileHelp: "Nichts wird geschrieben, bevor du gesehen hast, was es wäre.",
  updateKnown: "Personen ändern, deren Adresse schon bekannt ist",
  check: "Datei prüfen",
  importNow: (count) => plural(count, { one: "# Person einlesen", other: "# Personen einlesen" }),
  imported: (imported, updated) =>
    plural(imported, { one: "# Person ist eingetragen", other: "# Personen sind eingetragen" }) +
    (updated === 0 ? "" : `, ${updated} geändert`),
  wouldImport: (imported, updated, total) =>
    `Von ${plural(total, { one: "# Zeile", other: "# Zeilen" })} würden ${imported} eingetragen` +
    (updated === 0 ? "" : ` und ${updated} geändert`),
  template: "Vorlage herunterladen",
  columns: "Die Spalten",
  needed: (name) => `${name} (nötig)`,
  managerAddress: "E-Mail der Führungskraft",
  oneOf: (name, values) => `${name}: ${values.join(", ")}`,
  asDay: (name) => `${name}, wie 2026-04-30`,
  ignored: (columns, known) => `Nicht gelesen, weil keine Spalte so heißt: ${columns}. Gelesen werden: ${known}`,
  rowErrors: "Zeilen, die nicht gehen",
  line: "Zeile",
  column: "Spalte",
  problem: "Was falsch ist"
}
