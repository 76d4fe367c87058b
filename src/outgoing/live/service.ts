import type { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId, OrgId, SessionId, UserId } from "@svc/contract/kernel/ids"
import type { LiveResource } from "@svc/contract/live/schema"
import { Clock, Context, DateTime, Duration, Effect, Latch, Option, Stream, SubscriptionRef } from "effect"
import { Sessions } from "#access/sessions"
import type { Transaction } from "#platform/database/db"
import { Draining } from "#platform/http/health"
import { survive } from "#platform/jobs/survive"
import { Wakeups } from "#platform/jobs/wakeups"
import { layerOf } from "#platform/services/layer-of"
import { type Listener, makeListener } from "./listener.ts"
import { type EntryRow, LiveRepo } from "./repo.ts"
import { type LiveEntry, standsAsBefore, toldOf } from "./told.ts"
import { noticesFor, runMoved, type Signals, signalsIn } from "./topic.ts"

/** What happens at the same moment is read once. */
const gather = "100 millis"
/** Polling interval of the listeners' logs, in case a signal is lost. */
const poll = Duration.seconds(5)
const heartbeat = Duration.seconds(20)
/** A reader that takes nothing for this long is disconnected. */
const patience = Duration.minutes(1)
/** A page that opens the stream had begun to read before. */
const lookBack = Duration.seconds(10)
/** Entries per organization and round; more are sent as `everything`. */
const mostEntries = 500
/** A browser has six connections to a host, and its page needs some. */
const streamsOfSession = 4
const organisationsAtOnce = 4

const placed = (department: string | null, manager_email: string | null) =>
  department === null ? null : { department, manager_email }

const placedCase = (row: EntryRow) => {
  const place = placed(row.case_department, row.case_manager)
  return place === null ? null : { ...place, employee_email: row.case_email }
}

const entryOf = (row: EntryRow & { readonly action: LiveEntry["action"] }): LiveEntry => ({
  action: row.action,
  actor_id: row.actor_id,
  offboarding_id: row.offboarding_id,
  org_employee_id: row.org_employee_id,
  offboarding: placedCase(row),
  person: placed(row.person_department, row.person_manager)
})

/** Members who see every case get an import once, when it ends; others get each case that they see. */
const changesFor = (caller: Caller["Service"], rows: ReadonlyArray<EntryRow>) =>
  rows.flatMap(({ action, ...row }) =>
    action === null || (row.of_import && caller.records._tag === "All")
      ? []
      : toldOf(caller, entryOf({ ...row, action }))
  )

/** Who listens, as what they are now. */
interface Told {
  readonly listener: Listener
  readonly caller: Caller["Service"]
}

const nobodysEntry = { action: "access_revoked", actor_id: null, offboarding_id: null, org_employee_id: null } as const

/**
 * Server-sent events with heartbeat: the open streams of this node. Each gets the new log entries of its organization
 * that its member may see at that moment (outgoing-77). A signal lost in a crash is made up for by polling; a slow
 * reader's backlog is bounded.
 */
export class Live extends Context.Service<
  Live,
  {
    /** Whether the session may have another stream. */
    hasRoom(session: SessionId): Effect.Effect<boolean>
    /** Text of server-sent events. `stays`: until the session ends or the service stops, else the first answer alone. */
    follow(caller: Caller["Service"] & { readonly session: object }, stays: boolean): Stream.Stream<string>
    /** For what leaves no entry in the log: a run of the case has come one step further. */
    runMoved(orgId: OrgId, offboardingId: OffboardingId): Effect.Effect<void, never, Transaction>
    /** The same: these members have a new notice. */
    noticesWritten(orgId: OrgId, userIds: ReadonlyArray<UserId>): Effect.Effect<void, never, Transaction>
    /** How many streams are open. */
    readonly open: Effect.Effect<number>
  }
>()("svc/live/Live") {
  static readonly layerNoDeps = layerOf(Live, function* () {
    const repo = yield* LiveRepo
    const sessions = yield* Sessions
    const wakeups = yield* Wakeups
    const draining = yield* Draining
    const listeners = new Map<OrgId, Set<Listener>>()
    /** The position up to which each log was sent. */
    const cursors = new Map<OrgId, bigint>()
    /** Open while a reader listens: without one nothing is polled. */
    const listenedTo = yield* Latch.make()

    const all = () => [...listeners.values()].flatMap((of) => [...of])
    const sessionOf = ({ caller }: Listener) => caller.session?.id

    const leave = (listener: Listener) => {
      const { orgId } = listener.caller
      const of = listeners.get(orgId)
      of?.delete(listener)
      if (of?.size !== 0) return
      listeners.delete(orgId)
      cursors.delete(orgId)
      if (listeners.size === 0) listenedTo.closeUnsafe()
    }

    const end = (listener: Listener) => {
      leave(listener)
      listener.end()
    }

    /** Members whose rights are unchanged; for others the stream ends, and the client opens another one. */
    const standing = Effect.fnUntraced(function* (orgId: OrgId, now: number) {
      const of = [...(listeners.get(orgId) ?? [])]
      const callers = yield* sessions.standing(orgId, [...new Set(of.map(sessionOf).filter((id) => id !== undefined))])
      return of.flatMap((listener): ReadonlyArray<Told> => {
        const id = sessionOf(listener)
        const caller = id === undefined ? undefined : callers.get(id)
        if (caller !== undefined && standsAsBefore(listener.caller, caller)) return [{ listener, caller }]
        if (caller !== undefined) listener.tellEverything(now)
        end(listener)
        return []
      })
    })

    const tellSignals = Effect.fnUntraced(function* (
      orgId: OrgId,
      { notices, runs }: Signals,
      told: ReadonlyArray<Told>,
      now: number
    ) {
      const cases = runs.size === 0 ? [] : yield* repo.cases(orgId, [...runs])
      const resources: ReadonlyArray<LiveResource> = ["revocation_run"]
      for (const { caller, listener } of told) {
        if (caller.userId !== null && notices.has(caller.userId)) listener.tell([{ resource: "notifications" }], now)
        for (const { id, ...offboarding } of cases) {
          const entry = { ...nobodysEntry, offboarding_id: id, offboarding, person: null }
          listener.tell(toldOf(caller, entry, resources), now)
        }
      }
    })

    const readOn = Effect.fnUntraced(
      function* (orgId: OrgId, signals: Signals | undefined) {
        const cursor = cursors.get(orgId)
        if (cursor === undefined) return
        const now = yield* Clock.currentTimeMillis
        const rows = yield* repo.after(orgId, cursor, mostEntries + 1)
        const moved = signals !== undefined && signals.notices.size + signals.runs.size > 0
        // Signals during gathering are covered already.
        if (rows.length === 0 && !moved) return
        const told = yield* standing(orgId, now)
        const last = rows.at(-1)
        if (rows.length > mostEntries) {
          for (const { listener } of told) listener.tellEverything(now)
          cursors.set(orgId, (yield* repo.heads([orgId])).get(orgId) ?? cursor)
        } else if (last !== undefined) {
          for (const { caller, listener } of told) listener.tell(changesFor(caller, rows), now)
          if (listeners.has(orgId)) cursors.set(orgId, last.seq)
        }
        if (moved) yield* tellSignals(orgId, signals, told, now)
      },
      survive("live changes not sent, will be retried", undefined)
    )

    /** Logs that moved without a signal: one may be lost. */
    const behind = Effect.gen(function* () {
      const heads = yield* repo.heads([...cursors.keys()])
      return [...cursors].filter(([orgId, cursor]) => (heads.get(orgId) ?? cursor) > cursor).map(([orgId]) => orgId)
    }).pipe(survive("live changes not read", []))

    const told = Effect.gen(function* () {
      const hear = yield* wakeups.hear
      return yield* Effect.gen(function* () {
        const first =
          listeners.size === 0
            ? yield* Effect.raceFirst(Effect.asSome(hear), Effect.as(listenedTo.await, Option.none()))
            : yield* Effect.timeoutOption(hear, poll)
        if (listeners.size === 0) return
        if (Option.isNone(first)) return yield* Effect.forEach(yield* behind, (orgId) => readOn(orgId, undefined))
        yield* Effect.sleep(gather)
        const signals = signalsIn(first.value)
        return yield* Effect.forEach(
          [...listeners.keys()].filter((orgId) => signals.has(orgId)),
          (orgId) => readOn(orgId, signals.get(orgId)),
          { concurrency: organisationsAtOnce }
        )
      }).pipe(Effect.forever)
    })

    const sweep = Effect.gen(function* () {
      yield* listenedTo.await
      yield* Effect.sleep(heartbeat)
      const now = yield* Clock.currentTimeMillis
      for (const listener of all()) {
        if (now - (listener.waitsSince() ?? now) < Duration.toMillis(patience)) continue
        end(listener)
        listener.cut()
      }
      yield* Effect.forEach([...listeners.keys()], (orgId) => standing(orgId, now), { discard: true })
      for (const listener of all()) listener.beat(now)
    }).pipe(survive("live streams not checked", undefined), Effect.forever)

    const stop = SubscriptionRef.changes(draining).pipe(
      Stream.filter((is) => is),
      Stream.runForEach(() => Effect.sync(() => all().forEach(end)))
    )

    yield* Effect.forkScoped(Effect.scoped(told))
    yield* Effect.forkScoped(sweep)
    yield* Effect.forkScoped(stop)

    const enter = Effect.fnUntraced(function* (listener: Listener) {
      const { orgId } = listener.caller
      listeners.set(orgId, (listeners.get(orgId) ?? new Set()).add(listener))
      listenedTo.openUnsafe()
      const head = (yield* repo.heads([orgId])).get(orgId) ?? 0n
      if (listeners.has(orgId) && !cursors.has(orgId)) cursors.set(orgId, head)
      const now = yield* DateTime.now
      const rows = yield* repo.since(orgId, DateTime.subtractDuration(now, lookBack), mostEntries)
      listener.tell(changesFor(listener.caller, rows), DateTime.toEpochMillis(now))
      if (yield* SubscriptionRef.get(draining)) end(listener)
    })

    const follow: Live["Service"]["follow"] = (caller, stays) =>
      Stream.unwrap(
        Effect.gen(function* () {
          // The fiber that writes the answer: without it the connection ends.
          const cut = yield* Effect.withFiber((fiber) => Effect.succeed(() => fiber.interruptUnsafe()))
          const listener = yield* Effect.acquireRelease(makeListener(caller, cut), (left) =>
            Effect.sync(() => leave(left))
          )
          yield* enter(listener)
          if (!stays) listener.end()
          return Stream.fromQueue(listener.bell).pipe(
            Stream.map(() => listener.take()),
            Stream.filter((text) => text !== "")
          )
        })
      )

    return Live.of({
      hasRoom: (session) =>
        Effect.sync(() => all().filter((listener) => sessionOf(listener) === session).length < streamsOfSession),
      follow,
      runMoved: (orgId, offboardingId) => wakeups.signal(runMoved(orgId, offboardingId)),
      noticesWritten: (orgId, userIds) => Effect.forEach(noticesFor(orgId, userIds), wakeups.signal, { discard: true }),
      open: Effect.sync(() => all().length)
    })
  })
}
