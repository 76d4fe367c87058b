import { NodeServices } from "@effect/platform-node"
import type { PgClient } from "@effect/sql-pg"
import { Caller } from "@svc/contract/kernel/access"
import { OrgId, type PersonKeyId } from "@svc/contract/kernel/ids"
import { Effect, Layer, References } from "effect"
import { Personal } from "#audit/record/text"
import { PersonKeys } from "#audit/record/person-keys"
import { AuditLog, type ListEntries } from "#audit/log/service"
import { databaseLayer } from "#platform/database/connections"
import { Db } from "#platform/database/db"
import { Files } from "#platform/files/files"
import { Mailer } from "#platform/mail/mail"
import { Outbound } from "#platform/outbound/outbound"
import { Secrets } from "#platform/keys/secrets"
import { systemCaller } from "#access/system-caller"
import { Services } from "#App"
import { TestConfig } from "#test/support/TestApp"
import { freshDatabase } from "./database.ts"
import { information } from "./report.ts"
import { median } from "./rounds.ts"
import { orgIdAt, seed } from "./seed.ts"

const people = 10_000
const entries = 200_000
const rounds = 7

/** The log of an organisation with many leavers: 20 entries for each, every one with sealed values. */
const seedLog = Effect.fnUntraced(function* (owner: PgClient.PgClient, orgId: OrgId) {
  const db = yield* Db
  const personKeys = yield* PersonKeys
  for (let first = 0; first < entries; first += 10_000) {
    const rows = yield* Effect.gen(function* () {
      const keys = new Map<number, PersonKeyId>()
      return yield* Effect.forEach(
        Array.from({ length: 10_000 }, (_, index) => first + index),
        Effect.fnUntraced(function* (entry) {
          const person = Math.floor(entry / 20) % people
          const key = keys.get(person) ?? (yield* personKeys.forPerson(orgId, `leaver${person}@example.test`))
          keys.set(person, key)
          const name = new Personal(key, `Given${person % 97} Leaver ${person}`)
          const seal = (text: ReadonlyArray<string | Personal>) => personKeys.seal(orgId, text)
          const [action, target, details] =
            entry % 5 === 0
              ? [
                  "login_succeeded",
                  yield* seal([new Personal(key, `leaver${person}@example.test`)]),
                  yield* seal([`session: ${entry}, address: `, new Personal(key, `10.0.${person % 250}.7`)])
                ]
              : [
                  "offboarding_status_changed",
                  yield* seal(["Offboarding of ", name]),
                  `status: pending -> notice_period, run ${entry % 1000}`
                ]
          return { seq: entry + 1, action, target, details }
        })
      )
    }).pipe(db.transact)
    yield* owner`
      INSERT INTO audit_entries (org_id, seq, id, created_at, action, target, details, content_hash, prev_hash, entry_hash)
      SELECT ${orgId}::uuid, r.seq, gen_random_uuid(), timestamptz '2026-01-01' + r.seq * interval '61 seconds', r.action,
        r.target, r.details, encode(sha256(r.seq::text::bytea), 'hex'), encode(sha256(('p' || r.seq)::bytea), 'hex'),
        encode(sha256(('e' || r.seq)::bytea), 'hex')
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (seq bigint, action text, target text, details text)`
  }
  yield* owner`UPDATE audit_heads SET seq = ${entries}, entry_hash = encode(sha256('head'), 'hex') WHERE org_id = ${orgId}`
  yield* owner.unsafe("VACUUM ANALYZE")
})

const asked: ReadonlyArray<readonly [string, Partial<ListEntries>]> = [
  ["first page", {}],
  ["from 199,950", { offset: entries - 50 }],
  ["one action", { action: "login_succeeded" }],
  ["words of one entry in a thousand", { search: "run 417" }],
  ["words of most entries", { search: "notice_period" }],
  ["words of no entry", { search: "nothing of the kind" }],
  ["a sealed name", { search: "leaver 4711" }],
  ["a sealed address", { search: "leaver4711@" }],
  ["words and a sealed name", { search: "offboarding of given7 leaver 3" }],
  ["every sealed address", { search: "@example.test" }]
]

/** P: the list and its search, of 200,000 entries about 10,000 people. */
export const auditSearch = Effect.fn("Bench.auditSearch")(function* () {
  const { owner, url } = yield* freshDatabase("audit_search")
  yield* seed(owner, { cases: [0], keys: 0, orgOfKey: () => 0 })
  const orgId = OrgId.make(orgIdAt(0))
  const services = Services.pipe(
    Layer.provideMerge(Layer.mergeAll(Outbound.layer, Mailer.layer, Files.layer.pipe(Layer.provide(Secrets.layer)))),
    Layer.provideMerge(Layer.mergeAll(databaseLayer({ url }), TestConfig, NodeServices.layer))
  )
  return yield* Effect.gen(function* () {
    yield* seedLog(owner, orgId)
    const log = yield* AuditLog
    const timed = Effect.fnUntraced(function* (query: Partial<ListEntries>) {
      const started = performance.now()
      const { total } = yield* log.list({ limit: 50, offset: 0, ...query })
      return { total, took: performance.now() - started }
    })
    const { took } = yield* timed({ search: "the first search" })
    yield* owner.unsafe("VACUUM ANALYZE")
    const lines = yield* Effect.forEach(asked, ([what, query]) =>
      Effect.gen(function* () {
        const { total } = yield* timed(query)
        const runs = yield* Effect.forEach(Array.from({ length: rounds }), () => timed(query))
        const took = median(runs.map((run) => run.took))
        return information("", `audit list of 200,000 entries: ${what}`, `${took.toFixed(0)} ms, ${total} found`)
      })
    )
    return [
      information("", "audit search, the first of 200,000 entries about 10,000 people", `${took.toFixed(0)} ms`),
      ...lines
    ]
  }).pipe(
    Effect.provideService(References.TracerEnabled, false),
    Effect.provideService(Caller, systemCaller(orgId)),
    Effect.provide(services)
  )
})
