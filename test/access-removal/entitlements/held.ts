import { EntitlementId } from "@svc/contract/entitlements/schema"
import { DateTime, Effect } from "effect"
import { randomUUID } from "node:crypto"
import { digestOf } from "#access-removal/access-returns/rules"
import { asSystem, systemSql } from "#test/support/tables"

/** Something that was taken of somebody with an address, as looks leave it; answers its id. */
export const anEntitlement = Effect.fnUntraced(function* (
  orgId: string,
  offboardingId: string,
  more: Readonly<Record<string, string | Date | null>> = {}
) {
  const id = EntitlementId.make(randomUUID())
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* asSystem(
    (sql) =>
      sql`INSERT INTO entitlements ${sql.insert({
        org_id: orgId,
        id,
        offboarding_id: offboardingId,
        service_name: "crm",
        kind: "group",
        external_id: id,
        label: "platform team",
        terms: "{}",
        state: "taken",
        seen_at: now,
        taken_at: now,
        ...more
      })}`
  )
  yield* systemSql`
      UPDATE offboardings SET employee_email = ${`${offboardingId}@acme.test`}
      WHERE id = ${offboardingId} AND employee_email IS NULL`
  return id
})

/** A return that is proposed, of something that was taken; answers its id and what its approval names. */
export const aReturn = Effect.fnUntraced(function* (
  orgId: string,
  offboardingId: string,
  proposedBy: string | null = null
) {
  const entitlementId = yield* anEntitlement(orgId, offboardingId)
  const id = randomUUID()
  const now = DateTime.toDateUtc(yield* DateTime.now)
  const [of] = yield* systemSql<{
    readonly employee_email: string | null
  }>`SELECT employee_email FROM offboardings WHERE id = ${offboardingId}`
  const line = { service: "crm", kind: "group", external_id: entitlementId, terms: {}, account: null } as const
  const digest = digestOf(of?.employee_email ?? null, [line])
  yield* asSystem(
    (sql) =>
      sql`INSERT INTO access_returns ${sql.insert({
        org_id: orgId,
        id,
        offboarding_id: offboardingId,
        ground: "wrong_person",
        sealed_reason: "[erased]",
        digest,
        status: "proposed",
        proposed_at: now,
        proposed_by: proposedBy
      })}`
  )
  yield* asSystem(
    (sql) =>
      sql`INSERT INTO access_return_lines ${sql.insert({ org_id: orgId, return_id: id, entitlement_id: entitlementId, position: 1 })}`
  )
  return { id, digest, entitlementId }
})
