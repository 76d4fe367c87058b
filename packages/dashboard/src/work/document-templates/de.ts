import type * as en from "./en.ts"

export const documentTemplates: typeof en.documentTemplates = {
  about: "Ein Brief, dessen Lücken ein Austritt füllt.",
  none: "Noch keine Briefe",
  noneText: "Schreib ein Zeugnis oder eine Bestätigung einmal; jeder Austritt setzt Namen und Daten ein.",
  name: "Name",
  kind: "Art",
  fields: "Lücken",
  changed: "Geändert",
  letter: "Brief",
  body: "Text",
  bodyHelp: "HTML: Absätze, Überschriften, Listen, Tabellen. Skripte und fremde Bilder entfallen.",
  insert: "Eine Lücke einsetzen, wo der Cursor steht",
  fieldNames: {
    employee_name: "Name",
    employee_email: "E-Mail",
    employee_role: "Stelle",
    employee_department: "Abteilung",
    manager_email: "Führungskraft",
    exit_date: "Letzter Tag",
    separation_type: "Grund",
    jurisdiction: "Recht",
    organisation_name: "Organisation",
    today: "Heute"
  },
  beginWith: "Mit einem Beispiel beginnen",
  begin:
    "<h1>Bestätigung der Beschäftigung</h1>\n<p>{{today}}</p>\n<p>{{employee_name}} war bei {{organisation_name}} als {{employee_role}} in {{employee_department}} tätig. Der letzte Tag ist der {{exit_date}}.</p>\n<p>Wir wünschen alles Gute.</p>\n",
  preview: "Vorschau",
  previewOf: "Ausgefüllt für",
  anExample: "Ein Beispiel",
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
  previewEmpty: "Was du schreibst, steht hier so, wie es sich lesen wird.",
  previewText: "Was eingesetzt wird, ist nur hier markiert.",
  unknown: (fields) => `Nichts bekannt für ${fields.map((one) => `{{${one}}}`).join(", ")}`,
  save: "Brief speichern",
  saved: "Der Brief ist gespeichert",
  delete: "Löschen",
  deleteTitle: (name) => `${name} löschen?`,
  deleteText: "Die Vorlage ist endgültig weg. Sie bleibt, solange es ein Dokument daraus gibt.",
  deleted: (name) => `${name} wurde gelöscht`,
  inUse: "Aus diesem Brief wurden Dokumente gemacht. Lösche sie zuerst in ihren Austritten."
}
