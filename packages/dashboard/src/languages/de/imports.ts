import { plurals } from "../plural.ts"
import type { Words } from "../en.ts"

const plural = plurals("de")

export const imports: Words["imports"] = {
  about: "Je Zeile ein Austritt. Nichts wird geschrieben, bevor du siehst, was aus jeder Zeile würde.",
  choose: "Datei wählen",
  file: "CSV-Datei",
  fileHelp: "UTF-8, mit Komma oder Strichpunkt getrennt, höchstens 2.000 Zeilen und 1 MB.",
  paste: "Oder füge die Zeilen ein, zuerst die mit den Spaltennamen",
  check: "Zeilen prüfen",
  chooseAgain: "Die Datei hat sich seit der Auswahl geändert. Wähle sie noch einmal.",
  template: "Vorlage herunterladen",
  columns: (required) => `Die erste Zeile nennt die Spalten. Nötig sind ${required}, alle anderen nicht.`,
  checked: "Was importiert würde",
  imported: "Was importiert wurde",
  line: "Zeile",
  person: "Person",
  lastDay: "Letzter Tag",
  department: "Abteilung",
  result: "Ergebnis",
  ready: "Bereit",
  made: "Importiert",
  field: (field, error) => (field === null ? error : `${field}: ${error}`),
  readyCount: (ready, total) => `${ready} von ${total} Zeilen lassen sich importieren`,
  madeCount: (made, total) => `${made} von ${total} Zeilen wurden importiert`,
  ignored: (columns, known) => `Spalten, die ein Import nicht kennt und auslässt: ${columns}. Gelesen werden: ${known}`,
  importThem: (count) => plural(count, { one: "# Austritt importieren", other: "# Austritte importieren" }),
  oneByOne: "Fehlerhafte Zeilen halten die anderen nicht auf.",
  withoutApps: (count) =>
    plural(count, {
      one: "# Zeile nennt keine Apps: Der Zugriff wird erst automatisch entzogen, wenn du in diesem Austritt Apps wählst. Spalte: apps_to_revoke.",
      other:
        "# Zeilen nennen keine Apps: Der Zugriff wird erst automatisch entzogen, wenn du in diesen Austritten Apps wählst. Spalte: apps_to_revoke."
    }),
  failedRows: "Gescheiterte Zeilen herunterladen",
  failedHelp: "Verbessere sie und wähle die Datei wieder: was importiert ist, steht nicht darin.",
  mendHelp: "Verbessere sie und prüfe wieder, oder importiere jetzt die anderen und diese später.",
  hidden: (count) => plural(count, { one: "und # Zeile mehr", other: "und # Zeilen mehr" }),
  empty: "Die Datei hat Spaltennamen und keine Zeilen",
  emptyText: "Füge für jede Person, die geht, eine Zeile hinzu.",
  approval: "Hier beginnt ein Austritt mit einer Genehmigung",
  initiate: "Antrag stellen",
  again: "Weitere Datei importieren",
  see: "Zu den Austritten"
}
