import { DateTime } from "effect"
import type { Told } from "./facts.ts"
import type { JudgedLeaver, JudgedRemoval } from "./judging.ts"
import type { JudgedLeftBehind } from "./left-behind.ts"

const moment = (ms: number | null) => (ms === null ? "" : DateTime.formatIso(DateTime.makeUnsafe(ms)))
const seqOf = (told: Told | null) => (told === null ? "" : String(told.seq))
const hashOf = (told: Told | null) => told?.hash ?? ""
const hours = (hundredths: number) => (hundredths / 100).toFixed(2)

/** A row is a line, whatever a person's name contains. */
const onOneLine = (cells: ReadonlyArray<string>) =>
  cells.map((cell) => cell.replaceAll(/[\r\n\u0085\u2028\u2029]+/g, " "))

type Columns<Row> = ReadonlyArray<readonly [name: string, cell: (row: Row) => string]>

const inScope = ({ removals }: JudgedLeaver) => removals.filter((removal) => removal.inScope)

const withEvidence = (leaver: JudgedLeaver, evidence: JudgedRemoval["facts"]["evidence"]) =>
  String(inScope(leaver).filter(({ facts }) => facts.evidence === evidence).length)

const lastRemoved = (leaver: JudgedLeaver) =>
  inScope(leaver).reduce<JudgedRemoval["facts"] | null>(
    (last, { facts }) =>
      facts.removedAt !== null && facts.removedAt >= (last?.removedAt ?? Number.NEGATIVE_INFINITY) ? facts : last,
    null
  )

const population: Columns<JudgedLeaver> = [
  ["leaver_id", ({ facts }) => facts.leaverId],
  ["name", ({ facts }) => facts.name],
  ["email", ({ facts }) => facts.email],
  ["department", ({ facts }) => facts.department],
  ["separation_type", ({ facts }) => facts.separationType],
  ["source", ({ facts }) => facts.offboarding?.source ?? "none"],
  ["first_known_at", ({ facts }) => moment(facts.firstKnownAt)],
  ["first_known_from", ({ facts }) => facts.firstKnownFrom],
  ["case_status", ({ facts }) => facts.offboarding?.status ?? ""],
  ["case_created_at", ({ facts }) => moment(facts.offboarding?.createdAt ?? null)],
  ["case_seq", ({ facts }) => seqOf(facts.offboarding?.told ?? null)],
  ["case_hash", ({ facts }) => hashOf(facts.offboarding?.told ?? null)],
  ["approvals", ({ facts }) => String(facts.offboarding?.approvals ?? 0)],
  ["approved_at", ({ facts }) => moment(facts.offboarding?.approvedAt ?? null)],
  ["approved_by", ({ facts }) => facts.offboarding?.approvedBy ?? ""],
  ["approval_seq", ({ facts }) => seqOf(facts.offboarding?.approvalTold ?? null)],
  ["approval_hash", ({ facts }) => hashOf(facts.offboarding?.approvalTold ?? null)],
  ["last_working_day", ({ facts }) => facts.lastWorkingDay],
  ["employment_ends_on", ({ facts }) => facts.offboarding?.employmentEndsOn ?? facts.lastWorkingDay],
  ["time_zone", ({ facts }) => facts.zone],
  ["clock_rule", ({ rule }) => rule],
  ["clock_started_at", ({ startedAt }) => moment(startedAt)],
  ["apps", ({ removals }) => String(removals.length)],
  ["apps_in_scope", (leaver) => String(inScope(leaver).length)],
  ["read_back", (leaver) => withEvidence(leaver, "read_back")],
  ["vendor_answer", (leaver) => withEvidence(leaver, "vendor_answer")],
  ["confirmed_by_hand", (leaver) => withEvidence(leaver, "confirmed_by_hand")],
  ["not_observed", (leaver) => withEvidence(leaver, "not_observed")],
  ["last_removal_at", (leaver) => moment(lastRemoved(leaver)?.removedAt ?? null)],
  ["last_removal_seq", (leaver) => seqOf(lastRemoved(leaver)?.told ?? null)],
  ["last_removal_hash", (leaver) => hashOf(lastRemoved(leaver)?.told ?? null)],
  ["deciding_app", ({ deciding }) => deciding?.facts.app ?? ""],
  ["hours", ({ deciding }) => (deciding === null ? "" : hours(deciding.hours))],
  ["allowed_hours", ({ deciding }) => (deciding?.tier === undefined ? "" : String(deciding.tier.hours))],
  ["result", ({ result }) => result],
  ["cause", ({ cause }) => cause ?? ""],
  ["residual_findings", ({ facts }) => String(facts.residualFindings)],
  ["residual_open", ({ facts }) => String(facts.residualOpen)],
  ["reactivations", ({ facts }) => String(facts.reactivations)],
  ["reactivated_at", ({ facts }) => moment(facts.reactivatedAt)],
  ["open_tasks", ({ facts }) => String(facts.openTasks)],
  ["open_assets", ({ facts }) => String(facts.openAssets)],
  ["open_documents", ({ facts }) => String(facts.openDocuments)],
  [
    "accepted_exceptions",
    (leaver) => String(inScope(leaver).filter(({ facts }) => facts.residual === "accepted").length)
  ]
]

const stateAfter = ({ evidence, residual }: JudgedRemoval["facts"]) =>
  residual === "none"
    ? (
        {
          read_back: "removed",
          vendor_answer: "reported_removed",
          confirmed_by_hand: "confirmed_removed",
          not_observed: "not_observed"
        } as const
      )[evidence]
    : "active"

const removal: Columns<JudgedRemoval> = [
  ["app", ({ facts }) => facts.app],
  ["tier", ({ tier }) => tier?.name ?? ""],
  ["in_scope", (of) => (of.inScope ? "yes" : "no")],
  ["found", ({ facts }) => facts.found],
  ["state_before", ({ facts }) => (facts.found === "no" ? "absent" : "not_recorded")],
  ["requested_at", ({ facts }) => moment(facts.requestedAt)],
  ["acted_at", ({ facts }) => moment(facts.actedAt)],
  ["attempts", ({ facts }) => String(facts.attempts)],
  ["read_back_at", ({ facts }) => moment(facts.readBackAt)],
  ["state_after", ({ facts }) => stateAfter(facts)],
  ["evidence", ({ facts }) => facts.evidence],
  ["removed_at", ({ facts }) => moment(facts.removedAt)],
  ["hours", (of) => hours(of.hours)],
  ["allowed_hours", ({ tier }) => (tier === undefined ? "" : String(tier.hours))],
  ["result", ({ result }) => result],
  ["cause", ({ cause }) => cause ?? ""],
  ["residual_found_at", ({ facts }) => moment(facts.residualFoundAt)],
  ["exception", ({ facts }) => (facts.residual === "accepted" ? "accepted" : "")],
  ["accepted_by", ({ facts }) => facts.acceptedBy ?? ""],
  ["accepted_at", ({ facts }) => moment(facts.acceptedAt)],
  ["seq", ({ facts }) => seqOf(facts.told)],
  ["hash", ({ facts }) => hashOf(facts.told)],
  ["account_id", ({ facts }) => facts.account?.id ?? ""],
  ["account_name", ({ facts }) => facts.account?.name ?? ""]
]

const leftBehind: Columns<JudgedLeftBehind> = [
  ["app", ({ facts }) => facts.app],
  ["in_scope", (of) => (of.inScope ? "yes" : "no")],
  ["kind", ({ facts }) => facts.kind ?? ""],
  ["sight", ({ facts }) => facts.sight],
  ["why", ({ facts }) => facts.why ?? ""],
  ["looked_at", ({ facts }) => moment(facts.lookedAt)],
  ["found", ({ facts }) => String(facts.found)],
  ["read_back", ({ facts }) => String(facts.readBack)],
  ["vendor_answer", ({ facts }) => String(facts.vendorAnswer)],
  ["confirmed_by_hand", ({ facts }) => String(facts.confirmedByHand)],
  ["accepted", ({ facts }) => String(facts.accepted)],
  ["pending", ({ facts }) => String(facts.pending)],
  ["result", ({ result }) => result]
]

const cellsOf = <Row>(columns: Columns<Row>, row: Row) => onOneLine(columns.map(([, cell]) => cell(row)))

export const populationHeader: ReadonlyArray<string> = population.map(([name]) => name)
export const removalsHeader: ReadonlyArray<string> = ["leaver_id", ...removal.map(([name]) => name)]
export const leftBehindHeader: ReadonlyArray<string> = ["leaver_id", ...leftBehind.map(([name]) => name)]

/** The row of `population.csv`. */
export const populationRow = (leaver: JudgedLeaver): ReadonlyArray<string> => cellsOf(population, leaver)

/** The rows of `removals.csv` of one leaver. */
export const removalRows = ({ facts, removals }: JudgedLeaver): ReadonlyArray<ReadonlyArray<string>> =>
  removals.map((of) => [facts.leaverId, ...cellsOf(removal, of)])

/** The rows of `left-behind.csv` of one leaver. */
export const leftBehindRows = ({ facts, leftBehind: left }: JudgedLeaver): ReadonlyArray<ReadonlyArray<string>> =>
  left.map((of) => [facts.leaverId, ...cellsOf(leftBehind, of)])
