import type { FoundDocument } from "@svc/contract/documents/schema"
import type { ListFile } from "#platform/files/list-file"

/** The list as CSV. */
export const documentsFile: ListFile<FoundDocument> = {
  name: "documents",
  keyOf: ({ id }) => id,
  columns: [
    ["Document ID", "Dokument-ID", ({ id }) => id],
    ["Document", "Dokument", ({ name }) => name],
    ["Type", "Art", ({ doc_type }) => doc_type],
    ["Status", "Status", ({ status }) => status],
    ["E-signature", "E-Signatur", ({ esignature_status }) => esignature_status],
    ["Signed by", "Unterschrieben von", ({ signed_by }) => signed_by],
    ["Signed", "Unterschrieben", ({ signed_at }) => signed_at],
    ["Expires", "Läuft ab", ({ expires_on }) => expires_on],
    ["Employee", "Person", ({ employee_name }) => employee_name],
    ["Department", "Abteilung", ({ department }) => department],
    ["Last day", "Letzter Tag", ({ exit_date }) => exit_date],
    ["Stage", "Stufe", ({ offboarding_status }) => offboarding_status],
    ["Offboarding ID", "Austritts-ID", ({ offboarding_id }) => offboarding_id],
    ["Created", "Angelegt", ({ created_at }) => created_at]
  ]
}
