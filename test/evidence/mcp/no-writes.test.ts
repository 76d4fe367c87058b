import { assert, layer } from "#test/support/suite"
import { revocationWebhook } from "@svc/lab/revocation-webhook"
import { scim, scimToken } from "@svc/lab/scim"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Effect, Schema } from "effect"
import { RevocationRuns } from "#access-removal/revocations/runs"
import { aCase, aPerson } from "#test/support/cases"
import { aSuperAdmin } from "#test/support/people"
import { as } from "#test/support/requests"
import { TestApp } from "#test/support/TestApp"
import { asSystem } from "#test/support/tables"
import { running, whileCalling } from "#test/support/vendor-work"
import { aClient } from "./support.ts"

const names = [
  "find_person",
  "list_offboardings",
  "get_offboarding",
  "explain_gate",
  "preview_revocation",
  "residual_access",
  "left_behind",
  "leaver_test",
  "verify",
  "propose_offboarding",
  "propose_revocation"
] as const

/** A call as a confused or hostile assistant might make it. */
const Step = Schema.Struct({
  tool: Schema.Literals(names),
  which: Schema.Literals(["mine", "mine", "mine", "theirs", "none", "garbage"]),
  apps: Schema.Literals(["nothing", "known", "unknown"]),
  more: Schema.Literals(["nothing", "confirm", "force", "method"])
})
const Steps = Schema.Array(Step).check(Schema.isBetweenLength(4, 14))

/** What a proposal, a call and an entry are written to. */
const written = new Set([
  "offboarding_initiations",
  "initiation_proposals",
  "initiation_steps",
  "api_keys",
  "api_key_usage",
  "audit_entries",
  "audit_heads",
  "audit_person_keys",
  "outbox_events"
])

/** Every other table of the database, by a digest of its rows. */
const tables = asSystem(
  Effect.fnUntraced(function* (sql) {
    const rows = yield* sql<{ name: string }>`
      SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`
    return yield* Effect.forEach(
      rows.filter(({ name }) => !written.has(name)),
      ({ name }) =>
        Effect.map(
          sql<{
            digest: string
          }>`SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS digest FROM ${sql(name)} t`,
          ([found]) => `${name} ${found?.digest}`
        )
    )
  })
)

layer(TestApp)("whatever an assistant calls", (it) => {
  // assistants-2: No sequence of tools reaches a vendor's write, or changes anything but proposals, entries and counts.
  it.effect.prop(
    "no sequence of tools reaches a vendor's write, or changes anything but proposals, entries and counts of calls",
    { steps: Steps },
    ({ steps }) =>
      Effect.gen(function* () {
        const member = yield* aSuperAdmin()
        const [wiki, locks] = [yield* running(scim), yield* running(revocationWebhook)]
        const connect = (body: unknown) => as(member).post("/api/integrations/saas-revocation/connect", body)
        yield* whileCalling(
          connect({ service_name: "Wiki", protocol: "scim", base_url: `${wiki.url}/scim/v2`, token: scimToken })
        )
        yield* whileCalling(
          connect({
            service_name: "Locks",
            protocol: "webhook",
            base_url: `${locks.url}/revoke`,
            token: "secret-of-the-locks"
          })
        )
        const person = yield* aPerson(member, "Ann Lee")
        const { id } = yield* aCase(member, {
          employee_email: EmailAddress.make("leaver@acme.test"),
          apps_to_revoke: ["Wiki", "Locks"]
        })
        const stranger = yield* aSuperAdmin()
        const theirs = { case: (yield* aCase(stranger)).id, person: (yield* aPerson(stranger, "Not Theirs")).id }
        const client = yield* aClient(member)
        const [wikiWrites, locksWrites] = [wiki.writes(), locks.writes()]
        const before = yield* tables

        const idsOf = (which: (typeof Step.Type)["which"]) => {
          if (which === "theirs") return theirs
          if (which === "none") return { case: undefined, person: undefined }
          return which === "mine" ? { case: id, person: person.id } : { case: "'; DROP", person: 5 }
        }
        for (const { apps, more, tool, which } of steps) {
          const ids = idsOf(which)
          const answer = yield* client.call(tool, {
            offboarding_id: ids.case,
            employee_id: ids.person,
            query: "Ann",
            exit_date: "2026-04-30",
            ...(apps === "nothing" ? { no_apps: true } : { apps: [apps === "known" ? "Wiki" : "Nowhere"] }),
            ...(more === "nothing" ? {} : { [more]: more === "method" ? "DELETE" : true }),
            ...(tool === "explain_gate" ? { to: "completed" } : {})
          })
          assert.isBelow(answer.status, 500, tool)
        }

        assert.deepStrictEqual(yield* tables, before)
        // Nothing waits to be done, either.
        yield* whileCalling((yield* RevocationRuns).settleScheduled(member.orgId))
        assert.strictEqual(wiki.writes(), wikiWrites)
        assert.strictEqual(locks.writes(), locksWrites)
      }).pipe(Effect.scoped),
    { arbitrary: { runs: 10 } }
  )
})
