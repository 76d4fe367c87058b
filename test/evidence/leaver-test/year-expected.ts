import type { LateCause, LeaverVerdict } from "@svc/contract/leaver-test/figures"
import type { Year } from "./year.ts"

type Planted = keyof Year["planted"]

/** What a leaver test by the SOC 2 preset and the last working moment is to say of whom. */
const verdicts: Readonly<
  Partial<Record<Planted, readonly [result: LeaverVerdict, cause: LateCause | "", decidedBy: string, hours: string]>>
> = {
  late_told: ["late", "told_late", "okta", "58.00"],
  late_approval: ["late", "approval_waited", "okta", "58.00"],
  late_vendor: ["late", "vendor_failed", "okta", "60.00"],
  late_not_connected: ["late", "not_connected", "okta", "80.00"],
  late_by_hand: ["late", "by_hand", "okta", "30.00"],
  late_not_started: ["late", "not_started", "okta", "48.00"],
  late_by_a_moment: ["late", "not_started", "okta", "24.00"],
  open_vendor: ["open", "vendor_failed", "okta", "7141.00"],
  open_never_observed: ["open", "not_started", "okta", "7117.00"],
  open_waits_for_hand: ["open", "by_hand", "okta", "7093.00"],
  open_no_apps: ["open", "not_started", "", ""],
  zone_in_time: ["in_time", "", "okta", "24.00"],
  zone_late: ["late", "not_started", "okta", "24.50"],
  zone_skipped_midnight: ["in_time", "", "okta", "24.00"],
  record_without_case: ["no_case", "no_case", "", ""],
  case_without_record: ["in_time", "", "okta", "1.00"],
  terminated_but_active: ["in_time", "", "okta", "1.00"],
  completed_but_active: ["in_time", "", "okta", "1.00"],
  reactivated: ["in_time", "", "okta", "1.00"],
  residual_open: ["open", "residual", "okta", "5678.00"],
  residual_accepted: ["open", "residual", "okta", "5654.00"],
  residual_ended: ["in_time", "", "okta", "1.00"],
  erased: ["in_time", "", "okta", "1.00"],
  nothing_to_revoke: ["no_access", "", "", ""],
  garden_leave: ["in_time", "", "okta", "2.00"],
  garden_leave_late: ["late", "not_started", "okta", "132.01"],
  loose_ends: ["in_time", "", "okta", "1.00"],
  not_due: ["not_due", "", "slack", "37.00"]
}

/** Of each planted one with a row: whose it is, and what it is to say; everybody else was in time. */
export const expected = ({ planted }: Year) => {
  const employee = (name: Planted) => planted[name].id
  const leaver = (name: Planted) => planted[name].case?.id ?? planted[name].id
  return {
    rows: Object.entries(planted).flatMap(([name, person]) =>
      Object.entries(verdicts).flatMap(([of, verdict]) =>
        of === name ? [{ name, leaverId: person.case?.id ?? person.id, verdict }] : []
      )
    ),
    completeness: {
      leavers_without_case: [leaver("record_without_case")],
      cases_without_record: [leaver("case_without_record")],
      accounts_off_without_case: [employee("account_off_without_case")],
      terminated_but_active: [
        [employee("terminated_but_active"), "hr_system"],
        [employee("completed_but_active"), "case_completed"]
      ].toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1)),
      cancelled_cases: [leaver("cancelled")],
      deleted_cases: 1
    },
    /** Cells of a row beside its result. */
    cells: {
      reactivated: { reactivations: "1" },
      residual_open: { residual_findings: "1", residual_open: "1", accepted_exceptions: "0" },
      residual_accepted: { residual_findings: "1", residual_open: "0", accepted_exceptions: "1" },
      residual_ended: { residual_findings: "1", residual_open: "0", accepted_exceptions: "0" },
      erased: { name: "[erased]", email: "" },
      garden_leave: { clock_rule: "access_ends_at", employment_ends_on: "2026-08-12" },
      zone_in_time: { time_zone: "America/New_York", clock_started_at: "2026-11-02T05:00:00.000Z" },
      zone_late: { time_zone: "America/New_York", clock_started_at: "2026-03-09T04:00:00.000Z" },
      zone_skipped_midnight: { time_zone: "America/Santiago", clock_started_at: "2026-09-06T04:00:00.000Z" },
      loose_ends: { open_tasks: "2", open_assets: "1", open_documents: "1" },
      late_approval: { source: "initiation", first_known_from: "initiation", approvals: "1" },
      record_without_case: { source: "none", first_known_from: "hr_record", time_zone: "Europe/Berlin" }
    } satisfies Partial<Record<Planted, Readonly<Record<string, string>>>>
  }
}
