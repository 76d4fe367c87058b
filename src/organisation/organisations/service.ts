import { Caller } from "@svc/contract/kernel/access"
import { OrgId } from "@svc/contract/kernel/ids"
import { OrganisationNotFound } from "@svc/contract/organisations/errors"
import { type CreateOrganisation, Organisation, type UpdateOrganisation } from "@svc/contract/organisations/schema"
import { Context, DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db, type Transaction } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { systemCaller } from "#platform/jobs/system-caller"
import { layerOf } from "#platform/services/layer-of"
import { type OrganisationRow, OrganisationsRepo, type OwnColumns } from "./repo.ts"
import { changedByOperator, type PlanState, startOn } from "./rules.ts"

const isSameMoment = (a: DateTime.Utc | null, b: DateTime.Utc | null) =>
  a === b || (a !== null && b !== null && DateTime.Equivalence(a, b))
const shown = (moment: DateTime.Utc | null) => (moment === null ? "never" : DateTime.formatIso(moment))

type OperatedRow = PlanState & Pick<OrganisationRow, "suspended">

const changes = (before: OperatedRow, after: OperatedRow) =>
  (["plan", "plan_status", "suspended"] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => `${field}: ${before[field]} -> ${after[field]}`)
    .concat(
      isSameMoment(before.trial_ends_at, after.trial_ends_at) ? [] : [`trial ends: ${shown(after.trial_ends_at)}`]
    )
    .join(", ")

/** The organizations of the instance: for the operator, and the row of each. */
export class Organisations extends Context.Service<
  Organisations,
  {
    /** `by`: the actor in its audit log; `system` if a person registered it and is not a member yet. */
    create(input: typeof CreateOrganisation.Type, by?: "operator" | "system"): Effect.Effect<Organisation>
    update(orgId: OrgId, input: typeof UpdateOrganisation.Type): Effect.Effect<Organisation, OrganisationNotFound>
    show(orgId: OrgId): Effect.Effect<Organisation, OrganisationNotFound>
    readonly list: Effect.Effect<ReadonlyArray<Organisation>>
    /** The caller's. */
    readonly own: Effect.Effect<Organisation, never, Caller>
    /** The caller's, locked until the transaction ends. */
    readonly lockOwn: Effect.Effect<Organisation, never, Caller | Transaction>
    /** Writes the organization's own columns, none of the operator's; returns the new row. */
    saveOwn(changes: Partial<Omit<OwnColumns, "id">>): Effect.Effect<Organisation, never, Caller | Transaction>
  }
>()("svc/organisations/Organisations") {
  static readonly layerNoDeps = layerOf(Organisations, function* () {
    const db = yield* Db
    const repo = yield* OrganisationsRepo
    const audit = yield* Audit
    const randomness = yield* Randomness

    const create = Effect.fn("Organisations.create")(function* (
      input: typeof CreateOrganisation.Type,
      by: "operator" | "system" = "operator"
    ) {
      const id = OrgId.make(yield* randomness.uuid)
      const now = yield* DateTime.now
      const row = yield* repo.insert({
        id,
        name: input.name.trim(),
        ...startOn(input.plan, now),
        timezone: input.timezone ?? "UTC",
        created_at: now
      })
      yield* audit
        .record({
          action: "organization_created",
          target: auditText`${row.name}`,
          details: auditText`plan: ${row.plan}, time zone: ${row.timezone}`
        })
        .pipe(Effect.provideService(Caller, systemCaller(id, by)))
      return new Organisation(row)
    }, db.transactSystem)

    const update = Effect.fn("Organisations.update")(function* (orgId: OrgId, input: typeof UpdateOrganisation.Type) {
      const now = yield* DateTime.now
      const before = yield* repo.lockPlan(orgId)
      if (Option.isNone(before)) return yield* new OrganisationNotFound()
      const planned = {
        ...before.value,
        ...changedByOperator(before.value, input, now),
        suspended: input.suspended ?? before.value.suspended
      }
      const after = yield* repo.updatePlan(planned, now)
      const changed = changes(before.value, planned)
      if (changed !== "") {
        yield* audit
          .record({
            action: "organization_updated",
            target: auditText`${after.name}`,
            details: auditText`${changed}`
          })
          .pipe(Effect.provideService(Caller, systemCaller(orgId, "operator")))
      }
      return new Organisation(after)
    }, db.transactSystem)

    const show = Effect.fn("Organisations.show")(function* (orgId: OrgId) {
      const row = yield* repo.find(orgId, yield* DateTime.now)
      if (Option.isNone(row)) return yield* new OrganisationNotFound()
      return new Organisation(row.value)
    }, db.transactSystem)

    const list = Effect.flatMap(DateTime.now, repo.all).pipe(
      Effect.map((rows) => rows.map((row) => new Organisation(row))),
      db.transactSystem,
      Effect.withSpan("Organisations.list")
    )

    // Foreign keys of the caller guarantee that it exists.
    const ownRow = Effect.fnUntraced(function* (read: (typeof repo)["find"]) {
      const { orgId } = yield* Caller
      const row = yield* read(orgId, yield* DateTime.now)
      return new Organisation(yield* Effect.orDie(Effect.fromOption(row)))
    })
    const own = ownRow(repo.find).pipe(db.transact, Effect.withSpan("Organisations.own"))
    const lockOwn = ownRow(repo.lock)

    const saveOwn = Effect.fn("Organisations.saveOwn")(function* (changes: Partial<Omit<OwnColumns, "id">>) {
      const before = yield* lockOwn
      return new Organisation(yield* repo.updateOwn({ ...before, ...changes }, yield* DateTime.now))
    })

    return Organisations.of({ create, update, show, list, own, lockOwn, saveOwn })
  })
}
