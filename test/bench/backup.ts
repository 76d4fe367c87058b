import { PgClient } from "@effect/sql-pg"
import { Effect, Fiber, FileSystem, Redacted, Ref, Schema } from "effect"
import { Reactivity } from "effect/reactivity"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { childEnvironment } from "#test/support/child-environment"
import { BenchServer, freshDatabase } from "./database.ts"
import { BenchFailed } from "./opponents.ts"
import { residentMegabytes } from "./processes.ts"
import { seedReports } from "./reports-seed.ts"
import { information, ratio, whole } from "./report.ts"
import { masterKeyText, orgIdAt } from "./seed.ts"
import { seedChain } from "./verify-seed.ts"

/** Audit entries and cases; each case has nine tasks. `BENCH_ENTRIES` for a quick try. */
const most = Number(process.env["BENCH_ENTRIES"] ?? 1_000_000)
const sizes = [most / 10, most].map((entries) => ({ entries, cases: entries / 10 }))

const Created = Schema.fromJsonString(
  Schema.Struct({ address: Schema.String, rows: Schema.Int, bytes: Schema.Int, stored_bytes: Schema.Int })
)

/** An operator's command in a process of its own: what it printed, how long it took, how much memory it had at most. */
const admin = Effect.fnUntraced(function* (
  words: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>
) {
  const started = performance.now()
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "scripts/admin.ts", "backup", ...words, "--json"],
    { stdio: ["ignore", "pipe", "pipe"], env: { ...childEnvironment, ...environment } }
  )
  let said = ""
  let complained = ""
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => (complained += chunk.toString()))
  const peak = yield* Ref.make(0)
  const watch = yield* Effect.forkChild(
    Effect.gen(function* () {
      const now = yield* Effect.orElseSucceed(residentMegabytes(child.pid ?? 0), () => 0)
      yield* Ref.update(peak, (highest) => (now > highest ? now : highest))
      yield* Effect.sleep("20 millis")
    }).pipe(Effect.forever)
  )
  yield* Effect.promise(() => once(child, "close"))
  yield* Fiber.interrupt(watch)
  if (child.exitCode !== 0) return yield* new BenchFailed({ message: `admin backup ${words[0]}: ${complained}` })
  return { said, seconds: (performance.now() - started) / 1000, megabytes: yield* Ref.get(peak) }
})

const measure = Effect.fn("Bench.backup.measure")(
  function* (size: (typeof sizes)[number]) {
    const { owner, url } = yield* freshDatabase("backup")
    yield* seedReports(owner, size.cases)
    yield* seedChain(owner, orgIdAt(0), size.entries)
    const [held] = yield* owner<{ readonly megabytes: number }>`
    SELECT pg_database_size(current_database()) / 1e6::float8 AS megabytes`

    const fs = yield* FileSystem.FileSystem
    const folder = yield* fs.makeTempDirectoryScoped({ prefix: "svc-bench-backup-" })
    const { url: server } = yield* BenchServer
    const target = new URL(Redacted.value(server))
    target.pathname = "/svc_bench_restored"
    const hand = yield* PgClient.makeClient({ url: server })
    yield* hand.unsafe("DROP DATABASE IF EXISTS svc_bench_restored WITH (FORCE)")
    yield* Effect.acquireRelease(hand.unsafe("CREATE DATABASE svc_bench_restored"), () =>
      Effect.orDie(hand.unsafe("DROP DATABASE IF EXISTS svc_bench_restored WITH (FORCE)"))
    )
    const around = {
      BACKUP_KEY: masterKeyText,
      MASTER_KEY: masterKeyText,
      DATA_DIR: `${folder}/data`,
      DATABASE_URL: Redacted.value(url)
    }
    const created = yield* admin(["create", "--to", `${folder}/backups`], around)
    const made = yield* Effect.orDie(Schema.decodeEffect(Created)(created.said))
    const verified = yield* admin(["verify", "--from", made.address], around)
    const restored = yield* admin(["restore", "--from", made.address, "--ledger", "lost"], {
      ...around,
      DATABASE_URL: target.href
    })
    return { ...size, held: held?.megabytes ?? 0, made, created, verified, restored }
  },
  Effect.scoped,
  Effect.provide(Reactivity.layer)
)

/** How long a backup, its verification and its restore take, how large it is, and that their memory does not grow with it. */
export const backup = Effect.fn("Bench.backup")(function* () {
  const measured = yield* Effect.forEach(sizes, measure)
  return measured.flatMap(({ cases, created, entries, held, made, restored, verified }) => [
    information(
      "backup",
      `${whole(entries)} audit entries, ${whole(cases)} cases, ${whole(made.rows)} rows: database, COPY, backup, MB`,
      `${whole(held)}, ${whole(made.bytes / 1e6)}, ${whole(made.stored_bytes / 1e6)}`
    ),
    information(
      "backup",
      "… seconds to create, verify, restore with every chain verified",
      [created, verified, restored].map(({ seconds }) => ratio(seconds)).join(", ")
    ),
    information(
      "backup",
      "… most memory of each, MB",
      [created, verified, restored].map(({ megabytes }) => whole(megabytes)).join(", ")
    )
  ])
})
