import { assert, layer } from "#test/support/suite"
import { Effect, Fiber, FileSystem, Latch, Stream } from "effect"
import { hash } from "node:crypto"
import { OrganisationExports } from "#exports/service"
import { Files } from "#platform/files/files"
import { leasesRunOut } from "#test/support/leases"
import { aServiceProcess } from "#test/support/service-process"
import { sentMailsIn } from "#test/support/mails"
import { LiveServices } from "#test/support/TestApp"
import { until } from "#test/support/until"
import { filesOfZip } from "#test/support/zip"
import { anAdmin, asCaller, type Member } from "#test/support/people"
import { asOwner, asSystem, systemSql } from "#test/support/tables"

const tasks = 20_000

/** A case with so many tasks that its export is written in many pieces. */
const aLongExport = Effect.gen(function* () {
  const member = yield* anAdmin()
  yield* asSystem((sql) =>
    Effect.gen(function* () {
      const [key] = yield* sql<{ id: string }>`
        INSERT INTO audit_person_keys (org_id, id, created_at) VALUES (${member.orgId}, gen_random_uuid(), now()) RETURNING id`
      const [offboarding] = yield* sql<{ id: string }>`
        INSERT INTO offboardings (org_id, id, employee_name, exit_date, status, separation_type, source, person_key_id,
          created_at, updated_at)
        VALUES (${member.orgId}, gen_random_uuid(), 'Ada', '2030-01-31', 'pending', 'other', 'api', ${key?.id}, now(), now())
        RETURNING id`
      yield* sql`
        INSERT INTO checklist_items (org_id, id, offboarding_id, task, created_at)
        SELECT ${member.orgId}, gen_random_uuid(), ${offboarding?.id}, 'Task ' || n, now() FROM generate_series(1, ${tasks}::int) AS n`
    })
  )
  const { id } = yield* asCaller(member)(Effect.flatMap(OrganisationExports, ({ request }) => request))
  return { member, id }
})

const rowOf = Effect.fnUntraced(function* (member: Member) {
  const [row] = yield* systemSql<{
    id: string
    status: string
    claims: number
    sha256: string | null
    size: number | null
  }>`
      SELECT id, status, claims, sha256, size_bytes::float8 AS size FROM organisation_exports WHERE org_id = ${member.orgId}`
  return row
})

layer(LiveServices, { excludeTestServices: true })("an export survives the process", (it) => {
  it.effect(
    "kill -9 in the middle: another builds it from the start, nothing half is ever there, it is ready once, with one mail",
    function* () {
      const fs = yield* FileSystem.FileSystem
      const root = yield* fs.makeTempDirectoryScoped({ prefix: "svc-exports-" })
      const environment = { DATA_DIR: `${root}/data`, STORAGE_URL: `file:${root}/files` }
      const { id, member } = yield* aLongExport
      const folder = `${root}/files/org-exports/${member.orgId}`
      const files = Effect.map(
        Effect.orElseSucceed(fs.readDirectory(folder), () => []),
        (names) => names.toSorted()
      )

      // The table is read after the tasks: whoever builds stands still half-way until it is free again.
      const [held, killed] = [yield* Latch.make(), yield* Latch.make()]
      const holding = yield* Effect.forkChild(
        asOwner((sql) =>
          sql`LOCK TABLE portal_links IN ACCESS EXCLUSIVE MODE`.pipe(
            Effect.andThen(held.open),
            Effect.andThen(killed.await)
          )
        )
      )
      yield* held.await
      const first = yield* aServiceProcess(environment)
      // Half of it is on the disk under a name that is nobody's.
      const half = yield* until(
        Effect.gen(function* () {
          const [name, ...others] = yield* files
          assert.lengthOf(others, 0)
          if (name === undefined) return undefined
          const { size } = yield* fs.stat(`${folder}/${name}`)
          return Number(size) > 100_000 ? name : undefined
        })
      )
      yield* first.stop("SIGKILL")
      yield* Effect.andThen(killed.open, Fiber.join(holding))
      yield* leasesRunOut("organisation_exports")
      assert.match(half, new RegExp(`^${id}-1\\.zip~[\\w-]+$`))
      assert.deepInclude(yield* rowOf(member), { status: "running", claims: 1, size: null })

      const second = yield* aServiceProcess(environment)
      const ready = yield* until(Effect.map(rowOf(member), (row) => (row?.status === "ready" ? row : undefined)))
      assert.deepInclude(ready, { id, claims: 2 })
      const stored = Files.layerWith({
        storage: { _tag: "Folder", path: `${root}/files` },
        baseUrl: "http://svc.test"
      })
      const bytes = yield* Effect.flatMap(Files, (store) =>
        Stream.runCollect(store.get(`org-exports/${member.orgId}/${id}-2.zip`))
      ).pipe(Effect.provide(stored))
      const zip = Buffer.concat(bytes)
      assert.deepStrictEqual([zip.length, hash("sha256", zip)], [ready.size, ready.sha256])
      const content = yield* filesOfZip(zip)
      const items: unknown = JSON.parse(content.get("checklist_items.json")?.toString() ?? "null")
      assert.isTrue(Array.isArray(items) && items.length === tasks)

      yield* until(
        Effect.map(sentMailsIn(`${root}/data/mail`, "export is ready"), (mails) =>
          mails.length > 0 ? mails : undefined
        )
      )
      yield* second.stop("SIGTERM")
      assert.lengthOf(yield* sentMailsIn(`${root}/data/mail`, "export is ready"), 1)
    }
  )
})
