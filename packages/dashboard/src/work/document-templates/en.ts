import type { MergeField } from "@svc/contract/document-templates/schema"

const fieldNames: Readonly<Record<MergeField, string>> = {
  employee_name: "Name",
  employee_email: "Email",
  employee_role: "Job title",
  employee_department: "Department",
  manager_email: "Manager",
  exit_date: "Last day",
  separation_type: "Reason",
  jurisdiction: "Jurisdiction",
  organisation_name: "Organization",
  today: "Today"
}

export const documentTemplates = {
  about: "A document with fields that are filled in from an offboarding.",
  none: "No document templates yet",
  noneText: "Write a reference letter or confirmation once. Names and dates are filled in from each offboarding.",
  name: "Name",
  kind: "Type",
  fields: "Fields",
  changed: "Last changed",
  letter: "Document template",
  body: "Text",
  bodyHelp: "HTML: paragraphs, headings, lists, tables. Scripts and external images are removed.",
  insert: "Insert a field at the cursor",
  fieldNames,
  beginWith: "Start with an example",
  begin:
    "<h1>Confirmation of employment</h1>\n<p>{{today}}</p>\n<p>{{employee_name}} worked for {{organisation_name}} as {{employee_role}} in {{employee_department}}. Their last day is {{exit_date}}.</p>\n<p>We wish them well.</p>\n",
  preview: "Preview",
  previewOf: "Preview for",
  anExample: "Example person",
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
  previewEmpty: "The finished document appears here as you type.",
  previewText: "Filled-in fields are highlighted in this preview only.",
  unknown: (fields: ReadonlyArray<string>) => `No value for ${fields.map((one) => `{{${one}}}`).join(", ")}`,
  save: "Save template",
  saved: "Template saved",
  delete: "Delete",
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: "This can’t be undone. A template can’t be deleted while documents created from it exist.",
  deleted: (name: string) => `${name} deleted`,
  inUse: "Documents were created from this template. Delete them in their offboardings first."
}
