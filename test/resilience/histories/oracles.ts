import { Effect } from "effect"
import { AuditVerification } from "#audit/verification/service"
import { systemSql } from "#test/support/tables"
import { addressAt, addressedSince, personSince, type Played, type PlayedCase } from "./play.ts"
import type { Account, Call, World } from "./world.ts"

interface Run {
  readonly id: string
  readonly offboarding_id: string
  readonly status: string
  readonly created_at: Date
  readonly finished_at: Date | null
  readonly apps: ReadonlyArray<string>
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Accounts that had the address at some moment of this time. */
const bearers = (world: World, app: string, address: string, from: number, to: number): ReadonlySet<string> =>
  new Set(
    world.borne
      .filter((one) => one.app === app && same(one.address, address) && one.from <= to && one.to >= from)
      .map(({ account }) => account)
  )

/** Accounts that had it all the time. */
const bearersThroughout = (world: World, app: string, address: string, from: number, to: number) =>
  world.borne
    .filter((one) => one.app === app && same(one.address, address) && one.from <= from && one.to >= to)
    .map(({ account }) => account)

/** The service's own last write that changed the account. */
const lastWrite = (world: World, app: string, account: string, until: number) =>
  Math.max(
    0,
    ...world.calls
      .filter((call) => call.app === app && call.account === account && call.before !== call.after && call.at <= until)
      .map(({ at }) => at)
  )

/** Whether an answer that arrived showed the account so, after the last write to it. */
const wasShown = (
  world: World,
  app: string,
  account: string,
  until: number,
  is: (shown: Account | "gone", call: Call) => boolean
) => {
  const since = lastWrite(world, app, account, until)
  return world.calls.some((call) => {
    if (call.app !== app || !call.delivered || call.at < since || call.at > until) return false
    const shown = call.shown.find(({ id }) => id === account)
    if (shown !== undefined) return !call.writes && is(shown, call)
    const isGone = call.status === 404 && call.what.includes(account)
    return isGone && is("gone", call)
  })
}

/** What is wrong by what the vendors saw and what the service stores; nothing is asked of the parts that did it. */
export const judge = Effect.fnUntraced(function* (played: Played, step: string) {
  const { cases, confirmed, member, world } = played
  const { orgId } = member
  const now = world.clock.now()
  const flaws: Array<string> = []
  const caseOf = (id: string): PlayedCase | undefined => cases.find((one) => one.id === id)
  const indexOf = (id: string) => cases.findIndex((one) => one.id === id)

  const runs = yield* systemSql<Run>`
      SELECT r.id, r.offboarding_id, r.status, r.created_at, r.finished_at,
        (SELECT array_agg(x.service_name) FROM revocation_results x WHERE x.org_id = r.org_id AND x.run_id = r.id) AS apps
      FROM revocation_runs r WHERE r.org_id = ${orgId} ORDER BY r.created_at`
  const endOf = (run: Run) => run.finished_at?.getTime() ?? Infinity
  /**
   * Whom a run was queued for: who had the case's address of that moment until the run ended, or before it, while it was
   * the case's already, so that an earlier look may have found them.
   */
  const authorizedBy = (run: Run, app: string, until: number): ReadonlySet<string> => {
    const of = caseOf(run.offboarding_id)
    const queued = run.created_at.getTime()
    if (of === undefined) return new Set()
    return bearers(world, app, addressAt(of, queued), addressedSince(of, queued), Math.min(endOf(run), until))
  }

  // No write reaches an account that was not authorized.
  for (const call of world.calls) {
    if (!call.effective || call.account === undefined) continue
    const { account, app, at } = call
    const byRun = runs.some(
      (run) => run.created_at.getTime() <= at && run.apps.includes(app) && authorizedBy(run, app, at).has(account)
    )
    const byHand = confirmed.some(
      (one) =>
        one.app === app && one.at <= at && bearers(world, app, addressAt(one.case, one.at), one.at, one.at).has(account)
    )
    if (!byRun && !byHand)
      flaws.push(`an account was written to that was not authorized (${account} by ${call.what}, ${call.by})`)
  }

  // A process whose lease is over writes nothing.
  for (const call of world.calls) {
    if (call.writes && call.isStale)
      flaws.push(`a worker wrote after another had taken over (${call.by}: ${call.what})`)
  }

  // What a run says of an account was seen.
  const results = yield* systemSql<{
    readonly run_id: string
    readonly service_name: string
    readonly outcome: string | null
    readonly message: string | null
    readonly verified: boolean
    readonly still_active: boolean
    readonly started_at: Date | null
    readonly finished_at: Date | null
  }>`
      SELECT run_id, service_name, outcome, message, verified, still_active, started_at, finished_at FROM revocation_results
      WHERE org_id = ${orgId}`
  for (const result of results) {
    const run = runs.find(({ id }) => id === result.run_id)
    const of = run === undefined ? undefined : caseOf(run.offboarding_id)
    if (run === undefined || of === undefined || result.finished_at === null) continue
    const app = result.service_name
    const queued = run.created_at.getTime()
    const until = result.finished_at.getTime()
    const meant = [...authorizedBy(run, app, until)]
    const about = `case ${indexOf(run.offboarding_id)} at ${app}, ${addressAt(of, queued)}`
    const sawOff = (account: string) =>
      wasShown(world, app, account, until, (shown, { at }) => at >= queued && (shown === "gone" || !shown.on))
    const sawOn = (account: string) =>
      wasShown(world, app, account, until, (shown, { at }) => at >= queued && shown !== "gone" && shown.on)
    if (result.message?.includes("internal error") === true) flaws.push(`a result is an internal error (${about})`)
    if (result.verified && !meant.some(sawOff)) flaws.push(`a result is verified without a read (${about})`)
    if (result.still_active && !meant.some(sawOn)) {
      flaws.push(`a result is still active without a read (${about})`)
    }
    const began = result.started_at?.getTime() ?? queued
    if (result.outcome === "skipped" && bearersThroughout(world, app, addressAt(of, queued), began, until).length > 0) {
      flaws.push(`no account is said to be there, and there is one (${about})`)
    }
  }

  // What the case says now is about the person whom the case names now.
  const apps = yield* systemSql<{ readonly offboarding_id: string; readonly service_name: string }>`
      SELECT offboarding_id, service_name FROM revocation_apps
      WHERE org_id = ${orgId} AND outcome = 'revoked' AND verified AND removal_confirmed_at IS NULL`
  for (const { offboarding_id, service_name: app } of apps) {
    const of = caseOf(offboarding_id)
    const address = of === undefined ? "" : addressAt(of, now)
    const theirs = [...bearers(world, app, address, 0, now)]
    const seen = (account: string) =>
      world.calls.some(
        (call) =>
          call.app === app &&
          call.delivered &&
          (call.shown.some(({ id, on }) => id === account && !on) ||
            (call.status === 404 && call.what.includes(account)))
      )
    if (theirs.length > 0 && !theirs.some(seen)) {
      flaws.push(
        `a case says verified of somebody who was never read (case ${indexOf(offboarding_id)} at ${app}, ${address})`
      )
    }
  }

  // What was ended is not there any more.
  const items = yield* systemSql<{
    readonly offboarding_id: string
    readonly service_name: string
    readonly kind: string
    readonly external_id: string
    readonly evidence: string
    readonly settled_at: Date
    readonly first_seen_at: Date
  }>`
      SELECT offboarding_id, service_name, kind, external_id, evidence, settled_at, first_seen_at FROM left_behind_items
      WHERE org_id = ${orgId} AND disposition IN ('revoked', 'transferred')`
  for (const item of items) {
    const of = caseOf(item.offboarding_id)
    const vendor = world.vendor(item.service_name)
    if (of === undefined || vendor === undefined || item.evidence !== "read_back") continue
    const seen = item.first_seen_at.getTime()
    const owners = bearers(world, item.service_name, addressAt(of, seen), seen, seen)
    // A return gives roles back under ids of their own; what is there under the same id never went.
    if ([...owners].some((owner) => vendor.has(item.kind, item.external_id, owner))) {
      flaws.push(
        `something is read back as ended, and is there (${item.kind} ${item.external_id} of case ${indexOf(item.offboarding_id)})`
      )
    }
  }

  // Residual access is of the account that was cut, and was seen.
  const findings = yield* systemSql<{
    readonly offboarding_id: string
    readonly service_name: string
    readonly found_at: Date
  }>`
      SELECT offboarding_id, service_name, found_at FROM residual_access_findings WHERE org_id = ${orgId}`
  /** For the person whose case it was at the moment; what was cut for a former one stays with them. */
  const cutAccounts = (offboarding: string, app: string, until: number) => {
    const of = caseOf(offboarding)
    const isSamePerson = (at: number) => of !== undefined && personSince(of, until) <= at
    return new Set([
      ...runs
        .filter(
          (run) =>
            run.offboarding_id === offboarding &&
            run.apps.includes(app) &&
            run.created_at.getTime() <= until &&
            isSamePerson(run.created_at.getTime())
        )
        .flatMap((run) => [...authorizedBy(run, app, until)]),
      ...confirmed
        .filter((one) => one.case === of && one.app === app && one.at <= until && isSamePerson(one.at))
        .flatMap((one) => [...bearers(world, app, addressAt(one.case, one.at), one.at, one.at)])
    ])
  }
  for (const { found_at, offboarding_id, service_name: app } of findings) {
    const until = found_at.getTime()
    const theirs = [...cutAccounts(offboarding_id, app, until)]
    const sawOn = (account: string) => wasShown(world, app, account, until, (shown) => shown !== "gone" && shown.on)
    if (!theirs.some(sawOn)) {
      flaws.push(
        `residual access is told of an account that was not seen on (case ${indexOf(offboarding_id)} at ${app})`
      )
    }
  }
  const checks = yield* systemSql<{
    readonly offboarding_id: string
    readonly service_name: string
    readonly checked_at: Date
    readonly standing: string
  }>`
      SELECT offboarding_id, service_name, checked_at, standing FROM residual_access_checks
      WHERE org_id = ${orgId} AND standing IN ('inactive', 'absent')`
  for (const { checked_at, offboarding_id, service_name: app, standing } of checks) {
    const at = checked_at.getTime()
    const theirs = [...cutAccounts(offboarding_id, app, at)]
    const about = `case ${indexOf(offboarding_id)} at ${app}`
    const exists = (account: string) =>
      world.borne.some((one) => one.app === app && one.account === account && one.from <= at && one.to >= at)
    const cut = theirs.filter((account) =>
      world.calls.some((call) => call.app === app && call.account === account && call.effective && call.at <= at)
    )
    if (standing === "absent" && cut.length > 0 && cut.every(exists)) {
      flaws.push(`the account that was cut is called absent, and is there (${about})`)
    }
    const sawOff = (account: string) => wasShown(world, app, account, at, (shown) => shown === "gone" || !shown.on)
    if (standing === "inactive" && !theirs.some(sawOff)) {
      flaws.push(`an account is called inactive that was not read (${about})`)
    }
  }

  // What was given back is held by whom it was taken from.
  const lines = yield* systemSql<{
    readonly external_id: string
    readonly service_name: string
    readonly decided_at: Date
  }>`
      SELECT e.external_id, e.service_name, r.decided_at
      FROM access_return_lines l JOIN access_returns r ON r.org_id = l.org_id AND r.id = l.return_id
      JOIN entitlements e ON e.org_id = l.org_id AND e.id = l.entitlement_id
      WHERE l.org_id = ${orgId} AND l.verified AND e.kind = 'account'`
  for (const { decided_at, external_id, service_name: app } of lines) {
    const since = decided_at.getTime()
    const seen = world.calls.some(
      (call) =>
        call.app === app &&
        call.delivered &&
        call.at >= since &&
        call.shown.some(({ id, on }) => id === external_id && on)
    )
    if (!seen) flaws.push(`an account is called given back without a read (${external_id} at ${app})`)
  }

  if (step === "end") {
    flaws.push(...(yield* unended(played, runs)))
    const verification = yield* AuditVerification
    const report = yield* verification.verify(orgId)
    if (!report.ok || !report.complete || report.brokenCount > 0) flaws.push("the audit chain does not verify")
  }
  return flaws
})

/** Everything ends: nothing is left queued, held or under way days after the trouble was over. */
const unended = Effect.fnUntraced(function* ({ member: { orgId }, world }: Played, runs: ReadonlyArray<Run>) {
  const flaws: Array<string> = []
  if (runs.some(({ status }) => status !== "finished")) flaws.push("a run does not end")
  const day = 24 * 60 * 60_000
  if (runs.some(({ created_at }) => created_at.getTime() > world.clock.now() - day)) {
    flaws.push("runs are queued days after the trouble")
  }
  const open = yield* systemSql<{ readonly what: string }>`
      SELECT 'a return' AS what FROM access_returns WHERE org_id = ${orgId} AND status = 'running'
      UNION ALL SELECT 'a call for what stays behind' FROM left_behind_items
        WHERE org_id = ${orgId} AND trying_by IS NOT NULL
      UNION ALL SELECT 'an event' FROM outbox_events WHERE org_id = ${orgId}`
  for (const what of new Set(open.map((one) => one.what))) flaws.push(`${what} does not end`)
  const told = yield* systemSql`SELECT 1 FROM audit_entries WHERE org_id = ${orgId} AND action = 'access_revoked'`
  if (told.length !== runs.length) flaws.push(`runs and their entries do not agree (${runs.length} and ${told.length})`)
  return flaws
})
