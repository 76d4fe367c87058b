import { assert, describe, it, layer } from "#test/support/suite"
import { rolePermissions } from "@svc/contract/kernel/permissions"
import type { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { ApiKeys } from "#organisation/api-keys/service"
import { removalOrder } from "#organisation/organisations/deletion-rules"
import * as OrganisationsDomain from "#organisation/organisations/index"
import { SystemSql } from "#platform/database/db"
import { Files } from "#platform/files/files"
import { Jobs } from "#platform/jobs/jobs"
import { TestApp } from "#test/support/TestApp"
import { aKey, aMember, anOrganisation, aSession, type Member } from "#test/support/people"
import { send, withStatus } from "#test/support/requests"
import { asSystem } from "#test/support/tables"

const App = OrganisationsDomain.loops.pipe(Layer.provideMerge(TestApp))

const run = (orgId?: OrgId) => Jobs.use((jobs) => jobs.run("org-deletion", orgId))

/** Tables with rows of organisations. */
const tenantTables = Effect.flatMap(
  SystemSql,
  (system) =>
    system<{ name: string; deletable: boolean; parents: ReadonlyArray<string> }>`
    SELECT c.relname::text AS name, has_table_privilege('svc_system', c.oid, 'DELETE') AS deletable, array(
      SELECT p.relname::text FROM pg_constraint k JOIN pg_class p ON p.oid = k.confrelid
      WHERE k.conrelid = c.oid AND k.contype = 'f') AS parents
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'org_id'
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace ORDER BY c.relname`
)

/** How many rows of the organisation each table holds; empty ones are left out. */
const rowsOf = Effect.fnUntraced(function* (orgId: OrgId) {
  const system = yield* SystemSql
  const counts: Record<string, number> = {}
  for (const { name } of yield* tenantTables) {
    const [row] = yield* system<{
      rows: number
    }>`SELECT count(*)::int AS rows FROM ${system(name)} WHERE org_id = ${orgId}`
    if (row !== undefined && row.rows > 0) counts[name] = row.rows
  }
  return counts
})

const organisationExists = Effect.fnUntraced(function* (orgId: OrgId) {
  const system = yield* SystemSql
  return (yield* system`SELECT 1 FROM organisations WHERE id = ${orgId}`).length > 0
})

const userExists = Effect.fnUntraced(function* ({ userId }: Member) {
  const system = yield* SystemSql
  return (yield* system`SELECT 1 FROM users WHERE id = ${userId}`).length > 0
})

/** An organisation in which something of everything has happened, with a file; its deletion is asked for. */
const aDoomedOrganisation = Effect.gen(function* () {
  const orgId = yield* anOrganisation()
  const member = yield* aMember(orgId)
  yield* aMember(orgId, { permissions: rolePermissions.hr })
  const key = yield* aKey(member)
  const bearer = yield* aSession(member)
  yield* send("POST", "/api/integrations/saas-revocation/connect", {
    bearer,
    body: { service_name: "crm", protocol: "webhook", base_url: "https://127.0.0.1:9/", token: "secret" }
  })
  const created = yield* send("POST", "/api/v1/offboardings", {
    bearer: key,
    body: { employee_name: "Ada", employee_email: "ada@acme.test", exit_date: "2026-05-05", apps_to_revoke: ["crm"] }
  })
  assert.strictEqual(created.status, 201)
  yield* send("POST", "/api/v1/webhooks", {
    bearer: key,
    body: { url: "https://127.0.0.1:9/hook", events: ["offboarding.created"] }
  })
  const files = yield* Files
  yield* files.put(`documents/${orgId}/case/nda.pdf`, Buffer.from("nda"), { contentType: "application/pdf" })
  yield* withStatus(200, send("POST", "/api/organizations/me/deletion", { bearer }))
  return { orgId, member, key }
})

const graceOver = TestClock.adjust("30 days")

layer(App)("job org-deletion", (it) => {
  // deletion-3
  it.effect("deletes nothing before its time, and nothing that was called off", function* () {
    const early = yield* aDoomedOrganisation
    const calledOff = yield* aDoomedOrganisation
    const bearer = yield* aSession(calledOff.member)
    assert.strictEqual((yield* send("DELETE", "/api/organizations/me/deletion", { bearer })).status, 200)
    yield* TestClock.adjust("719 hours")
    assert.deepStrictEqual(yield* run(), { deleted: 0 })
    assert.isTrue(yield* organisationExists(early.orgId))
    yield* TestClock.adjust("1 hour")
    assert.deepStrictEqual(yield* run(), { deleted: 1 })
    assert.isFalse(yield* organisationExists(early.orgId))
    assert.isTrue(yield* organisationExists(calledOff.orgId))
    assert.isNotEmpty(yield* rowsOf(calledOff.orgId))
  })

  // deletion-4: Then its rows, its files and the users who belong to no other organization are deleted, and nothing of
  //   another organization.
  it.effect(
    "all tenant rows go, its files, and the users who belong to no other organisation; nothing of another",
    function* () {
      const doomed = yield* aDoomedOrganisation
      const kept = yield* aDoomedOrganisation
      const both = yield* aMember(doomed.orgId, "hr")
      const now = DateTime.toDateUtc(yield* DateTime.now)
      yield* asSystem(
        (sql) =>
          sql`INSERT INTO memberships ${sql.insert({ org_id: kept.orgId, user_id: both.userId, role: "hr", created_at: now })}`
      )
      yield* (yield* ApiKeys).flushUsage
      const before = yield* rowsOf(kept.orgId)
      const filled =
        "api_keys audit_entries audit_heads audit_person_keys integrations mail_outbox memberships offboarding_counts " +
        "offboardings outbox_events revocation_apps revocation_schedules roles sessions webhook_endpoints"
      assert.containsAllKeys(yield* rowsOf(doomed.orgId), filled.split(" "))

      yield* graceOver
      assert.deepStrictEqual(yield* run(doomed.orgId), { deleted: 1 })
      assert.deepStrictEqual(yield* rowsOf(doomed.orgId), {})
      assert.isFalse(yield* organisationExists(doomed.orgId))
      assert.isFalse(yield* userExists(doomed.member))
      assert.isTrue(yield* userExists(both))
      const files = yield* Files
      const gone = yield* Effect.flip(files.head(`documents/${doomed.orgId}/case/nda.pdf`))
      assert.strictEqual(gone._tag, "FileNotFound")

      assert.deepStrictEqual(yield* rowsOf(kept.orgId), before)
      assert.strictEqual((yield* files.head(`documents/${kept.orgId}/case/nda.pdf`)).size, 3)
      assert.deepStrictEqual(yield* run(doomed.orgId), { deleted: 0 })
    }
  )

  it.effect("sessions end and API keys stop", function* () {
    const { key, member, orgId } = yield* aDoomedOrganisation
    yield* graceOver
    const bearer = yield* aSession(member)
    const works = Effect.all([
      Effect.map(send("GET", "/api/organizations/me", { bearer }), ({ status }) => status),
      Effect.map(send("GET", "/api/v1/offboardings", { bearer: key }), ({ status }) => status)
    ])
    assert.deepStrictEqual(yield* works, [200, 200])
    yield* run(orgId)
    assert.deepStrictEqual(yield* works, [401, 401])
  })

  // deletion-5: An interrupted deletion admits no one, and the next run completes it.
  it.effect(
    "one that is cut off in the middle cannot be called off and lets nobody in; the next round ends it",
    function* () {
      const { member, orgId } = yield* aDoomedOrganisation
      const system = yield* SystemSql
      yield* graceOver
      // Somebody holds a case, so that the deletion waits in the middle of its steps.
      const held = yield* Deferred.make<void>()
      const release = yield* Deferred.make<void>()
      const holder = yield* asSystem((sql) =>
        sql`SELECT 1 FROM offboardings WHERE org_id = ${orgId} FOR UPDATE`.pipe(
          Effect.andThen(Deferred.succeed(held, undefined)),
          Effect.andThen(Deferred.await(release))
        )
      ).pipe(Effect.forkChild)
      yield* Deferred.await(held)
      const deleting = yield* Effect.forkChild(run(orgId))
      yield* Effect.repeat(
        system`
          SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()`,
        { until: (waiting) => waiting.length > 0 }
      )
      const interrupting = yield* Effect.forkChild(Fiber.interrupt(deleting))
      yield* Deferred.succeed(release, undefined)
      yield* Effect.andThen(Fiber.join(interrupting), Fiber.join(holder))

      assert.isTrue(yield* organisationExists(orgId))
      const left = yield* rowsOf(orgId)
      assert.doesNotHaveAnyKeys(left, ["sessions", "api_keys"])
      assert.containsAllKeys(left, ["memberships", "roles"])
      const bearer = yield* aSession(member)
      assert.strictEqual((yield* send("GET", "/api/organizations/me", { bearer })).status, 403)
      assert.strictEqual((yield* send("DELETE", "/api/organizations/me/deletion", { bearer })).status, 403)

      assert.deepStrictEqual(yield* run(orgId), { deleted: 1 })
      assert.deepStrictEqual(yield* rowsOf(orgId), {})
    }
  )

  it.effect("two nodes at once delete it once", function* () {
    const { orgId } = yield* aDoomedOrganisation
    yield* graceOver
    const rounds = yield* Effect.replicateEffect(run(orgId), 2, { concurrency: 2 })
    assert.deepStrictEqual(rounds.map(({ deleted }) => deleted).toSorted(), [0, 1])
    assert.deepStrictEqual(yield* rowsOf(orgId), {})
  })

  // deletion-6: The audit log stays append-only except for an organization that is being deleted.
  it.effect("the audit log stays append-only for every organisation that is not being deleted", function* () {
    const { orgId } = yield* aDoomedOrganisation
    const system = yield* SystemSql
    const refused = yield* Effect.flip(system`DELETE FROM audit_entries WHERE org_id = ${orgId}`)
    assert.include(JSON.stringify(refused.reason.cause, ["message"]) + String(refused.reason.cause), "append-only")
  })

  it.effect("every table with rows of organisations can be emptied, what refers to others before them", function* () {
    const tables = yield* tenantTables
    assert.deepStrictEqual(
      tables.filter(({ deletable }) => !deletable).map(({ name }) => name),
      []
    )
    const order = removalOrder(tables)
    assert.sameMembers(
      [...order, "memberships", "roles"],
      tables.map(({ name }) => name)
    )
    for (const [at, name] of order.entries()) {
      const parents = tables.find((table) => table.name === name)?.parents ?? []
      const before = order.slice(0, at)
      // What lets somebody in goes first, and takes along what hangs on it: a row or two each.
      const doors = ["api_keys", "sessions"]
      assert.isEmpty(before.filter((other) => parents.includes(other) && !doors.includes(other)))
    }
  })
})

describe("removalOrder", () => {
  it("children before parents, sessions and keys first, memberships and what they refer to last with the organisation", () => {
    const tables = [
      { name: "persons", parents: ["organisations"] },
      { name: "cases", parents: ["organisations", "persons", "cases"] },
      { name: "tasks", parents: ["cases"] },
      { name: "roles", parents: ["organisations"] },
      { name: "memberships", parents: ["organisations", "roles", "users"] },
      { name: "sessions", parents: ["organisations"] },
      { name: "left", parents: ["right"] },
      { name: "right", parents: ["left"] }
    ]
    assert.deepStrictEqual(removalOrder(tables), ["sessions", "tasks", "cases", "persons", "left", "right"])
  })
})
