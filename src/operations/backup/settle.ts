import type { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Schema, Stream } from "effect"
import { AuditVerification } from "#audit/verification/service"
import type { CopySession } from "#platform/database/copy-session"
import { Files } from "#platform/files/files"
import { isIdle, Jobs } from "#platform/jobs/jobs"
import { refuse, whileTrying } from "./failed.ts"
import { chainHeads, markReady } from "./load-repo.ts"
import { judge } from "./rules.ts"

/** Folder of the erasure ledger in a storage (proof-10). */
const ledgerFolder = "audit-erasures"

interface LedgerPlace {
  readonly files: Files["Service"]
  readonly prefix: string
}

/** Copies what one ledger has and the other has not; answers how much. Nothing is replaced, and nothing removed. */
const copyLedger = Effect.fn("Backup.copyLedger")(function* (from: LedgerPlace, to: LedgerPlace) {
  const failed = whileTrying("The erasure ledger cannot be read")
  const listed = ({ files, prefix }: LedgerPlace) =>
    Effect.map(Effect.mapError(files.list(`${prefix}${ledgerFolder}`), failed), (keys) =>
      keys.map((key) => key.slice(prefix.length))
    )
  const known = new Set(yield* listed(to))
  const missing = (yield* listed(from)).filter((key) => !known.has(key))
  for (const key of missing) {
    const content = Buffer.concat(
      yield* Effect.mapError(Stream.runCollect(from.files.get(`${from.prefix}${key}`)), failed)
    )
    yield* Effect.mapError(
      to.files.put(`${to.prefix}${key}`, content, { contentType: "application/json" }),
      whileTrying("The erasure ledger cannot be stored")
    )
  }
  return missing.length
})

/** Brings the erasures that another storage knows of into this one; the replay then does them again. */
export const bringLedger = (from: LedgerPlace) =>
  Effect.flatMap(Files, (files) => copyLedger(from, { files, prefix: "" }))

/** Keeps the ledger in a second place, for the day on which database and storage are lost together. */
export const keepLedger = (to: LedgerPlace) => Effect.flatMap(Files, (files) => copyLedger({ files, prefix: "" }, to))

const verifyChains = Effect.fn("Backup.verifyChains")(function* (heads: ReadonlyMap<OrgId, bigint>) {
  const verification = yield* AuditVerification
  const judged = yield* Effect.forEach(heads, ([orgId, head]) =>
    Effect.map(
      Effect.mapError(verification.verify(orgId), () => refuse(`The organization ${orgId} does not exist`)),
      (report) => ({ orgId, checked: report.checked, verdict: judge(report, head) })
    )
  )
  const of = (verdict: "ok" | "behind" | "broken") => judged.filter((one) => one.verdict === verdict)
  return {
    entries: judged.reduce((sum, { checked }) => sum + checked, 0),
    ok: of("ok").length,
    behind: of("behind").length,
    broken: of("broken").map(({ orgId }) => orgId)
  }
})

const Settled = Schema.Struct({
  erased_again: Schema.Int,
  /** Events that were not dispatched yet: their effects will be in the queues. */
  events: Schema.Int,
  chains: Schema.Struct({ entries: Schema.Int, ok: Schema.Int, behind: Schema.Int })
})

/**
 * Between an old database and its service: repeats every erasure, queues what the snapshot caught in flight, and
 * verifies every chain against the anchors outside. After that the service may start.
 */
export const settle = Effect.fn("Backup.settle")(function* (session: CopySession) {
  const jobs = yield* Jobs
  const run = (name: string) =>
    Effect.mapError(jobs.run(name, undefined), ({ name: unknown }) => refuse(`No ${unknown}`))
  const heads = yield* chainHeads(session)

  const { erased_again: again = 0, unreadable = 0 } = yield* run("audit-erasure-replay")
  if (unreadable > 0) {
    return yield* refuse(
      `${unreadable} erasures from the ledger could not be repeated; the log above says why. The service does ` +
        "not start before that: fix it and run the same command again"
    )
  }
  let events = 0
  for (let figures = yield* run("outbox"); !isIdle(figures); figures = yield* run("outbox")) {
    events += figures["dispatched"] ?? 0
  }
  const { broken, ...chains } = yield* verifyChains(heads)
  if (broken.length > 0) {
    return yield* refuse(
      `The audit chains of ${broken.length} organizations do not verify: ${broken.slice(0, 5).join(", ")}. The ` +
        "service does not start before that: use an older backup, or check them with `npm run verify`"
    )
  }
  yield* markReady(session, yield* DateTime.now)
  return Settled.make({ erased_again: again, events, chains })
})
