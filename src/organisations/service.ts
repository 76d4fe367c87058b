import { Caller } from "@svc/contract/kernel/access"
import { OrgId } from "@svc/contract/kernel/ids"
import { OrganisationNotFound } from "@svc/contract/organisations/errors"
import { type CreateOrganisation, Organisation, type UpdateOrganisation } from "@svc/contract/organisations/schema"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { Audit } from "#audit/service"
import { auditText } from "#audit/text"
import { Db } from "#platform/db"
import { Randomness } from "#platform/random"
import { systemCaller } from "#platform/system-caller"
import { OrganisationsRepo, type OrganisationRow } from "./repo.ts"

const changes = (before: OrganisationRow, after: OrganisationRow) =>
  (["plan", "plan_status", "suspended"] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => `${field}: ${before[field]} -> ${after[field]}`)
    .join(", ")

/** The organisations of the instance, as its operator handles them. */
export class Organisations extends Context.Service<
  Organisations,
  {
    create(input: typeof CreateOrganisation.Type): Effect.Effect<Organisation>
    update(orgId: OrgId, input: typeof UpdateOrganisation.Type): Effect.Effect<Organisation, OrganisationNotFound>
    show(orgId: OrgId): Effect.Effect<Organisation, OrganisationNotFound>
    readonly list: Effect.Effect<ReadonlyArray<Organisation>>
  }
>()("svc/organisations/Organisations") {
  static readonly layerNoDeps = Layer.effect(
    Organisations,
    Effect.gen(function* () {
      const db = yield* Db
      const repo = yield* OrganisationsRepo
      const audit = yield* Audit
      const randomness = yield* Randomness

      const create = Effect.fn("Organisations.create")(function* (input: typeof CreateOrganisation.Type) {
        const id = OrgId.make(yield* randomness.uuid)
        const row = yield* repo.insert({
          id,
          name: input.name.trim(),
          plan: input.plan,
          plan_status: input.plan === "trial" ? "trialing" : "active",
          timezone: input.timezone ?? "UTC",
          created_at: yield* DateTime.now
        })
        yield* audit
          .record({
            action: "organization_created",
            target: auditText`${row.name}`,
            details: auditText`plan: ${row.plan}, time zone: ${row.timezone}`
          })
          .pipe(Effect.provideService(Caller, systemCaller(id, "operator")))
        return new Organisation(row)
      }, db.transactSystem)

      const update = Effect.fn("Organisations.update")(function* (orgId: OrgId, input: typeof UpdateOrganisation.Type) {
        const before = yield* repo.lock(orgId)
        if (Option.isNone(before)) return yield* new OrganisationNotFound()
        const after = yield* repo.update({
          id: orgId,
          plan: input.plan ?? before.value.plan,
          plan_status: input.planStatus ?? before.value.plan_status,
          suspended: input.suspended ?? before.value.suspended
        })
        const changed = changes(before.value, after)
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
        const row = yield* repo.find(orgId)
        if (Option.isNone(row)) return yield* new OrganisationNotFound()
        return new Organisation(row.value)
      }, db.transactSystem)

      const list = repo.all.pipe(
        Effect.map((rows) => rows.map((row) => new Organisation(row))),
        db.transactSystem,
        Effect.withSpan("Organisations.list")
      )

      return Organisations.of({ create, update, show, list })
    })
  )
}
