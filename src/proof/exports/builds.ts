import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Cause, Context, Data, DateTime, type Duration, Effect, Layer, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Mails } from "#outgoing/mails/service"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { systemCaller } from "#access/system-caller"
import { ExportArchive, type WrittenArchive } from "./archive.ts"
import { type ClaimedExport, ExportBuildsRepo, type Holder } from "./builds-repo.ts"
import { expiresAfterDays, mostClaims, retrySeconds } from "./rules.ts"

/** A test makes them short. */
const BuildLimits = Context.Reference("svc/exports/BuildLimits", {
  defaultValue: (): {
    /** Without a sign of its worker for so long, another takes the export over and begins anew. */
    readonly lease: Duration.Input
    readonly heartbeat: Duration.Input
    /** Exports that one process builds at a time. */
    readonly atOnce: number
  } => ({ lease: "20 seconds", heartbeat: "5 seconds", atOnce: 2 })
})

/** Another worker has the export, or it is gone with its organisation: what this one wrote must not count. */
class LeaseLost extends Data.TaggedError("LeaseLost")<{}> {}

const failureSentence = "The export could not be built. Request a new one; if that fails too, contact support"

interface BuildFigures {
  readonly ready: number
  /** Tries that failed and are made again. */
  readonly put_off: number
  readonly failed: number
}

/** Builds the exports that were requested, each under a lease, so that it outlives the process that began it. */
export class ExportBuilds extends Context.Service<
  ExportBuilds,
  {
    /** Builds what is due until nothing is; answers what became of it. */
    buildDue(orgId: OrgId | undefined): Effect.Effect<BuildFigures>
  }
>()("svc/exports/ExportBuilds") {
  static readonly layerNoDeps = Layer.effect(
    ExportBuilds,
    Effect.gen(function* () {
      const db = yield* Db
      const repo = yield* ExportBuildsRepo
      const archive = yield* ExportArchive
      const audit = yield* Audit
      const mails = yield* Mails
      const randomness = yield* Randomness
      const { baseUrl } = yield* AppConfig

      const tellRequester = Effect.fnUntraced(function* (
        { created_at, org_id, requested_by }: ClaimedExport,
        mail: { readonly subject: string; readonly says: string; readonly next: string }
      ) {
        if (requested_by === null) return
        const address = yield* repo.addressOf(org_id, requested_by)
        if (Option.isNone(address)) return
        yield* mails.queue({
          orgId: org_id,
          to: address.value,
          subject: mail.subject,
          paragraphs: [
            `The export that you requested on ${DateTime.formatIsoDateUtc(created_at)} ${mail.says}`,
            mail.next
          ],
          action: { label: "Open exports", url: `${baseUrl}/settings/export` }
        })
      })

      const settleReady = Effect.fnUntraced(function* (
        build: ClaimedExport,
        holder: Holder,
        { counts, sha256, size }: WrittenArchive
      ) {
        const completedAt = yield* DateTime.now
        const expiresAt = DateTime.add(completedAt, { days: expiresAfterDays })
        if (!(yield* repo.ready(holder, { size, sha256, counts, completedAt, expiresAt })))
          return yield* new LeaseLost()
        yield* repo.leaveFiles(holder.orgId, holder.id, "all but the last")
        yield* audit.record({
          action: "org_export_ready",
          target: auditText`Organisation export`,
          details: auditText`id: ${build.id}, size: ${size}, sha256: ${sha256}, files: ${counts.files}, file errors: ${counts.file_errors}`
        })
        yield* tellRequester(build, {
          subject: "Your organisation export is ready",
          says: "is ready.",
          next: `You can download it until ${DateTime.formatIsoDateUtc(expiresAt)}; then it is deleted.`
        })
        return "ready" as const
      }, db.transact)

      /** Where not even the failure can be recorded, it ends all the same: it must not be built for ever. */
      const endUnrecorded = Effect.fnUntraced(function* (holder: Holder, defect: unknown) {
        yield* Effect.logError(`the failure of export ${holder.id} could not be recorded`, defect)
        if (!(yield* repo.fail(holder, failureSentence, yield* DateTime.now))) return yield* new LeaseLost()
        yield* repo.leaveFiles(holder.orgId, holder.id, "all")
        return "failed" as const
      }, db.transact)

      const settleFailed = Effect.fnUntraced(function* (build: ClaimedExport, holder: Holder) {
        const now = yield* DateTime.now
        const seconds = build.claims >= mostClaims ? undefined : retrySeconds[build.attempts]
        if (seconds !== undefined) {
          if (!(yield* repo.putOff(holder, DateTime.add(now, { seconds })))) return yield* new LeaseLost()
          return "put_off" as const
        }
        if (!(yield* repo.fail(holder, failureSentence, now))) return yield* new LeaseLost()
        yield* repo.leaveFiles(holder.orgId, holder.id, "all")
        yield* audit.record({
          action: "org_export_failed",
          target: auditText`Organisation export`,
          details: auditText`id: ${build.id}, tries: ${build.attempts + 1}`
        })
        yield* tellRequester(build, {
          subject: "Your organisation export has failed",
          says: "could not be built.",
          next: "Please request a new one. If that fails too, contact support."
        })
        return "failed" as const
      }, db.transact)

      const failOrPutOff = (build: ClaimedExport, holder: Holder) =>
        Effect.catchDefect(settleFailed(build, holder), (defect) => endUnrecorded(holder, defect))

      const heartbeat = Effect.fnUntraced(function* (holder: Holder) {
        const limits = yield* BuildLimits
        const beat = Effect.gen(function* () {
          yield* Effect.sleep(limits.heartbeat)
          const until = DateTime.addDuration(yield* DateTime.now, limits.lease)
          if (!(yield* repo.renew(holder, until))) return yield* new LeaseLost()
        }).pipe(Effect.catchDefect((defect) => Effect.logWarning("the lease of an export was not renewed", defect)))
        return yield* Effect.forever(beat)
      })

      const writeAndSettle = Effect.fnUntraced(function* (build: ClaimedExport, holder: Holder) {
        const written = yield* archive.write({ orgId: build.org_id, exportId: build.id }, build.storage_key)
        return yield* settleReady(build, holder, written)
      })

      const carryOut = Effect.fn("ExportBuilds.carryOut")(function* (build: ClaimedExport, holder: Holder) {
        // The processes of the claims before were taken along by something; another try would be no different.
        if (build.claims > mostClaims) return yield* failOrPutOff(build, holder)
        return yield* Effect.raceFirst(writeAndSettle(build, holder), heartbeat(holder)).pipe(
          Effect.catchCause((cause) => {
            const lost = Option.filter(Cause.findErrorOption(cause), (failure) => failure._tag === "LeaseLost")
            if (Option.isSome(lost)) return Effect.fail(lost.value)
            if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
            return Effect.andThen(
              Effect.logError(`export ${build.id} could not be built`, cause),
              failOrPutOff(build, holder)
            )
          })
        )
      })

      const build = (claimed: ClaimedExport, holder: Holder) =>
        carryOut(claimed, holder).pipe(
          Effect.onInterrupt(() => repo.release(holder)),
          Effect.catchTag("LeaseLost", () =>
            Effect.andThen(
              Effect.logWarning(`export ${claimed.id} went to another worker`),
              Effect.as(repo.leaveFile(claimed.storage_key), undefined)
            )
          ),
          Effect.provideService(Caller, systemCaller(claimed.org_id))
        )

      const buildDue = Effect.fn("ExportBuilds.buildDue")(function* (orgId: OrgId | undefined) {
        const limits = yield* BuildLimits
        const figures = { ready: 0, put_off: 0, failed: 0 }
        const work = Effect.gen(function* () {
          while (true) {
            const now = yield* DateTime.now
            const worker = yield* randomness.uuid
            const leasedUntil = DateTime.addDuration(now, limits.lease)
            const claimed = yield* repo.claim({ orgId, worker, now, leasedUntil })
            if (Option.isNone(claimed)) return
            const end = yield* build(claimed.value, { orgId: claimed.value.org_id, id: claimed.value.id, worker })
            if (end !== undefined) figures[end] += 1
          }
        })
        yield* Effect.all(
          Array.from({ length: limits.atOnce }, () => work),
          { concurrency: "unbounded", discard: true }
        )
        return { ...figures }
      })

      return ExportBuilds.of({ buildDue })
    })
  )
}
