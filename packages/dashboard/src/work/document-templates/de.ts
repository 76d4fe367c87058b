import type * as en from "./en.ts"

export const documentTemplates: typeof en.documentTemplates = {
  about: "Ein Dokument mit Feldern, die aus einem Austritt ausgefüllt werden.",
  none: "Noch keine Dokumentvorlagen",
  noneText: "Schreibe ein Zeugnis oder eine Bestätigung einmal. Jeder Austritt setzt Namen und Daten ein.",
  name: "Name",
  kind: "Art",
  fields: "Felder",
  changed: "Zuletzt geändert",
  letter: "Dokumentvorlage",
  body: "Text",
  bodyHelp: "HTML: Absätze, Überschriften, Listen, Tabellen. Skripte und externe Bilder werden entfernt.",
  insert: "Feld an der Cursorposition einfügen",
  fieldNames: {
    employee_name: "Name",
    employee_email: "E-Mail",
    employee_role: "Stelle",
    employee_department: "Abteilung",
    manager_email: "Führungskraft",
    exit_date: "Letzter Tag",
    separation_type: "Grund",
    jurisdiction: "Rechtsordnung",
    organisation_name: "Organisation",
    today: "Heute"
  },
  beginWith: "Mit einem Beispiel starten",
  begin:
    "<h1>Bestätigung der Beschäftigung</h1>\n<p>{{today}}</p>\n<p>{{employee_name}} war bei {{organisation_name}} als {{employee_role}} in {{employee_department}} tätig. Der letzte Tag ist der {{exit_date}}.</p>\n<p>Wir wünschen alles Gute.</p>\n",
  preview: "Vorschau",
  previewOf: "Vorschau für",
  anExample: "Beispielperson",
  example: {
    employee_name: "Alex Beispiel",
    employee_email: "alex@example.com",
    employee_role: "Entwicklung",
    employee_department: "Forschung",
    manager_email: "leitung@example.com",
    exit_date: "2030-01-31",
    separation_type: "resignation",
    jurisdiction: "DE"
  },
  previewEmpty: "Das fertige Dokument erscheint hier beim Schreiben.",
  previewText: "Ausgefüllte Felder sind nur in dieser Vorschau markiert.",
  unknown: (fields) => `Kein Wert für ${fields.map((one) => `{{${one}}}`).join(", ")}`,
  save: "Vorlage speichern",
  saved: "Vorlage gespeichert",
  delete: "Löschen",
  deleteTitle: (name) => `${name} löschen?`,
  deleteText:
    "Das lässt sich nicht rückgängig machen. Solange es Dokumente aus der Vorlage gibt, lässt sie sich nicht löschen.",
  deleted: (name) => `${name} gelöscht`,
  inUse: "Aus dieser Vorlage wurden Dokumente erstellt. Lösche sie zuerst in ihren Austritten."
}
