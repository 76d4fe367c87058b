import type { MergeField } from "@svc/contract/document-templates/schema"

const fieldNames: Readonly<Record<MergeField, string>> = {
  employee_name: "Name",
  employee_email: "E-mail",
  employee_role: "Job title",
  employee_department: "Department",
  manager_email: "Manager",
  exit_date: "Last day",
  separation_type: "Reason",
  jurisdiction: "Law",
  organisation_name: "Organisation",
  today: "Today"
}

export const documentTemplates = {
  about: "A letter whose blanks are filled in from an offboarding.",
  none: "No letters yet",
  noneText: "Write a reference or a confirmation once; each offboarding fills in its names and dates.",
  name: "Name",
  kind: "Kind",
  fields: "Blanks",
  changed: "Changed",
  letter: "Letter",
  body: "Text",
  bodyHelp: "HTML: paragraphs, headings, lists, tables. Scripts and pictures from elsewhere are left out.",
  insert: "Put in a blank where the cursor is",
  fieldNames,
  beginWith: "Begin with an example",
  begin:
    "<h1>Confirmation of employment</h1>\n<p>{{today}}</p>\n<p>{{employee_name}} worked for {{organisation_name}} as {{employee_role}} in {{employee_department}}. Their last day is {{exit_date}}.</p>\n<p>We wish them well.</p>\n",
  preview: "Preview",
  previewOf: "Filled in for",
  anExample: "An example",
  example: {
    employee_name: "Alex Example",
    employee_email: "alex@example.com",
    employee_role: "Engineer",
    employee_department: "Research",
    manager_email: "manager@example.com",
    exit_date: "2030-01-31",
    separation_type: "resignation",
    jurisdiction: "DE"
  },
  previewEmpty: "What you write is seen here as it will read.",
  previewText: "What is filled in is marked here only.",
  unknown: (fields: ReadonlyArray<string>) => `Nothing is known for ${fields.map((one) => `{{${one}}}`).join(", ")}`,
  save: "Save the letter",
  saved: "The letter is saved",
  delete: "Delete",
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: "The template goes for good. It stays as long as a document exists that was made from it.",
  deleted: (name: string) => `${name} was deleted`,
  inUse: "Documents were made from this letter. Delete them in their offboardings first."
}
