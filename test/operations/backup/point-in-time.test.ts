import { assert, layer } from "#test/support/suite"
import { NodeServices } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { Clock, Context, DateTime, Effect, FileSystem, Layer, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { TestClock } from "effect/testing"
import path from "node:path"
import { WithoutFace } from "#App"
import { settleRecovered } from "#operations/backup/recovered"
import { ErasureLedger } from "#erasure/ledger"
import { databaseLayer } from "#platform/database/connections"
import { migrate } from "#platform/database/migrations"
import { EmbeddedPostgres } from "#platform/embedded-postgres/server"
import { databaseUser, run } from "#platform/process/unprivileged-user"
import { DatabaseAddress } from "#test/support/database"
import { testAppOver } from "#test/support/TestApp"
import { as, withStatus } from "#test/support/requests"
import { until } from "#test/support/until"
import { aLeaver, anOffboarding } from "#test/erasure/support"
import { inDatabase } from "./support.ts"

const liveClock = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())

/** A server that archives its WAL, and where. */
class Archiving extends Context.Service<
  Archiving,
  { readonly folder: string; readonly dataDir: string; readonly server: Redacted.Redacted }
>()("test/Archiving") {}

const fast = { fsync: "off", full_page_writes: "on", max_connections: "40" }

/** A folder that the database's user may write to. */
const folderOf = Effect.fnUntraced(function* (place: string) {
  const fs = yield* FileSystem.FileSystem
  const user = yield* databaseUser
  yield* fs.makeDirectory(place, { recursive: true })
  if (user !== undefined) yield* fs.chown(place, user.uid, user.gid)
})

/** The same for a file among the database's own. */
const fileOf = Effect.fnUntraced(function* (place: string, content: string) {
  const fs = yield* FileSystem.FileSystem
  const user = yield* databaseUser
  yield* fs.writeFileString(place, content, { mode: 0o600 })
  if (user !== undefined) yield* fs.chown(place, user.uid, user.gid)
})

const at = (server: Redacted.Redacted, database: string) => {
  const url = new URL(Redacted.value(server))
  url.pathname = `/${database}`
  return Redacted.make(url.href)
}

/** The service's database on a server of its own, whose WAL goes into a folder. */
const ArchivedDatabase = Layer.unwrap(
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const folder = yield* fs.makeTempDirectoryScoped({ prefix: "svc-archive-" })
    yield* fs.chmod(folder, 0o755)
    const archive = path.join(folder, "archive")
    const dataDir = path.join(folder, "data")
    yield* folderOf(archive)
    yield* fs.makeDirectory(dataDir, { mode: 0o711 })
    const { url: server } = yield* EmbeddedPostgres.start({
      dataDir,
      settings: {
        ...fast,
        archive_mode: "on",
        archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`
      }
    })
    const admin = yield* PgClient.makeClient({ url: server })
    yield* admin.unsafe("CREATE DATABASE offboarding")
    const url = at(server, "offboarding")
    yield* migrate({ url })
    return Layer.mergeAll(
      databaseLayer({ url, maxConnections: 6 }),
      Layer.succeed(DatabaseAddress, url),
      Layer.succeed(Archiving, { folder, dataDir, server })
    )
  }).pipe(liveClock, Effect.provide([Reactivity.layer, NodeServices.layer]))
)

/** Copies the files of the running server between PostgreSQL's two calls, as `docs/operate/backup.md` says. */
const baseBackup = Effect.fnUntraced(function* (target: string) {
  const { dataDir, server } = yield* Archiving
  const fs = yield* FileSystem.FileSystem
  const user = yield* databaseUser
  const [where] = yield* inDatabase(server, (sql) => sql<{ readonly data_directory: string }>`SHOW data_directory`)
  yield* fs.makeDirectory(path.join(target, "keys"), { recursive: true, mode: 0o711 })
  yield* fs.chmod(target, 0o711)
  yield* fs.copy(path.join(dataDir, "keys"), path.join(target, "keys"), { overwrite: true })
  const data = path.join(target, "postgres", "data")
  yield* folderOf(path.join(target, "postgres"))
  yield* inDatabase(server, (sql) =>
    Effect.gen(function* () {
      yield* sql`SELECT pg_backup_start('base', true)`
      const copied = yield* run("/bin/cp", ["-r", where?.data_directory ?? "", data], { as: user })
      assert.strictEqual(copied.code, 0, copied.output)
      const [label] = yield* sql<{ readonly labelfile: string }>`SELECT labelfile FROM pg_backup_stop(false)`
      yield* fileOf(path.join(data, "backup_label"), label?.labelfile ?? "")
    })
  )
  yield* fs.remove(path.join(data, "postmaster.pid"), { force: true })
  return data
})

layer(testAppOver(ArchivedDatabase).pipe(Layer.provideMerge(NodeServices.layer)), { timeout: "120 seconds" })(
  "recovery to a point in time",
  (it) => {
    // backup-10: A database that PostgreSQL recovered to a point in time is settled in the same way.
    it.effect(
      "the database is as it was then, and settled: erased again, verified, and held",
      function* () {
        const { folder, server } = yield* Archiving
        const fs = yield* FileSystem.FileSystem
        const { member, person } = yield* aLeaver
        const recovered = path.join(folder, "recovered")
        const data = yield* TestClock.withLive(baseBackup(recovered))
        yield* anOffboarding(member, { employee_name: "Before Then", employee_email: "before@acme.test" })
        const [then] = yield* inDatabase(
          server,
          (sql) => sql<{ readonly moment: string }>`SELECT clock_timestamp()::text AS moment`
        )

        yield* withStatus(200, as(member).post(`/api/org-employees/${person.id}/erase`))
        yield* ErasureLedger.use((ledger) => ledger.write(member.orgId))
        yield* anOffboarding(member, { employee_name: "After Then", employee_email: "after@acme.test" })
        const [wal] = yield* inDatabase(
          server,
          (sql) => sql<{ readonly file: string }>`SELECT pg_walfile_name(pg_switch_wal()) AS file`
        )
        yield* TestClock.withLive(
          until(
            Effect.map(fs.exists(path.join(folder, "archive", wal?.file ?? "")), (there) => (there ? true : undefined))
          )
        )

        yield* fileOf(path.join(data, "recovery.signal"), "")
        const again = yield* TestClock.withLive(
          EmbeddedPostgres.start({
            dataDir: recovered,
            settings: {
              ...fast,
              restore_command: `cp ${folder}/archive/%f %p`,
              recovery_target_time: then?.moment ?? "",
              recovery_target_action: "promote"
            }
          })
        )
        const url = at(again.url, "offboarding")
        // It takes reads before it is promoted.
        yield* TestClock.withLive(
          until(
            Effect.map(
              inDatabase(url, (sql) => sql<{ readonly standby: boolean }>`SELECT pg_is_in_recovery() AS standby`),
              ([row]) => (row?.standby === false ? true : undefined)
            )
          )
        )
        const names = yield* inDatabase(
          url,
          (sql) => sql<{ readonly name: string }>`SELECT employee_name AS name FROM offboardings ORDER BY 1`
        )
        assert.deepStrictEqual(
          names.map(({ name }) => name),
          ["Ada Lovelace", "Before Then"]
        )

        const settled = yield* TestClock.withLive(
          settleRecovered({
            database: { url },
            app: WithoutFace,
            dataOf: DateTime.makeUnsafe(then?.moment ?? ""),
            ledger: { _tag: "InStorage" }
          })
        )
        assert.deepInclude(settled, { erased_again: 1 })
        assert.deepInclude(settled.chains, { ok: 1, behind: 0 })
        const held = yield* inDatabase(
          url,
          (sql) => sql`SELECT origin FROM platform_holds WHERE ready_at IS NOT NULL AND released_at IS NULL`
        )
        assert.deepStrictEqual(held, [{ origin: "recovery" }])
      },
      180_000
    )

    // backup-10
    it.effect("is not settled while a service is connected, which would send what was sent before", function* () {
      const { message } = yield* Effect.flip(
        TestClock.withLive(
          settleRecovered({
            database: { url: yield* DatabaseAddress },
            app: WithoutFace,
            dataOf: yield* DateTime.now,
            ledger: { _tag: "InStorage" }
          })
        )
      )
      assert.match(message, /service sessions are connected/)
    })
  }
)
