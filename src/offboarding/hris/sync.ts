import { dayIn } from "@svc/contract/kernel/dates"
import { SourceFailed, SourceNotConnected, SyncRunning } from "@svc/contract/hris/errors"
import type { HrisOrigin, SyncError, SyncReport } from "@svc/contract/hris/schema"
import { HrisReviewWaiting } from "@svc/contract/hris/events"
import { Caller } from "@svc/contract/kernel/access"
import { Array as Arr, DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { type AuditText, auditText } from "#audit/record/text"
import { Employees, type SyncedPerson, type SyncOutcome } from "#work/employees/service"
import { Integrations } from "#connections/integrations/service"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { Leases } from "#platform/jobs/leases"
import { VendorClient } from "#connections/vendors/protocol/calls"
import type { Connection } from "#connections/vendors/protocol/connection"
import { makeLeavers } from "./leavers.ts"
import { type LeavingsReading, makeLeavings, type ReportedPerson } from "./leavings.ts"
import { HrisRepo, type SyncedOrganisation } from "./repo.ts"
import { maxPages, type Source, type SourcePage, type SourcePerson } from "./source.ts"
import { Sources } from "./sources.ts"

const chunkSize = 200
const maxErrors = 100

const notConnected = {
  hris: "No HR system is connected. Connect one under Integrations first",
  "azure-ad": "Entra ID is not connected. Connect it under Integrations first"
} as const

const emptyReport = () => ({
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  offboardings_created: 0,
  offboardings_updated: 0,
  for_review: 0,
  failed: 0
})
type Figures = ReturnType<typeof emptyReport>

const syncedPerson = ({ leaving, ...person }: SourcePerson, today: string): SyncedPerson => ({
  fullName: person.fullName,
  email: person.email,
  number: person.number,
  ...(person.role === undefined ? {} : { role: person.role }),
  ...(person.department === undefined ? {} : { department: person.department }),
  ...(person.managerEmail === undefined ? {} : { managerEmail: person.managerEmail }),
  // Who is gone, or may be, does not come into the directory now.
  joins: leaving === null || (leaving.lastDay !== null && leaving.lastDay >= today)
})

interface Opened {
  readonly connection: Connection
  readonly source: Source
}

const leavingSource = (origin: HrisOrigin, { protocol }: Connection, { tellsDays }: Source) => ({
  origin,
  source: protocol,
  tellsDays
})

/** What one sync has gathered; a page at a time, so that memory stays flat. */
class Progress {
  readonly figures: Figures = emptyReport()
  readonly errors: Array<SyncError> = []
  readonly #seen = new Set<string>()

  /** False for a person who came before, by id or by email. */
  takes({ email, externalId }: SourcePerson): "new" | "again" | "address" {
    if (this.#seen.has(`id ${externalId}`)) return "again"
    this.#seen.add(`id ${externalId}`)
    if (email === null) return "new"
    const address = `address ${email.toLowerCase()}`
    if (this.#seen.has(address)) return "address"
    this.#seen.add(address)
    return "new"
  }

  fails(person: SourcePerson, error: string) {
    this.figures.failed += 1
    this.tells(person, error)
  }

  tells({ externalId }: SourcePerson, error: string) {
    if (this.errors.length < maxErrors) this.errors.push({ external_id: externalId, error })
  }

  get report(): SyncReport {
    return { ...this.figures, errors: this.errors }
  }
}

/** The one way to take people over from a system of record. */
export const makeSync = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* HrisRepo
  const leases = yield* Leases
  const sources = yield* Sources
  const client = yield* VendorClient
  const integrations = yield* Integrations
  const employees = yield* Employees
  const audit = yield* Audit
  const outbox = yield* Outbox
  const leaver = yield* makeLeavers
  const leavings = yield* makeLeavings

  const countOutcome = (progress: Progress, person: SourcePerson, outcome: SyncOutcome) => {
    switch (outcome._tag) {
      case "Created":
        return void (progress.figures.created += 1)
      case "Updated":
        return void (progress.figures.updated += 1)
      case "Unchanged":
        return void (progress.figures.unchanged += 1)
      case "Absent":
        progress.figures.skipped += 1
        return outcome.reason === null ? undefined : progress.tells(person, outcome.reason)
      case "Refused":
        return progress.fails(person, outcome.error)
    }
  }

  const takeOver = Effect.fnUntraced(function* (
    origin: HrisOrigin,
    people: ReadonlyArray<SourcePerson>,
    today: string,
    progress: Progress,
    reading: LeavingsReading
  ) {
    const { orgId } = yield* Caller
    const outcomes = yield* employees.sync(people.map((person) => syncedPerson(person, today)))
    const found = Arr.zip(people, outcomes).flatMap(([person, outcome]) => {
      countOutcome(progress, person, outcome)
      return "id" in outcome ? [{ person, id: outcome.id }] : []
    })
    const reported = Arr.zip(people, outcomes).map(([person, outcome]): ReportedPerson => ({
      person,
      employeeId: "id" in outcome ? outcome.id : null
    }))
    yield* reading.keep(reported, today)
    const concerned = yield* db.transact(
      repo.people(
        orgId,
        origin,
        found.map(({ id }) => id),
        found.flatMap(({ id, person }) => (person.leaving === null ? [] : [id]))
      )
    )
    const ids = new Set<string>(concerned.map(({ id }) => id))
    for (const { id, person } of found.filter(({ id }) => ids.has(id))) {
      const outcome = yield* leaver(origin, id, person.leaving, today).pipe(
        Effect.catch(({ error }) =>
          Effect.as(
            Effect.sync(() => progress.fails(person, error)),
            "nothing" as const
          )
        )
      )
      if (outcome === "created") progress.figures.offboardings_created += 1
      if (outcome === "moved") progress.figures.offboardings_updated += 1
      if (outcome === "review") progress.figures.for_review += 1
    }
  })

  const takePage = Effect.fnUntraced(function* (
    origin: HrisOrigin,
    page: SourcePage,
    today: string,
    progress: Progress,
    reading: LeavingsReading
  ) {
    progress.figures.skipped += page.passedOver
    const refused: Array<ReportedPerson> = []
    const people = page.people.filter((person) => {
      const taken = progress.takes(person)
      if (taken === "address") {
        progress.fails(person, "Another person there has the same work email address")
        refused.push({ person, employeeId: null })
      }
      return taken === "new"
    })
    for (const some of Arr.chunksOf(people, chunkSize)) yield* takeOver(origin, some, today, progress, reading)
    for (const some of Arr.chunksOf(refused, chunkSize)) yield* reading.keep(some, today)
  })

  const readAll = Effect.fnUntraced(function* (
    origin: HrisOrigin,
    source: Source,
    connection: Connection,
    { timezone }: SyncedOrganisation,
    progress: Progress
  ) {
    const reading = yield* leavings.open(leavingSource(origin, connection, source))
    const calls = yield* client.callsFor(source)
    const read = yield* source.open(calls, connection)
    let from = Option.none<string>()
    for (let number = 0; number < maxPages; number++) {
      const page = yield* read(from)
      yield* takePage(origin, page, dayIn(timezone, yield* DateTime.now), progress, reading)
      if (Option.isNone(page.next) || (Option.isSome(from) && from.value === page.next.value)) return
      from = page.next
    }
  })

  const told = (title: string, { figures }: Progress) =>
    auditText`${title}: created ${figures.created}, updated ${figures.updated}, unchanged ${figures.unchanged}, skipped ${figures.skipped}, refused ${figures.failed}, offboardings created ${figures.offboardings_created}, moved ${figures.offboardings_updated}, for review ${figures.for_review}`

  /** Also of a sync that was cut off: what it did is done. */
  const conclude = Effect.fnUntraced(function* (
    origin: HrisOrigin,
    { connection, source }: Opened,
    details: AuditText,
    progress: Progress,
    outcome: "synced" | "refused" | "failed"
  ) {
    const { orgId } = yield* Caller
    const action = origin === "hris" ? "hris" : "azure_ad"
    if (progress.figures.for_review > 0) {
      yield* outbox.append(orgId, HrisReviewWaiting.make({ items: progress.figures.for_review }))
    }
    if (outcome === "synced") {
      yield* integrations.synced(connection.id)
      yield* leavings.read(leavingSource(origin, connection, source))
    }
    if (outcome !== "failed") yield* integrations.credentialRefused(connection.id, outcome === "refused")
    if (outcome === "synced") {
      yield* audit.record({ action: `${action}_synced`, target: auditText`${connection.serviceName}`, details })
    } else if (outcome === "failed") {
      yield* audit.record({ action: `${action}_sync_failed`, target: auditText`${connection.serviceName}`, details })
    }
  }, db.transact)

  const opened = Effect.fnUntraced(function* (origin: HrisOrigin) {
    const connection = yield* integrations
      .connection(origin)
      .pipe(
        Effect.catchTag("SecretUnreadable", () =>
          Effect.fail(new SourceFailed({ error: "The stored credential cannot be read. Connect the app again" }))
        )
      )
    const source = Option.flatMap(connection, ({ protocol }) => sources.find(protocol))
    if (Option.isNone(connection) || Option.isNone(source)) {
      return yield* new SourceNotConnected({ error: notConnected[origin] })
    }
    return { connection: connection.value, source: source.value }
  })

  const synced = Effect.fnUntraced(function* (
    origin: HrisOrigin,
    organisation: SyncedOrganisation,
    connection: Connection,
    source: Source
  ) {
    const progress = new Progress()
    const fails = Effect.fnUntraced(function* (message: string, outcome: "refused" | "failed") {
      const details = [`${message}; `, ...told(source.title, progress)]
      yield* conclude(origin, { connection, source }, details, progress, outcome)
      return yield* new SourceFailed({ error: `${message}. Data read before that is kept` })
    })
    yield* readAll(origin, source, connection, organisation, progress).pipe(
      Effect.catchTags({
        SourceRefused: ({ message, reason }) => fails(message, reason === "credential" ? "refused" : "failed"),
        VendorUnanswered: ({ message }) => fails(`${source.title}: ${message}`, "failed")
      })
    )
    yield* conclude(origin, { connection, source }, told(source.title, progress), progress, "synced")
    return progress.report
  })

  /** The second of two concurrent syncs of one organization, on any nodes, is refused. */
  const locked = Effect.fnUntraced(function* (origin: HrisOrigin, organisation: SyncedOrganisation) {
    const { orgId } = yield* Caller
    const { connection, source } = yield* opened(origin)
    const done = yield* leases.tryHold(`sync:${origin}:${orgId}`, synced(origin, organisation, connection, source))
    return Option.isSome(done) ? done.value : yield* new SyncRunning()
  })

  /** All people of the organization, regardless of the caller's scope; the caller stays the actor. */
  return Effect.fn("Hris.sync")(function* (origin: HrisOrigin) {
    const caller = yield* Caller
    const organisation = yield* repo.organisation(caller.orgId, yield* DateTime.now)
    if (Option.isNone(organisation)) return yield* new SourceNotConnected({ error: notConnected[origin] })
    const { plan, plan_status, suspended } = organisation.value
    return yield* locked(origin, organisation.value).pipe(
      Effect.provideService(Caller, {
        ...caller,
        records: { _tag: "All" },
        organisation: { plan, planStatus: plan_status, suspended }
      })
    )
  })
})
