import type { HrisOrigin } from "@svc/contract/hris/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { CalendarDate } from "@svc/contract/kernel/dates"
import { type EmployeeId, HrisReviewId, type OffboardingId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { PersonKeys } from "#audit/record/person-keys"
import { Employees } from "#work/employees/service"
import { Integrations } from "#connections/integrations/service"
import { Offboardings } from "#offboarding/offboardings/service"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { HrisRepo, type KnownPerson } from "./repo.ts"
import { ReviewsRepo } from "./reviews-repo.ts"
import { boundOf, decide, type Decision, separationOf } from "./rules.ts"
import type { Leaving } from "./source.ts"

/** The outcome for a person who leaves, or no longer does. */
type LeaverOutcome = "nothing" | "created" | "moved" | "review" | "returned"

/** Every connected app that can revoke, for a case that was not filled in by a person (deprovisioning-1). */
export const makeAllApps = Effect.gen(function* () {
  const integrations = yield* Integrations
  return Effect.gen(function* () {
    const names = (yield* integrations.list).map(({ service_name }) => service_name)
    return (yield* integrations.resolveRevocable(names)).known
  })
})

const ended = (leaving: Leaving | null): { readonly employment_ends_on?: CalendarDate | null } =>
  leaving?.employmentEndsOn === undefined ? {} : { employment_ends_on: leaving.employmentEndsOn }

/** Acts once on what an origin reports about a person. */
export const makeLeavers = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* HrisRepo
  const reviews = yield* ReviewsRepo
  const employees = yield* Employees
  const offboardings = yield* Offboardings
  const audit = yield* Audit
  const personKeys = yield* PersonKeys
  const randomness = yield* Randomness
  const allApps = yield* makeAllApps

  const create = Effect.fnUntraced(function* (
    person: KnownPerson,
    { lastDay }: Extract<Decision, { _tag: "Create" }>,
    leaving: Leaving | null
  ) {
    return yield* offboardings
      .create(
        {
          employee_name: person.full_name,
          employee_email: person.email,
          employee_role: person.role,
          employee_department: person.department,
          exit_date: lastDay,
          ...ended(leaving),
          separation_type: separationOf(leaving?.reason ?? null),
          apps_to_revoke: yield* allApps,
          org_employee_id: person.id,
          initiated_by: null
        },
        { source: "hris" }
      )
      .pipe(
        Effect.map(({ id }) => ({ id, created: true })),
        // Another way to make it was quicker.
        Effect.catchTag("OffboardingDuplicate", ({ id }) => Effect.succeed({ id, created: false }))
      )
  })

  const carryOut = Effect.fnUntraced(function* (
    origin: HrisOrigin,
    employeeId: EmployeeId,
    leaving: Leaving | null,
    today: string
  ) {
    const { orgId } = yield* Caller
    const key = { orgId, employeeId, origin }
    const now = yield* DateTime.now
    const found = yield* repo.lockPerson(key)
    if (Option.isNone(found)) return "nothing"
    const person = found.value
    const known = Option.fromNullOr(person.known)
    const open = Option.fromNullOr(person.open)
    const decision = decide(origin, leaving, { active: person.active, known, open }, today)
    if (decision._tag === "Nothing") return "nothing"
    yield* reviews.close(key, now)
    const remember = (lastDay: string | null, offboardingId: OffboardingId | null) =>
      repo.remember({ ...key, lastDay, offboardingId, now })
    const review = Effect.fnUntraced(function* (asked: Omit<Extract<Decision, { _tag: "Review" }>, "_tag">) {
      const id = HrisReviewId.make(yield* randomness.uuid)
      const made = yield* reviews.insert({
        org_id: orgId,
        id,
        employee_id: employeeId,
        origin,
        kind: asked.kind,
        last_day: asked.lastDay,
        offboarding_id: asked.id,
        created_at: now
      })
      if (!made) return "nothing"
      const personKey = yield* personKeys.forPerson(orgId, person.email)
      yield* audit.record({
        action: "hris_review_opened",
        target: auditText`Employee ${personal(personKey, person.full_name)}`,
        details: auditText`origin: ${origin}, kind: ${asked.kind}, last day: ${asked.lastDay ?? "unknown"}`,
        orgEmployeeId: employeeId,
        ...(asked.id === null ? {} : { offboardingId: asked.id })
      })
      return "review"
    })
    const openId = Option.getOrNull(Option.map(open, ({ id }) => id))

    switch (decision._tag) {
      case "Remember":
        yield* remember(decision.lastDay, openId)
        return "nothing"
      case "Create": {
        const { active, begun } = yield* repo.begun(orgId, DateTime.subtract(now, { hours: 24 }))
        if (begun >= boundOf(active)) {
          yield* remember(decision.lastDay, null)
          return yield* review({ kind: "many_at_once", lastDay: decision.lastDay, id: null })
        }
        const { created, id } = yield* create(person, decision, leaving)
        yield* remember(decision.lastDay, id)
        return created ? "created" : "nothing"
      }
      case "Move":
        yield* remember(decision.lastDay, decision.id)
        return yield* offboardings.edit(decision.id, { exit_date: decision.lastDay, ...ended(leaving) }).pipe(
          Effect.as("moved" as const),
          // A member set an access or employment end that conflicts with the new day.
          Effect.catchTag(["EmploymentEndsBeforeExit", "AccessEndsAfterEmployment"], () =>
            review({ kind: "date_changed", lastDay: decision.lastDay, id: decision.id })
          )
        )
      case "Review":
        yield* remember(decision.lastDay, decision.id ?? person.known?.offboarding_id ?? null)
        return yield* review(decision)
      case "Withdraw": {
        yield* repo.forget(key)
        if (decision.id !== null) return yield* review({ kind: "rescinded", lastDay: null, id: decision.id })
        // Rehired: the origin had reported the leaving, and the offboarding is over.
        if (origin !== "hris" || person.active || openId !== null) return "nothing"
        yield* employees.update(employeeId, { status: "active" })
        return "returned"
      }
    }
  }, db.transact)

  /** Refused with a sentence; then nothing of it is noted, and the next sync tries again. */
  return Effect.fn("Hris.leaver")(function* (
    origin: HrisOrigin,
    employeeId: EmployeeId,
    leaving: Leaving | null,
    today: string
  ): Effect.fn.Return<LeaverOutcome, { readonly error: string }, Caller> {
    return yield* carryOut(origin, employeeId, leaving, today)
  })
})
