import { UserId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { one } from "#platform/database/statements"
import { WrittenLanguage } from "#records/organisation-language"

export class ListExportsRepo extends Context.Service<ListExportsRepo>()("svc/audit-list-exports/ListExportsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const languageOf = one({
      Request: Schema.NullOr(UserId),
      Result: Schema.Struct({ language: WrittenLanguage }),
      execute: (userId) => sql`
        SELECT coalesce((SELECT CASE language WHEN 'de' THEN 'de' ELSE 'en' END FROM users WHERE id = ${userId}::uuid), 'en')
          AS language`
    })

    return {
      /** The language of the account; without one English. */
      languageOf: (userId: UserId | null) => Effect.map(languageOf(userId), ({ language }) => language)
    }
  })
}) {
  static readonly layer = Layer.effect(ListExportsRepo, ListExportsRepo.make)
}
