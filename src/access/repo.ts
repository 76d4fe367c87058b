import { OrgId, SessionId, UserId } from "@svc/contract/kernel/ids"
import { Role } from "@svc/contract/kernel/permissions"
import { Plan, PlanStatus } from "@svc/contract/kernel/plans"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/db"

const SessionKey = Schema.Struct({
  org_id: OrgId,
  id: SessionId,
  user_id: UserId,
  now: Schema.DateTimeUtcFromDate
})

const SessionRow = Schema.Struct({
  stepped_up_until: Schema.NullOr(Schema.DateTimeUtcFromDate),
  role: Role,
  email: Schema.String,
  totp_enabled: Schema.Boolean,
  plan: Plan,
  plan_status: PlanStatus,
  suspended: Schema.Boolean
})

/** What a session may do now, read anew on every request. */
export class AccessRepo extends Context.Service<
  AccessRepo,
  {
    /** None when the session is unknown, ended or expired, or its user is no longer a member. */
    findSession(key: typeof SessionKey.Type): Effect.Effect<Option.Option<typeof SessionRow.Type>>
  }
>()("svc/access/AccessRepo") {
  static readonly layer = Layer.effect(
    AccessRepo,
    Effect.gen(function* () {
      const system = yield* SystemSql
      const findSession = SqlSchema.findOneOption({
        Request: SessionKey,
        Result: SessionRow,
        execute: ({ id, now, org_id, user_id }) => system`
          SELECT s.stepped_up_until, m.role, u.email, u.totp_enabled, o.plan, o.plan_status, o.suspended
          FROM sessions s
          JOIN memberships m ON m.org_id = s.org_id AND m.user_id = s.user_id
          JOIN users u ON u.id = s.user_id
          JOIN organisations o ON o.id = s.org_id
          WHERE s.org_id = ${org_id} AND s.id = ${id} AND s.user_id = ${user_id}
            AND s.revoked_at IS NULL AND s.expires_at > ${now}`
      })
      return AccessRepo.of({ findSession: (key) => Effect.orDie(findSession(key)) })
    })
  )
}
