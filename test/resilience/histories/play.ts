import { CalendarDate } from "@svc/contract/kernel/dates"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Effect, Redacted, References } from "effect"
import { auditText } from "#audit/record/text"
import { Integrations } from "#connections/integrations/service"
import { VendorLimits } from "#connections/vendors/protocol/limits"
import { Offboardings } from "#offboarding/offboardings/service"
import { Jobs } from "#platform/jobs/jobs"
import { AccessReturns } from "#access-removal/access-returns/service"
import { LeftBehinds } from "#access-removal/left-behind/service"
import { Revocations } from "#access-removal/revocations/service"
import { asCaller, aSuperAdmin, type Member } from "#test/support/people"
import { aHistoryClock } from "./clock.ts"
import { apps, type Happening, leavers, type Plan, people, type Step } from "./plan.ts"
import { type Actor, anActor, calm, CurrentActor, oktaDomain, theWorld, tokens, World } from "./world.ts"

const start = Date.parse("2026-03-02T09:00:00Z")
const minute = 60_000
const day = 24 * 60 * minute

/** A case with the addresses that it had. */
export interface PlayedCase {
  readonly id: OffboardingId
  readonly addresses: Array<{ readonly address: string; readonly from: number }>
}

/** What the oracles judge. */
export interface Played {
  readonly member: Member
  readonly world: World
  readonly cases: ReadonlyArray<PlayedCase>
  /** Removals that somebody confirmed by hand. */
  readonly confirmed: ReadonlyArray<{ readonly case: PlayedCase; readonly app: string; readonly at: number }>
  /** What happened, for who reads a failure. */
  readonly notes: ReadonlyArray<string>
}

export const addressAt = ({ addresses }: PlayedCase, at: number): string =>
  addresses.findLast(({ from }) => from <= at)?.address ?? addresses[0]?.address ?? ""

/** Since when the case has had the address that it had at this moment. */
export const addressedSince = ({ addresses }: PlayedCase, at: number): number =>
  addresses.findLast(({ from }) => from <= at)?.from ?? 0

/** Since when the case has been about the person whom it was about at this moment: another spelling is the same one. */
export const personSince = ({ addresses }: PlayedCase, at: number): number => {
  const until = addresses.filter(({ from }) => from <= at).toReversed()
  const [now] = until
  const other = until.find(({ address }) => address.toLowerCase() !== now?.address.toLowerCase())
  return until.findLast(({ from }) => other === undefined || from > other.from)?.from ?? 0
}

/** The jobs of the parts of the service that act at vendors, and what hands out their events; new ones come by name. */
const working = /^(?:scheduled-revocations|.*retr.*|outbox)$/
const jobOf = { Run: "scheduled-revocations", Look: "left-behind-looks", Return: "access-returns" } as const

/** Longer than the lease of each. */
const pauseOf = { Run: 20_000, Look: 11 * minute, Return: 3 * minute } as const

/** Plays a history against the lab; `judged` looks after each step. */
export const play = Effect.fn("play")(function* <E, R>(
  plan: Plan,
  judged: (played: Played, last: string) => Effect.Effect<ReadonlyArray<string>, E, R>
) {
  const clock = aHistoryClock(start)
  const world = new World(`seed ${plan.seed}`, clock, people)
  theWorld.current = world
  const flaws = new Set<string>()
  const notes: Array<string> = []
  const note = (text: string) => void notes.push(`${new Date(clock.now()).toISOString().slice(5, 19)} ${text}`)

  const work = Effect.gen(function* () {
    const offboardings = yield* Offboardings
    const integrations = yield* Integrations
    const revocations = yield* Revocations
    const leftBehind = yield* LeftBehinds
    const returns = yield* AccessReturns
    const jobs = yield* Jobs
    const context = yield* Effect.context<never>()
    const member = yield* aSuperAdmin()
    const may = asCaller(member)
    yield* integrations
      .connect({
        serviceName: "okta",
        protocol: "okta",
        settings: { domain: oktaDomain },
        secrets: new Map([["api_token", Redacted.make(tokens.okta)]]),
        canRevoke: true,
        details: auditText`Okta`
      })
      .pipe(may)
    yield* integrations
      .connectRevocationTarget({
        service_name: "Notion",
        protocol: "scim",
        base_url: "https://notion.acme.test/scim/v2",
        token: tokens.scim
      })
      .pipe(may)
    yield* leftBehind.setSettings({ on: true }).pipe(may)
    const cases: Array<PlayedCase> = []
    for (const address of leavers.slice(0, plan.cases)) {
      const { id } = yield* offboardings
        .create(
          {
            employee_name: address.split("@")[0] ?? "",
            employee_email: EmailAddress.make(address),
            exit_date: CalendarDate.make("2026-03-04"),
            apps_to_revoke: apps
          },
          { source: "app" }
        )
        .pipe(may)
      cases.push({ id, addresses: [{ address, from: clock.now() }] })
    }
    const confirmed: Array<Played["confirmed"][number]> = []
    const played: Played = { member, world, cases, confirmed, notes }

    /** Refusals are answers; what dies is a flaw. */
    const said = <A, E2 extends { readonly _tag: string }>(what: string, asked: Effect.Effect<A, E2>) =>
      asked.pipe(
        Effect.matchCauseEffect({
          onSuccess: (answer) => Effect.sync(() => (note(what), answer)),
          onFailure: (cause) =>
            Effect.sync(() => {
              const failure = cause.reasons.find(({ _tag }) => _tag === "Fail")
              const tag = failure?._tag === "Fail" ? failure.error._tag : undefined
              if (tag === undefined) flaws.add(`a request died (${what})`)
              note(`${what}: ${tag ?? String(cause)}`)
              return undefined
            })
        })
      )

    const runJob = Effect.fnUntraced(function* (name: string) {
      const figures = yield* jobs.run(name, member.orgId).pipe(Effect.catch(() => Effect.succeed(undefined)))
      if (figures !== undefined && Object.values(figures).some((count) => count > 0)) {
        note(`job ${name} ${JSON.stringify(figures)}`)
      }
      return figures ?? {}
    })
    const known = (yield* jobs.list).map(({ name }) => name).filter((name) => working.test(name))
    const settle = Effect.forEach(known, runJob, { discard: true })

    const happens = Effect.fnUntraced(function* (what: Exclude<Happening, { readonly _tag: "Pause" }>) {
      clock.pass(1)
      if (what._tag === "Edit") {
        const of = cases[what.of]
        if (of === undefined) return
        const input = { employee_email: EmailAddress.make(what.address) }
        const edited = yield* said(
          `case ${what.of} is given ${what.address}`,
          offboardings.edit(of.id, input).pipe(Effect.as(true), may)
        )
        clock.pass(1)
        if (edited === true && addressAt(of, clock.now()) !== what.address) {
          of.addresses.push({ address: what.address, from: clock.now() })
        }
        return
      }
      const vendor = world.vendor(what.app)
      const account = vendor?.accounts().find(({ addresses }) => addresses.includes(what.address))
      note(`at ${what.app} somebody ${what.does}: ${what.address} (${account?.id ?? "no account"})`)
      if (vendor === undefined || account === undefined) return
      if (what.does === "recycles") {
        vendor.rename(account.id, `former.${account.id}@acme.test`)
        vendor.add(what.address)
      } else if (what.does === "recreates") {
        vendor.remove(account.id)
        vendor.add(what.address)
      } else if (what.does === "switches on") {
        vendor.turn(account.id, true)
      } else vendor.give(account.id)
      world.touched(what.app, account.id)
      world.observe()
      clock.pass(1)
    })

    /** The process of this worker stands still; another one finds its lease over and does the work. */
    const pauses = Effect.fnUntraced(function* (actor: Actor, step: Step) {
      if (step._tag !== "Run" && step._tag !== "Look" && step._tag !== "Return") return
      actor.runs.closeUnsafe()
      note(`${actor.name} is paused`)
      clock.pass(pauseOf[step._tag])
      const other = anActor(`${actor.name} taken over`)
      const figures = yield* runJob(jobOf[step._tag]).pipe(Effect.provideService(CurrentActor, other))
      const tookOver = Object.values(figures).some((count) => count > 0)
      actor.isStale = actor.isStale || tookOver
      note(`${actor.name} goes on${tookOver ? ", its work was taken over" : ""}`)
      actor.runs.openUnsafe()
    })

    const perform = Effect.fnUntraced(function* (step: Step) {
      switch (step._tag) {
        case "Happens":
          return yield* happens(step.what)
        case "Run": {
          const of = cases[step.of]
          if (of === undefined) return
          const only = step.apps === undefined ? {} : { apps: step.apps }
          yield* said(
            `a run of case ${step.of} is started ${step.apps?.join() ?? ""}`,
            revocations.start({ offboardingId: of.id, ...only }).pipe(may)
          )
          yield* runJob(jobOf.Run)
          return
        }
        case "Look": {
          const of = cases[step.of]
          if (of === undefined) return
          yield* said(`a look at case ${step.of} is asked for`, leftBehind.look(of.id).pipe(may))
          yield* runJob(jobOf.Look)
          return
        }
        case "Night": {
          const today = Math.floor(clock.now() / day) * day
          clock.pass(today + day + 60 * minute - clock.now())
          for (const name of ["left-behind-nightly", jobOf.Look, "residual-access"]) {
            yield* runJob(name)
          }
          return
        }
        case "Return": {
          const of = cases[step.of]
          if (of === undefined) return
          const input = { ground: "wrong_person", reason: "The other one leaves" } as const
          const proposed = yield* said(
            `a return of case ${step.of} is proposed`,
            returns.propose(of.id, input).pipe(may)
          )
          if (proposed === undefined) return
          yield* said("it is approved", returns.approve(proposed.id, { digest: proposed.digest }).pipe(may))
          if (step.editBefore !== undefined) yield* happens({ _tag: "Edit", of: step.of, address: step.editBefore })
          yield* runJob(jobOf.Return)
          return
        }
        case "Confirm": {
          const of = cases[step.of]
          if (of === undefined) return
          const confirmation = { offboardingId: of.id, service: step.app, reason: "Removed it in the console" }
          const at = clock.now()
          const done = yield* said(
            `the removal at ${step.app} is confirmed for case ${step.of}`,
            revocations.confirmRemoved(confirmation).pipe(Effect.as(true), may)
          )
          if (done === true) confirmed.push({ case: of, app: step.app, at })
          return
        }
        case "Wait": {
          clock.pass(step.minutes * minute)
          note(`${step.minutes} minutes pass`)
        }
      }
    })

    const judge = (step: string) =>
      Effect.map(judged(played, step), (found) => {
        for (const flaw of found) {
          if (!flaws.has(flaw)) note(`FLAW ${flaw}`)
          flaws.add(flaw)
        }
      })

    for (const step of plan.steps) {
      const actor = anActor(`worker ${step.id}`)
      world.weather = step.weather
      world.begins(
        `step ${step.id}`,
        new Map(
          step.during.map(({ call, what }) => [
            call,
            (by) =>
              // In a fiber of its own, which has nothing of the work that it happens to.
              Effect.promise(() =>
                Effect.runPromiseWith(context)(what._tag === "Pause" ? pauses(by, step) : happens(what))
              )
          ])
        )
      )
      yield* perform(step).pipe(Effect.provideService(CurrentActor, actor))
      yield* settle.pipe(Effect.provideService(CurrentActor, anActor(`after ${step.id}`)))
      clock.pass(1000)
      yield* judge(step._tag)
    }

    // The trouble is over: what is under way ends within its time, in this order of waits.
    world.weather = calm
    world.begins("the end")
    for (const minutes of [1, 5, 30, 120, 360, 720, 1440, 1440, 1440]) {
      clock.pass(minutes * minute)
      yield* settle
      for (const name of [jobOf.Look, jobOf.Return]) yield* runJob(name)
    }
    yield* judge("end")
    return played
  })
  const played = yield* work.pipe(
    Effect.provideService(VendorLimits, { call: "30 seconds", verifyWaits: ["0 seconds"] }),
    Effect.provideService(References.MinimumLogLevel, "Error"),
    clock.on
  )
  return { played, flaws: [...flaws], notes }
})
