import { UserId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { Instant, perform, run } from "#platform/database/statements"

const Kind = Schema.Literals(["device", "address"])
type Kind = typeof Kind.Type

const Question = Schema.Struct({ userId: Schema.NullOr(UserId), digests: Schema.Array(Schema.String) })

const Place = Schema.Struct({ userId: UserId, kind: Kind, digest: Schema.String, now: Instant })

/** Origins remembered per account and kind: the most recently used. */
const mostOfAKind = 20

/** Origins of the accounts' sign-ins. */
export class KnownSignInsRepo extends Context.Service<KnownSignInsRepo>()("svc/accounts/KnownSignInsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const kindsOf = SqlSchema.findAll({
      Request: Question,
      Result: Schema.Struct({ kind: Kind }),
      execute: ({ digests, userId }) => system`
        SELECT kind FROM known_sign_ins
        WHERE user_id = COALESCE(${userId}::uuid, gen_random_uuid()) AND digest = ANY(${digests}::text[])`
    })

    const remember = run({
      Request: Place,
      execute: ({ digest, kind, now, userId }) => sql`
        WITH former AS (
          DELETE FROM known_sign_ins WHERE (user_id, kind, digest) IN (
            SELECT user_id, kind, digest FROM known_sign_ins
            WHERE user_id = ${userId} AND kind = ${kind} AND digest <> ${digest}
            ORDER BY last_at DESC, digest OFFSET ${mostOfAKind - 1}
          )
        )
        INSERT INTO known_sign_ins (user_id, kind, digest, last_at) VALUES (${userId}, ${kind}, ${digest}, ${now})
        ON CONFLICT (user_id, kind, digest) DO UPDATE SET last_at = EXCLUDED.last_at`
    })

    const purge = SqlSchema.findOne({
      Request: Instant,
      Result: Schema.Struct({ purged: Schema.Int }),
      execute: (before) => system`
        WITH gone AS (DELETE FROM known_sign_ins WHERE last_at < ${before} RETURNING 1)
        SELECT count(*)::int AS purged FROM gone`
    })

    return {
      /** Which of the origins are known; takes equally long for an unknown account. */
      kindsOf: (question: typeof Question.Type) =>
        Effect.orDie(Effect.map(kindsOf(question), (rows) => rows.map(({ kind }) => kind))),
      /** The stored digest may be from before a rotation; `digest` replaces it. */
      remember,
      forgetAll: (userId: UserId) => perform(sql`DELETE FROM known_sign_ins WHERE user_id = ${userId}`),
      /** Those that were not used since. */
      purge: (before: typeof Instant.Type) => Effect.orDie(Effect.map(purge(before), ({ purged }) => purged))
    }
  })
}) {
  static readonly layer = Layer.effect(KnownSignInsRepo, KnownSignInsRepo.make)
}
