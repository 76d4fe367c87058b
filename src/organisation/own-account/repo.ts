import { OrgId, UserId } from "@svc/contract/kernel/ids"
import { Membership } from "@svc/contract/own-account/schema"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Transaction } from "#platform/database/db"
import { all, Instant, maybe, one, perform, run } from "#platform/database/statements"

const Person = Schema.Struct({ id: UserId, email: Schema.String, full_name: Schema.String })
export type Person = typeof Person.Type

const HeldMembership = Schema.Struct({
  ...Membership.fields,
  created_at: Instant,
  /** Holds the role itself; `role` is the name that people read. */
  superadmin: Schema.Boolean
})
export type HeldMembership = typeof HeldMembership.Type

const Place = Schema.Struct({ orgId: OrgId, userId: UserId })
type Place = typeof Place.Type

const Started = Schema.Struct({ open: Schema.Int, incomplete: Schema.Int })

const Member = Schema.Struct({ ...Person.fields, role: Schema.String })
type Member = typeof Member.Type

/** An account over all its organizations. Every verb needs a system transaction. */
export class OwnAccountRepo extends Context.Service<OwnAccountRepo>()("svc/own-account/OwnAccountRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const memberships = all({
      Request: UserId,
      Result: HeldMembership,
      execute: (userId) => sql`
        SELECT m.org_id, o.name AS org_name, COALESCE(r.name, m.role) AS role, m.created_at,
          m.role = 'superadmin' AS superadmin,
          m.role = 'superadmin' AND NOT EXISTS (
            SELECT FROM memberships other
            WHERE other.org_id = m.org_id AND other.user_id <> m.user_id AND other.role = 'superadmin'
          ) AS sole_superadmin
        FROM memberships m
        JOIN organisations o ON o.id = m.org_id
        LEFT JOIN roles r ON r.org_id = m.org_id AND r.id = m.role_id
        WHERE m.user_id = ${userId}
        ORDER BY m.created_at, m.org_id`
    })

    const lockOrganisation = (orgId: OrgId) => sql`SELECT FROM organisations WHERE id = ${orgId} FOR NO KEY UPDATE`

    const lockOrganisations = (userId: UserId) => sql`
      SELECT FROM organisations WHERE id IN (SELECT org_id FROM memberships WHERE user_id = ${userId})
      ORDER BY id FOR NO KEY UPDATE`

    const lockPerson = SqlSchema.findOneOption({
      Request: UserId,
      Result: Person,
      execute: (userId) => sql`SELECT id, email, full_name FROM users WHERE id = ${userId} FOR UPDATE`
    })

    // Organizations first, in the common lock order, then the account; then again for one joined in between.
    const lockAccount = Effect.fnUntraced(function* (userId: UserId) {
      yield* lockOrganisations(userId)
      const person = yield* lockPerson(userId)
      yield* lockOrganisations(userId)
      return person
    })

    const findPerson = maybe({
      Request: UserId,
      Result: Person,
      execute: (userId) => sql`SELECT id, email, full_name FROM users WHERE id = ${userId}`
    })

    const findMember = maybe({
      Request: Place,
      Result: Member,
      execute: ({ orgId, userId }) => sql`
        SELECT u.id, u.email, u.full_name, COALESCE(r.name, m.role) AS role
        FROM memberships m
        JOIN users u ON u.id = m.user_id
        LEFT JOIN roles r ON r.org_id = m.org_id AND r.id = m.role_id
        WHERE m.org_id = ${orgId} AND m.user_id = ${userId}`
    })

    const countStarted = one({
      Request: Place,
      Result: Started,
      execute: ({ orgId, userId }) => sql`
        SELECT count(*) FILTER (WHERE status <> 'cancelled')::int AS open, count(*)::int AS incomplete
        FROM offboardings WHERE org_id = ${orgId} AND initiated_by = ${userId} AND status <> 'completed'`
    })

    const removeMembership = Effect.fnUntraced(function* ({ orgId, userId }: Place) {
      yield* sql`DELETE FROM sessions WHERE org_id = ${orgId} AND user_id = ${userId}`
      yield* sql`DELETE FROM notifications WHERE org_id = ${orgId} AND user_id = ${userId}`
      yield* sql`DELETE FROM notification_preferences WHERE org_id = ${orgId} AND user_id = ${userId}`
      yield* sql`DELETE FROM memberships WHERE org_id = ${orgId} AND user_id = ${userId}`
      yield* sql`UPDATE users SET active_org_id = NULL WHERE id = ${userId} AND active_org_id = ${orgId}`
    })

    const makeSuperadmin = run({
      Request: Place,
      execute: ({ orgId, userId }) => sql`
        UPDATE memberships SET role = 'superadmin', role_id = NULL, scope = NULL, departments = NULL
        WHERE org_id = ${orgId} AND user_id = ${userId}`
    })

    const handOverStarted = one({
      Request: Schema.Struct({ ...Place.fields, successor: UserId }),
      Result: Schema.Struct({ handed: Schema.Int }),
      execute: ({ orgId, successor, userId }) => sql`
        WITH handed AS (
          UPDATE offboardings SET initiated_by = ${successor}
          WHERE org_id = ${orgId} AND initiated_by = ${userId} AND status <> 'completed' RETURNING 1
        )
        SELECT count(*)::int AS handed FROM handed`
    })

    const lockKeys = (userId: UserId) =>
      sql`SELECT FROM api_keys WHERE created_by = ${userId} ORDER BY org_id, id FOR UPDATE`

    const findOrganisations = all({
      Request: UserId,
      Result: Schema.Struct({ org_id: OrgId }),
      execute: (userId) => sql`
        SELECT org_id FROM memberships WHERE user_id = ${userId}
        UNION SELECT org_id FROM api_keys WHERE created_by = ${userId} AND revoked_at IS NULL
        ORDER BY org_id`
    })

    return {
      /** The one joined first leading. */
      memberships,
      /** Until the transaction ends no one else leaves this organization or changes its Super Admins. */
      lockOrganisation: (orgId: OrgId) => Transaction.use(() => Effect.asVoid(Effect.orDie(lockOrganisation(orgId)))),
      /**
       * The same for every organization of the account, which joins none and signs in nowhere in the meantime; none if
       * the account is gone.
       */
      lockAccount: (userId: UserId) => Transaction.use(() => Effect.orDie(lockAccount(userId))),
      findPerson,
      findMember,
      /** Open offboardings, and uncompleted ones, that this user started in the organization. */
      countStarted,
      /** Ends the membership with its sessions and what was kept for it; the account stays. */
      removeMembership: (place: Place) => Transaction.use(() => Effect.orDie(removeMembership(place))),
      makeSuperadmin,
      /** Answers how many offboardings, those not completed, have a new initiator. */
      handOverStarted: (place: Place, successor: UserId) =>
        handOverStarted({ ...place, successor }).pipe(Effect.map(({ handed }) => handed)),
      /**
       * Where the account is a member, or still has keys that it created, by id. Its keys are locked until the transaction
       * ends, in the order in which their use is counted too, so that the two do not wait for each other.
       */
      organisationsOf: (userId: UserId) =>
        Effect.andThen(perform(lockKeys(userId)), findOrganisations(userId)).pipe(
          Effect.map((rows) => rows.map(({ org_id }) => org_id))
        ),
      /** The account and its data; what others keep of it has no name from then on. */
      deleteAccount: (userId: UserId) => perform(sql`DELETE FROM users WHERE id = ${userId}`)
    }
  })
}) {
  static readonly layer = Layer.effect(OwnAccountRepo, OwnAccountRepo.make)
}
