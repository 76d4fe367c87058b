import { Uuid } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql, Transaction } from "#platform/database/db"
import { Instant, maybe, one, perform, run } from "#platform/database/statements"

const Pending = Schema.Struct({
  email: Schema.String,
  full_name: Schema.String,
  org_name: Schema.String,
  password_hash: Schema.String
})
const NewPending = Schema.Struct({
  ...Pending.fields,
  id: Uuid,
  token_digest: Schema.String,
  created_at: Instant,
  expires_at: Instant
})

const ByToken = Schema.Struct({ digests: Schema.Array(Schema.String), now: Instant })

/** Registrations that wait for their link to be opened. */
export class RegistrationRepo extends Context.Service<RegistrationRepo>()("svc/accounts/RegistrationRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const Found = Schema.Struct({ found: Schema.Boolean })

    const organisationExists = (client: SqlClient.SqlClient) =>
      SqlSchema.findOne({
        Request: Schema.Void,
        Result: Found,
        execute: () => client`SELECT EXISTS (SELECT FROM organisations) AS found`
      })(undefined).pipe(
        Effect.map(({ found }) => found),
        Effect.orDie
      )

    const isKnown = one({
      Request: Schema.String,
      Result: Found,
      execute: (email) => sql`SELECT EXISTS (SELECT FROM users WHERE lower(email) = lower(${email})) AS found`
    })

    const put = run({
      Request: NewPending,
      execute: (row) => sql`
        WITH gone AS (
          DELETE FROM pending_registrations WHERE expires_at <= ${row.created_at} OR id IN (
            SELECT id FROM pending_registrations WHERE lower(email) = lower(${row.email})
            ORDER BY created_at DESC, id OFFSET 4
          )
        )
        INSERT INTO pending_registrations ${sql.insert(row)}`
    })

    const waits = one({
      Request: ByToken,
      Result: Found,
      execute: ({ digests, now }) => sql`
        SELECT EXISTS (
          SELECT FROM pending_registrations WHERE token_digest IN ${sql.in(digests)} AND expires_at > ${now}
        ) AS found`
    })

    const take = maybe({
      Request: ByToken,
      Result: Pending,
      execute: ({ digests, now }) => sql`
        DELETE FROM pending_registrations WHERE token_digest IN ${sql.in(digests)} AND expires_at > ${now}
        RETURNING email, full_name, org_name, password_hash`
    })

    const purge = SqlSchema.findOne({
      Request: Instant,
      Result: Schema.Struct({ purged: Schema.Int }),
      execute: (now) => system`
        WITH gone AS (DELETE FROM pending_registrations WHERE expires_at <= ${now} RETURNING 1)
        SELECT count(*)::int AS purged FROM gone`
    })

    return {
      organisationExists: organisationExists(system),
      isKnown: (email: string) => Effect.map(isKnown(email), ({ found }) => found),
      /** In addition to earlier ones of the same email, of which the newest four stay; unfinished ones are removed. */
      put,
      /** Whether a registration waits for this token. */
      waits: (key: typeof ByToken.Type) => Effect.map(waits(key), ({ found }) => found),
      /** Removes it, so a token works once. */
      take,
      removeAll: perform(sql`DELETE FROM pending_registrations`),
      /** Whether there is no organization, and no other transaction can create one until this one ends. */
      // A lock that every INSERT waits for, the operator's too, and no reader.
      isFirst: Transaction.use(() =>
        Effect.orDie(sql`LOCK TABLE organisations IN SHARE ROW EXCLUSIVE MODE`).pipe(
          Effect.andThen(organisationExists(sql)),
          Effect.map((exists) => !exists)
        )
      ),
      purge: (now: typeof Instant.Type) => Effect.orDie(Effect.map(purge(now), ({ purged }) => purged))
    }
  })
}) {
  static readonly layer = Layer.effect(RegistrationRepo, RegistrationRepo.make)
}
