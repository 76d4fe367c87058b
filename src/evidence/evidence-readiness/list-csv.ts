import type { CaseReadiness } from "@svc/contract/evidence-readiness/schema"
import type { ListFile } from "#platform/files/list-file"

/** The list as CSV. */
export const evidenceFile: ListFile<CaseReadiness> = {
  name: "evidence",
  keyOf: ({ offboarding_id }) => offboarding_id,
  columns: [
    ["Offboarding ID", "Austritts-ID", ({ offboarding_id }) => offboarding_id],
    ["Employee", "Person", ({ employee_name }) => employee_name],
    ["Department", "Abteilung", ({ department }) => department],
    ["Last day", "Letzter Tag", ({ exit_date }) => exit_date],
    ["Stage", "Stufe", ({ status }) => status],
    ["Access revoked", "Zugriff entzogen", ({ controls }) => controls.access_removed],
    ["Revocation verified", "Entzug verifiziert", ({ controls }) => controls.access_verified],
    ["Equipment returned", "Geräte zurückgegeben", ({ controls }) => controls.equipment_returned],
    ["Documents signed", "Dokumente unterschrieben", ({ controls }) => controls.papers_signed],
    ["Tasks done", "Aufgaben erledigt", ({ controls }) => controls.tasks_done],
    ["Exit interview", "Austrittsgespräch", ({ controls }) => controls.exit_interview],
    ["Approval", "Freigabe", ({ controls }) => controls.approval],
    ["Legal hold", "Löschsperre (Legal Hold)", ({ controls }) => controls.legal_hold],
    ["Audit log anchored", "Audit-Log verankert", ({ controls }) => controls.audit_anchored]
  ]
}
