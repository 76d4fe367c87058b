import type { PersonKeyId } from "@svc/contract/kernel/ids"
import { DateTime } from "effect"
import type { AppFacts, LeaverFacts, SealedNames, Told } from "./facts.ts"
import type { LeftBehindFacts } from "./left-behind.ts"

/** Names as a source reported them, sealed under a key. */
interface SealedRow {
  readonly sealed_name: string | null
  readonly sealed_email: string | null
  readonly wrapped_key: string | null
}

/** A leaver as the snapshot reads them. */
export interface LeaverRow extends SealedRow {
  readonly leaver_id: string
  readonly case_id: string | null
  readonly employee_id: string | null
  readonly last_day: string
  readonly name: string | null
  readonly email: string | null
  /** For a person without a record: the key of the source's values. */
  readonly sealed_key_id: PersonKeyId | null
  readonly department: string | null
  readonly separation_type: string | null
  readonly source: string | null
  readonly status: string | null
  readonly created_at: Date | null
  readonly access_ends_at: Date | null
  readonly employment_ends_on: string | null
  readonly zone: string
  readonly no_apps_confirmed_at: Date | null
  readonly initiated_at: Date | null
  readonly reviewed_at: Date | null
  readonly approver_id: string | null
  readonly approver: string | null
  readonly approved_steps: number
  readonly reviewed_first_at: Date | null
  readonly recorded_at: Date | null
  readonly residual_findings: number
  readonly residual_open: number
  readonly open_tasks: number
  readonly open_assets: number
  readonly open_documents: number
  readonly reactivations: number
  readonly reactivated_at: Date | null
}

/** An app of a case, with what its runs and later looks left. */
export interface AppRow {
  readonly offboarding_id: string
  readonly service_name: string
  readonly outcome: string | null
  readonly verified: boolean
  readonly revoked_at: Date | null
  readonly removal_confirmed_at: Date | null
  readonly attempts: number
  readonly requested_at: Date | null
  readonly acted_at: Date | null
  /** A run read it back as active right after the app had accepted the removal. */
  readonly contradicted: boolean
  /** The first word of the app that was not contradicted. */
  readonly revoked_first_at: Date | null
  readonly revoked_run: string | null
  readonly read_back_at: Date | null
  readonly read_back_run: string | null
  readonly vendor_failed: boolean
  readonly not_connected: boolean
  readonly found_at: Date | null
  readonly resolved_at: Date | null
  readonly resolution: string | null
  readonly accepted: boolean | null
  readonly accepted_by_id: string | null
  readonly accepted_by: string | null
  readonly sealed_account: string | null
  readonly person_key_id: PersonKeyId
  readonly wrapped_key: string | null
}

/** An entry about a case. */
export interface EntryRow {
  readonly offboarding_id: string
  readonly action: string
  readonly seq: number
  readonly entry_hash: string
  readonly run_id: string | null
  readonly details: string | null
}

const ms = (date: Date | null) => date?.getTime() ?? null

const toldBy = (entry: EntryRow | undefined): Told | null =>
  entry === undefined ? null : { seq: entry.seq, hash: entry.entry_hash }

/** From when the app's word is believed: where it was contradicted, not before the finding of that has ended. */
const claimedAt = (row: AppRow) => {
  if (!row.contradicted || row.revoked_first_at !== null) return ms(row.revoked_first_at) ?? ms(row.revoked_at)
  return row.resolution === "gone" || row.resolution === "revoked" ? ms(row.resolved_at) : null
}

/** By a confirmation, or by the word that the account which was seen active is removed. */
const byHandAt = (row: AppRow) =>
  ms(row.removal_confirmed_at) ?? (row.contradicted && row.resolution === "removed" ? ms(row.resolved_at) : null)

const appOf = (row: AppRow, entries: ReadonlyArray<EntryRow>): AppFacts => {
  const isRevoked = row.outcome === "revoked"
  const isReadBack = isRevoked && row.verified
  const run = isReadBack ? row.read_back_run : row.revoked_run
  const claimed = isRevoked && !isReadBack ? claimedAt(row) : null
  const byHand = byHandAt(row)
  const told =
    isReadBack || claimed !== null
      ? entries.find(({ action, run_id }) => action === "access_revoked" && run_id !== null && run_id === run)
      : entries.find(
          ({ action, details }) =>
            action === "access_removal_confirmed" && details?.startsWith(`${row.service_name}: `) === true
        )
  const evidence = isReadBack
    ? "read_back"
    : claimed !== null
      ? "vendor_answer"
      : byHand === null
        ? "not_observed"
        : "confirmed_by_hand"
  const removedAt = {
    read_back: ms(row.read_back_at) ?? ms(row.revoked_at),
    vendor_answer: claimed,
    confirmed_by_hand: byHand,
    not_observed: null
  }[evidence]
  const isOpen = row.found_at !== null && row.resolved_at === null
  const isAccepted = row.resolution === "accepted" && row.accepted === true
  return {
    app: row.service_name,
    account: null,
    ...(row.sealed_account === null
      ? {}
      : { sealedAccount: { keyId: row.person_key_id, wrappedKey: row.wrapped_key, sealed: row.sealed_account } }),
    found: isRevoked ? "yes" : row.outcome === "skipped" ? "no" : "unknown",
    requestedAt: ms(row.requested_at),
    actedAt: ms(row.acted_at),
    attempts: row.attempts,
    readBackAt: isReadBack ? removedAt : null,
    evidence,
    removedAt,
    vendorFailed: row.vendor_failed,
    notConnected: row.not_connected,
    byHand: evidence === "confirmed_by_hand" || row.outcome === "skipped",
    residualFoundAt: ms(row.found_at),
    residual: isOpen ? "open" : isAccepted ? "accepted" : "none",
    acceptedBy: isAccepted ? (row.accepted_by ?? "Deleted user") : null,
    acceptedById: isAccepted ? row.accepted_by_id : null,
    acceptedAt: isAccepted ? ms(row.resolved_at) : null,
    told: evidence === "not_observed" ? null : toldBy(told)
  }
}

export const appsOf = (rows: ReadonlyArray<AppRow>, entries: ReadonlyArray<EntryRow>): ReadonlyArray<AppFacts> =>
  rows.map((row) => appOf(row, entries))

/** The names that a row has sealed. */
export const sealedOf = (row: SealedRow, keyId: PersonKeyId): SealedNames => ({
  keyId,
  wrappedKey: row.wrapped_key,
  name: row.sealed_name,
  email: row.sealed_email
})

const firstKnown = (row: LeaverRow) => {
  const known = [
    { from: "hr_review", at: ms(row.reviewed_first_at) },
    { from: "hr_record", at: ms(row.recorded_at) },
    { from: "initiation", at: ms(row.initiated_at) },
    { from: "case", at: ms(row.created_at) }
  ] as const
  return known.reduce<{ readonly from: LeaverFacts["firstKnownFrom"]; readonly at: number }>(
    (first, { at, from }) => (at !== null && at < first.at ? { from, at } : first),
    { from: "case", at: Number.POSITIVE_INFINITY }
  )
}

export const leaverOf = (
  row: LeaverRow,
  entries: ReadonlyArray<EntryRow>,
  apps: ReadonlyArray<AppFacts>,
  leftBehind: ReadonlyArray<LeftBehindFacts>
): LeaverFacts => {
  const { at, from } = firstKnown(row)
  const entryOf = (action: string) => toldBy(entries.find((entry) => entry.action === action))
  return {
    leaverId: row.leaver_id,
    employeeId: row.employee_id,
    name: row.name ?? "",
    email: row.name === "[erased]" ? "" : (row.email ?? ""),
    ...(row.name === null && row.sealed_key_id !== null ? { sealed: sealedOf(row, row.sealed_key_id) } : {}),
    department: row.department ?? "",
    separationType: row.separation_type ?? "",
    lastWorkingDay: row.last_day,
    zone: row.zone,
    firstKnownAt: at,
    firstKnownFrom: from,
    offboarding:
      row.case_id === null
        ? null
        : {
            source: row.source ?? "",
            status: row.status ?? "",
            createdAt: ms(row.created_at) ?? at,
            told: entryOf("offboarding_created"),
            accessEndsAt: row.access_ends_at === null ? null : DateTime.fromDateUnsafe(row.access_ends_at),
            employmentEndsOn: row.employment_ends_on,
            nothingToRevoke: row.no_apps_confirmed_at !== null,
            // Without a chain one person approves.
            approvals: row.reviewed_at === null ? 0 : Math.max(1, row.approved_steps),
            approvedAt: ms(row.reviewed_at),
            approvedBy: row.reviewed_at === null ? "" : (row.approver ?? "Deleted user"),
            approvedById: row.approver_id,
            approvalTold: entryOf("initiation_approved")
          },
    residualFindings: row.residual_findings,
    residualOpen: row.residual_open,
    reactivations: row.reactivations,
    reactivatedAt: ms(row.reactivated_at),
    openTasks: row.open_tasks,
    openAssets: row.open_assets,
    openDocuments: row.open_documents,
    apps,
    leftBehind
  }
}
