import { assert, layer } from "#test/support/suite"
import { RequestLeaverTest } from "@svc/contract/leaver-test/schema"
import { Effect, Fiber, FileSystem, Latch, Schema, Stream } from "effect"
import { hash } from "node:crypto"
import { verify } from "@svc/verify/verify"
import { Files } from "#platform/files/files"
import { LeaverTests } from "#evidence/leaver-test/service"
import { leasesRunOut } from "#test/support/leases"
import { aServiceProcess } from "#test/support/service-process"
import { sentMailsIn } from "#test/support/mails"
import { LiveServices } from "#test/support/TestApp"
import { anAdmin, asCaller, type Member } from "#test/support/people"
import { asOwner, systemSql } from "#test/support/tables"
import { until } from "#test/support/until"
import { failuresOf, input } from "#test/verify/writing"

const asked = Schema.decodeUnknownSync(RequestLeaverTest)({ from: "2026-01-01", to: "2026-12-31" })

/** A member with so many leavers that their test is written in several pages. */
const aYear = Effect.gen(function* () {
  const member = yield* anAdmin()
  yield* systemSql`
      WITH key AS (
        INSERT INTO audit_person_keys (org_id, id, created_at) VALUES (${member.orgId}, gen_random_uuid(), now()) RETURNING id)
      INSERT INTO offboardings (org_id, id, employee_name, exit_date, status, separation_type, source, person_key_id,
        created_at, updated_at)
      SELECT ${member.orgId}, gen_random_uuid(), 'Leaver ' || n, '2026-05-31', 'completed', 'other', 'api', key.id,
        '2026-05-01', '2026-05-01'
      FROM key, generate_series(1, 300) AS n`
  const { id } = yield* asCaller(member)(Effect.flatMap(LeaverTests, (tests) => tests.request(asked)))
  return { member, id }
})

const rowOf = Effect.fnUntraced(function* (member: Member) {
  const [row] = yield* systemSql<{
    status: string
    claims: number
    sha256: string | null
    step: string | null
    result: unknown
  }>`
      SELECT status, claims, sha256, progress ->> 'step' AS step, result FROM leaver_tests WHERE org_id = ${member.orgId}`
  return row
})

/** Where the worker is held: a table that it reads or writes at that point, which somebody else has locked. */
const points = [
  // Read with every page of leavers.
  { name: "while the population is read", table: "revocation_apps" },
  // The anchor after the entry that fixes the population.
  { name: "after the population is fixed, before the anchor", table: "audit_anchors" },
  // Written when the ZIP is stored already.
  { name: "after the ZIP is stored, before it is ready", table: "leaver_test_leftovers" }
] as const

layer(LiveServices, { excludeTestServices: true })("a leaver test survives the process", (it) => {
  // leaver-test-6
  it.effect.each(points)("kill -9 $name: another makes it, it is ready once, with one mail", function* ({ table }) {
    const fs = yield* FileSystem.FileSystem
    const root = yield* fs.makeTempDirectoryScoped({ prefix: "svc-leaver-tests-" })
    const environment = { DATA_DIR: `${root}/data`, STORAGE_URL: `file:${root}/files` }
    const { id, member } = yield* aYear

    const [held, killed] = [yield* Latch.make(), yield* Latch.make()]
    const holding = yield* Effect.forkChild(
      asOwner((sql) =>
        sql`LOCK TABLE ${sql(table)} IN ACCESS EXCLUSIVE MODE`.pipe(
          Effect.andThen(held.open),
          Effect.andThen(killed.await)
        )
      )
    )
    yield* held.await
    const first = yield* aServiceProcess(environment)
    yield* until(
      asOwner(
        (sql) => sql<{ n: number }>`
            SELECT count(*)::int AS n FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
            WHERE c.relname = ${table} AND NOT l.granted`
      ).pipe(Effect.map(([row]) => ((row?.n ?? 0) > 0 ? true : undefined)))
    )
    // What waits may be another job's: this test is held when it is claimed and goes no further.
    yield* until(Effect.map(rowOf(member), (row) => (row?.status === "running" ? true : undefined)))
    yield* first.stop("SIGKILL")
    yield* Effect.andThen(killed.open, Fiber.join(holding))
    yield* leasesRunOut("leaver_tests")
    assert.deepInclude(yield* rowOf(member), { status: "running", claims: 1, sha256: null })

    const [second, third] = [yield* aServiceProcess(environment), yield* aServiceProcess(environment)]
    const ready = yield* until(Effect.map(rowOf(member), (row) => (row?.status === "ready" ? row : undefined)))
    assert.strictEqual(ready.claims, 2)
    const stored = Files.layerWith({
      storage: { _tag: "Folder", path: `${root}/files` },
      baseUrl: "http://svc.test"
    })
    const zip = yield* Effect.flatMap(Files, (store) =>
      Stream.runCollect(store.get(`leaver-tests/${member.orgId}/${id}-2.zip`))
    ).pipe(Effect.provide(stored), Effect.map(Buffer.concat))
    assert.strictEqual(hash("sha256", zip), ready.sha256)
    const report = yield* Effect.promise(() => verify([input("leaver-test.zip", zip)]))
    assert.deepStrictEqual(failuresOf(report), [])
    yield* until(
      Effect.map(sentMailsIn(`${root}/data/mail`, "leaver access test is ready"), (mails) =>
        mails.length > 0 ? mails : undefined
      )
    )
    yield* second.stop("SIGTERM")
    yield* third.stop("SIGTERM")
    assert.lengthOf(yield* sentMailsIn(`${root}/data/mail`, "leaver access test is ready"), 1)
    const entries = yield* systemSql`
          SELECT FROM audit_entries WHERE org_id = ${member.orgId} AND action IN ('leaver_test_ready', 'leaver_test_failed')`
    assert.lengthOf(entries, 1)
  })
})
