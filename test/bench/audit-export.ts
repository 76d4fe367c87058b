import type { PgClient } from "@effect/sql-pg"
import { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Fiber, type Redacted, Schedule } from "effect"
import { createHash } from "node:crypto"
import { aMember, aSession } from "#test/support/people"
import { copyEntries, recordEntries, servicesOn } from "./audit-seed.ts"
import { freshDatabase } from "./database.ts"
import { cpuMicroseconds, residentMegabytes, type ServerProcess } from "./processes.ts"
import { atMost, information, ratio, whole } from "./report.ts"
import { figureOf, median } from "./rounds.ts"
import { orgIdAt, seed } from "./seed.ts"
import { startService } from "./service.ts"

/** Entries of each organisation; the first warms up, those of the last name nobody. */
const logs = [
  { entries: 2_000, sealed: true },
  { entries: 10_000, sealed: true },
  { entries: 50_000, sealed: true },
  { entries: 50_000, sealed: false }
] as const
const formats = ["csv", "json"] as const
const rounds = 3
/** Whom the sealed values of a log name. */
const people = 1_000

/** The log of an organisation; answers sessions of members who may export. */
const seedLog = (owner: PgClient.PgClient, url: Redacted.Redacted, org: string, log: (typeof logs)[number]) =>
  Effect.gen(function* () {
    const sessions = yield* Effect.forEach([1, 2], () =>
      Effect.flatMap(aMember(OrgId.make(org), "admin"), (member) => aSession(member))
    )
    yield* recordEntries(org, { people, sealed: log.sealed })
    yield* copyEntries(owner, org, log.entries - people)
    return sessions
  }).pipe(Effect.provide(servicesOn(url)))

/** P9, P10: the log as a file, against PostgreSQL's own CSV of the same rows. */
export const auditExport = Effect.fn("Bench.auditExport")(function* () {
  const { owner, url } = yield* freshDatabase("audit_export")
  yield* seed(owner, { cases: logs.map(() => 0), keys: 0, orgOfKey: () => 0 })
  const sessions = yield* Effect.forEach(logs, (log, index) => seedLog(owner, url, orgIdAt(index), log))
  yield* owner.unsafe("VACUUM ANALYZE")
  // Memory and time apart: with room V8 lets garbage lie, which says nothing of what is held, and without room it spends
  // half of the time on looking for it. The thread of the PDF has its own heap of 64 MB in both.
  const roomy = yield* startService({ name: "service-audit-export", databaseUrl: url })
  const tight = yield* startService({
    name: "service-audit-export-tight",
    databaseUrl: url,
    env: { JOBS: "off", NODE_OPTIONS: "--max-old-space-size=128 --max-semi-space-size=8" }
  })
  yield* Effect.sleep("5 seconds")

  const measure = Effect.fnUntraced(function* (
    { pid, port }: ServerProcess,
    index: number,
    session: number,
    format: string
  ) {
    const before = yield* residentMegabytes(pid)
    let peak = before
    const watch = yield* residentMegabytes(pid).pipe(
      Effect.map((now) => {
        peak = Math.max(peak, now)
      }),
      Effect.repeat(Schedule.spaced("20 millis")),
      Effect.forkChild
    )
    const worked = yield* cpuMicroseconds(pid)
    const started = performance.now()
    const bytes = yield* Effect.promise(async () => {
      const response = await fetch(
        `http://127.0.0.1:${port}/api/audit-log/export?format=${format}&to=2100-01-01&action=offboarding_updated`,
        {
          headers: { authorization: `Bearer ${sessions[index]?.[session]}` }
        }
      )
      if (response.status !== 200 || response.body === null)
        throw new Error(`${response.status} ${await response.text()}`)
      const hash = createHash("sha256")
      let size = 0
      for await (const chunk of response.body) {
        hash.update(chunk)
        size += chunk.length
      }
      if (hash.digest("hex") !== response.headers.get("x-content-sha256")) throw new Error("Another hash")
      return size
    })
    const seconds = (performance.now() - started) / 1000
    yield* Fiber.interrupt(watch)
    const cpu = ((yield* cpuMicroseconds(pid)) - worked) / 1e6
    return { seconds, cpu, megabytes: bytes / 1e6, peak: peak - before }
  })

  const copy = Effect.fnUntraced(function* (index: number) {
    const started = performance.now()
    yield* owner.unsafe(`
      COPY (
        SELECT e.seq, e.id, e.created_at, e.actor_id, e.action, e.target, e.details, e.content_hash, e.prev_hash,
          e.entry_hash, u.full_name
        FROM audit_entries e LEFT JOIN users u ON u.id = e.actor_id
        WHERE e.org_id = '${orgIdAt(index)}' AND e.action = 'offboarding_updated' ORDER BY e.seq
      ) TO PROGRAM 'cat > /dev/null' WITH (FORMAT csv)`)
    return (performance.now() - started) / 1000
  })

  for (const service of [roomy, tight]) {
    for (const format of formats) yield* measure(service, 0, 0, format)
  }
  const ten = { csv: yield* measure(tight, 1, 0, "csv"), json: yield* measure(tight, 1, 0, "json") }
  const fifty = { csv: yield* measure(tight, 2, 0, "csv"), json: yield* measure(tight, 2, 0, "json") }
  const pdf = yield* measure(tight, 2, 0, "pdf")
  const pairs = yield* Effect.forEach(Array.from({ length: rounds }), () =>
    Effect.gen(function* () {
      const plain = yield* copy(2)
      const csv = yield* measure(roomy, 2, 1, "csv")
      const json = yield* measure(roomy, 2, 1, "json")
      const open = { csv: yield* measure(roomy, 3, 0, "csv"), json: yield* measure(roomy, 3, 0, "json") }
      return { plain, sealed: { csv, json }, open }
    })
  )
  const lines = (format: "csv" | "json", which: "sealed" | "open") => {
    const runs = pairs.map((pair) => ({ ...pair[which][format], plain: pair.plain }))
    const over = figureOf(runs.map(({ plain, seconds }) => seconds / plain))
    const overCpu = median(runs.map(({ cpu, plain }) => cpu / plain))
    const figures =
      ` (${ratio(median(runs.map(({ seconds }) => seconds)))} s with ${ratio(median(runs.map(({ cpu }) => cpu)))} s of CPU,` +
      ` ${ratio(overCpu)} times; ${ratio(runs[0]?.megabytes ?? 0)} MB; COPY ${ratio(median(runs.map(({ plain }) => plain)))} s)`
    const values = which === "sealed" ? "two sealed values each" : "no sealed value"
    return atMost(
      "P9",
      `audit export of 50,000 entries, ${values}, as ${format}, over COPY`,
      over,
      which === "sealed" ? 4 : 2,
      figures
    )
  }
  return [
    ...formats.flatMap((format) => [
      lines(format, "sealed"),
      lines(format, "open"),
      atMost("P9", `… peak memory of ${format} over rest, MB`, fifty[format].peak, 40),
      atMost("P9", "… beyond that of 10,000, MB", fifty[format].peak - ten[format].peak, 10)
    ]),
    atMost("P10", "PDF of 50,000 entries in a 64 MB heap, peak memory over rest, MB", pdf.peak, 120),
    information(
      "P10",
      "… time and size",
      `${ratio(pdf.seconds)} s with ${ratio(pdf.cpu)} s of CPU, ${whole(pdf.megabytes)} MB`
    )
  ]
})
