import { NodeServices } from "@effect/platform-node"
import type { PgClient } from "@effect/sql-pg"
import { Caller } from "@svc/contract/kernel/access"
import { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Layer, type Redacted } from "effect"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { PersonKeys } from "#audit/record/person-keys"
import { AppConfig } from "#platform/config/config"
import { databaseLayer } from "#platform/database/connections"
import { Db } from "#platform/database/db"
import { Files } from "#platform/files/files"
import { Mailer } from "#platform/mail/mail"
import { Outbound } from "#platform/outbound/outbound"
import { Secrets } from "#platform/keys/secrets"
import { systemCaller } from "#platform/jobs/system-caller"
import { Services } from "#App"
import { TestConfig } from "#test/support/TestApp"
import { masterKey } from "./seed.ts"

/** The service's own services on the bench's database, under the master key of the servers under load. */
export const servicesOn = (url: Redacted.Redacted) => {
  const config = Layer.effect(
    AppConfig,
    Effect.map(AppConfig, (own) => AppConfig.of({ ...own, masterKey }))
  ).pipe(Layer.provide(TestConfig))
  return Services.pipe(
    Layer.provideMerge(Layer.mergeAll(Outbound.layer, Mailer.layer, Files.layer.pipe(Layer.provide(Secrets.layer)))),
    Layer.provideMerge(Layer.mergeAll(databaseLayer({ url }), config, NodeServices.layer))
  )
}

const batch = 100

/** Entries as the service writes them, one of each person; `sealed` ones hold their name and address. */
export const recordEntries = Effect.fnUntraced(function* (
  org: string,
  { people, sealed }: { readonly people: number; readonly sealed: boolean }
) {
  const orgId = OrgId.make(org)
  const db = yield* Db
  const audit = yield* Audit
  const personKeys = yield* PersonKeys
  const record = Effect.fnUntraced(function* (person: number) {
    const name = `Person Number ${person}`
    const email = `person${person}@example.test`
    const key = yield* personKeys.forPerson(orgId, email)
    const value = (text: string) => (sealed ? personal(key, text) : text)
    yield* audit.record({
      action: "offboarding_updated",
      target: auditText`Offboarding of ${value(name)}`,
      details: auditText`status: pending -> notice_period, e-mail: ${value(email)}`
    })
  })
  for (let first = 0; first < people; first += batch) {
    yield* Effect.forEach(Array.from({ length: batch }), (_, index) => record(first + index)).pipe(
      db.transact,
      Effect.provideService(Caller, systemCaller(orgId))
    )
  }
})

/** So many more, which say what those say that `recordEntries` wrote. */
export const copyEntries = Effect.fnUntraced(function* (owner: PgClient.PgClient, org: string, count: number) {
  yield* owner`
    WITH pattern AS MATERIALIZED (
      SELECT *, row_number() OVER (ORDER BY seq) - 1 AS place, count(*) OVER () AS patterns
      FROM (SELECT * FROM audit_entries WHERE org_id = ${org} AND action = 'offboarding_updated' ORDER BY seq LIMIT 1000) first
    ),
    head AS MATERIALIZED (SELECT seq FROM audit_heads WHERE org_id = ${org})
    INSERT INTO audit_entries (org_id, seq, id, created_at, actor_id, action, target, details, content_hash, prev_hash, entry_hash)
    SELECT org_id, head.seq + n, gen_random_uuid(), now(), actor_id, action, target, details, content_hash,
      encode(sha256((head.seq + n)::text::bytea), 'hex'), encode(sha256((head.seq + n + 1)::text::bytea), 'hex')
    FROM generate_series(1, ${count}::int) AS n CROSS JOIN head JOIN pattern ON pattern.place = n % pattern.patterns`
  yield* owner`
    UPDATE audit_heads SET seq = (SELECT max(seq) FROM audit_entries WHERE org_id = ${org}),
      entry_hash = encode(sha256('head'), 'hex')
    WHERE org_id = ${org}`
})
