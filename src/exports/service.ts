import {
  ExportDownloadRefused,
  ExportInProgress,
  ExportNotFound,
  ExportStorageFull,
  ExportStorageMissing,
  ExportUnavailable
} from "@svc/contract/exports/errors"
import type { ExportDownload, OrganisationExport, OrganisationExports as Listing } from "@svc/contract/exports/schema"
import { Caller, holdsEveryCase } from "@svc/contract/kernel/access"
import { PermissionDenied } from "@svc/contract/kernel/errors"
import { ExportId } from "@svc/contract/kernel/ids"
import { Context, Data, DateTime, Duration, Effect, Option } from "effect"
import { Audit, refusedUnrecorded } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { overtakenOn, retryOvertaken } from "#platform/database/overtaken"
import { Files } from "#platform/files/files"
import { Randomness } from "#platform/crypto/random"
import { Wakeups } from "#platform/jobs/wakeups"
import { layerOf } from "#platform/services/layer-of"
import { ExportsRepo } from "./repo.ts"
import {
  downloadName,
  expiresAfterDays,
  linkSeconds,
  listed,
  requestsPerDay,
  secondsUntilNext,
  shownAt,
  statusAt,
  unavailable
} from "./rules.ts"
import { orgExports } from "./topic.ts"

/** The user has requested as many as a day allows. */
class ExportLimitReached extends Data.TaggedError("ExportLimitReached")<{
  readonly retryAfterSeconds: number
}> {}

/** Exports of an organization's data, requested by its administrators (organisation-exports-1). */
export class OrganisationExports extends Context.Service<
  OrganisationExports,
  {
    /** Queues an export of the caller's organization; a refused request does not count toward the limit. */
    readonly request: Effect.Effect<
      OrganisationExport,
      PermissionDenied | ExportInProgress | ExportStorageMissing | ExportStorageFull | ExportLimitReached,
      Caller
    >
    readonly list: Effect.Effect<Listing, never, Caller>
    /** Records the download, then makes the link; without the entry there is no link (proof-25). */
    download(
      id: ExportId
    ): Effect.Effect<
      typeof ExportDownload.Type,
      PermissionDenied | ExportNotFound | ExportUnavailable | ExportDownloadRefused,
      Caller
    >
  }
>()("svc/exports/OrganisationExports") {
  static readonly layerNoDeps = layerOf(OrganisationExports, function* () {
    const db = yield* Db
    const repo = yield* ExportsRepo
    const audit = yield* Audit
    const files = yield* Files
    const wakeups = yield* Wakeups
    const randomness = yield* Randomness

    const seesEverything = Effect.flatMap(Caller, ({ records }) =>
      holdsEveryCase(records)
        ? Effect.void
        : Effect.fail(
            new PermissionDenied({
              error: "An export holds all records, but you see only some of them. Ask a Super Admin"
            })
          )
    )

    const requestOnce = Effect.gen(function* () {
      const { orgId, userId } = yield* Caller
      // Concurrent requests of one user, in any organizations, are counted one after the other.
      if (userId !== null) yield* repo.lockRequester(userId)
      const now = yield* DateTime.now
      const open = yield* repo.findOpen(orgId)
      if (Option.isSome(open)) return yield* new ExportInProgress({ export: shownAt(open.value, now) })
      if (userId !== null) {
        const recent = yield* repo.requestsSince(userId, DateTime.subtract(now, { days: 1 }), requestsPerDay)
        const retryAfterSeconds = secondsUntilNext(recent, now)
        if (retryAfterSeconds > 0) return yield* new ExportLimitReached({ retryAfterSeconds })
      }
      const id = ExportId.make(yield* randomness.uuid)
      yield* repo.insert({ orgId, id, requestedBy: userId, createdAt: now })
      yield* audit.record({
        action: "org_export_requested",
        target: auditText`Organization export`,
        details: auditText`id: ${id}`
      })
      yield* wakeups.signal(orgExports)
      const stored = yield* Effect.orDie(Effect.flatMap(repo.find({ orgId, id }), Effect.fromOption))
      return shownAt(stored, now)
    })

    const request = Effect.gen(function* () {
      yield* seesEverything
      if (!files.isConfigured) return yield* new ExportStorageMissing()
      yield* files.requireRoom.pipe(
        Effect.tapError((failure) => Effect.logError("no storage space for a data export", failure)),
        Effect.mapError(() => new ExportStorageFull())
      )
      // A retry sees the other request; if that one is finished already, there is room.
      return yield* retryOvertaken(db.transactUnless(requestOnce, overtakenOn(new Set(["organisation_exports_open"]))))
    }).pipe(Effect.withSpan("OrganisationExports.request"))

    const list = Effect.gen(function* () {
      const { orgId } = yield* Caller
      const now = yield* DateTime.now
      const rows = yield* repo.newest(orgId, listed)
      return {
        exports: rows.map((row) => shownAt(row, now)),
        storage_configured: files.isConfigured,
        expires_after_days: expiresAfterDays
      }
    }).pipe(db.transact, Effect.withSpan("OrganisationExports.list"))

    const recordDownload = Effect.fnUntraced(function* (id: ExportId) {
      const { orgId } = yield* Caller
      const found = yield* repo.find({ orgId, id })
      if (Option.isNone(found)) return yield* new ExportNotFound()
      const refusal = unavailable(statusAt(found.value, yield* DateTime.now))
      if (refusal !== undefined) return yield* new ExportUnavailable(refusal)
      yield* audit.record({
        action: "org_export_downloaded",
        target: auditText`Organization export`,
        details: auditText`id: ${id}, link valid for ${linkSeconds} seconds`
      })
      return found.value
    }, db.transact)

    const download = Effect.fn("OrganisationExports.download")(function* (id: ExportId) {
      yield* seesEverything
      const stored = yield* recordDownload(id).pipe(
        refusedUnrecorded("data export download", () => new ExportDownloadRefused())
      )
      const url = yield* files
        .signedUrl(stored.storage_key, {
          expiresIn: Duration.seconds(linkSeconds),
          filename: downloadName(stored.created_at)
        })
        .pipe(
          Effect.tapError((failure) => Effect.logError("data export link failed", failure)),
          Effect.mapError(() => new ExportDownloadRefused())
        )
      return { url, expires_in: linkSeconds }
    })

    return OrganisationExports.of({ request, list, download })
  })
}
