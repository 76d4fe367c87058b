import { NodeServices } from "@effect/platform-node"
import { Caller } from "@svc/contract/kernel/access"
import { OrgId } from "@svc/contract/kernel/ids"
import { Duration, Effect, Layer, References } from "effect"
import { SealedSearch } from "#audit/log/sealed-search"
import { AuditLog, type ListEntries } from "#audit/log/service"
import { databaseLayer } from "#platform/database/connections"
import { Files } from "#platform/files/files"
import { Mailer } from "#platform/mail/mail"
import { Outbound } from "#platform/outbound/outbound"
import { Secrets } from "#platform/keys/secrets"
import { systemCaller } from "#platform/jobs/system-caller"
import { Services } from "#App"
import { TestConfig } from "#test/support/TestApp"
import { entries, seedLog } from "./audit-search-seed.ts"
import { freshDatabase } from "./database.ts"
import { atMost, information } from "./report.ts"
import { median } from "./rounds.ts"
import { orgIdAt, seed } from "./seed.ts"

const rounds = 7

interface Asked {
  readonly what: string
  readonly query: Partial<ListEntries>
  /** Milliseconds at most. */
  readonly line?: number
}

const plain = 50
const sealed = 150

const asked: ReadonlyArray<Asked> = [
  { what: "first page", query: {} },
  { what: "from 199,950", query: { offset: entries - 50 } },
  { what: "one action", query: { action: "login_succeeded" } },
  { what: "words of one entry in a thousand", query: { search: "run 417" }, line: plain },
  { what: "words of most entries", query: { search: "notice_period" }, line: plain },
  { what: "words of no entry", query: { search: "nothing of the kind" }, line: plain },
  { what: "words of most entries, of one action", query: { search: "notice", action: "offboarding_status_changed" } },
  { what: "a sealed name", query: { search: "leaver 4711" }, line: sealed },
  { what: "a sealed address", query: { search: "leaver4711@" }, line: sealed },
  { what: "words and a sealed name", query: { search: "offboarding of given7 leaver 3" }, line: sealed },
  { what: "every sealed address", query: { search: "@example.test" }, line: sealed }
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
    const index = yield* SealedSearch
    const [made] = yield* Effect.timed(index.catchUpAll(orgId))
    yield* owner.unsafe("VACUUM ANALYZE")
    const first = yield* timed({ search: "run 417" })
    const lines = yield* Effect.forEach(asked, ({ line, query, what }) =>
      Effect.gen(function* () {
        const { total } = yield* timed(query)
        const runs = yield* Effect.forEach(Array.from({ length: rounds }), () => timed(query))
        const took = median(runs.map((run) => run.took))
        const name = `audit list of 200,000 entries: ${what}`
        return line === undefined
          ? information("", name, `${took.toFixed(0)} ms, ${total} found`)
          : atMost("", `${name}, ms`, took, line, ` (${total} found)`)
      })
    )
    return [
      information("", "index of 200,000 entries about 10,000 people, made by the job", Duration.format(made)),
      atMost("", "… the first search in a process, before the log was opened, ms", first.took, sealed),
      ...lines
    ]
  }).pipe(
    Effect.provideService(References.TracerEnabled, false),
    Effect.provideService(Caller, systemCaller(orgId)),
    Effect.provide(services)
  )
})
