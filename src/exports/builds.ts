import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option } from "effect"
import { makeBuildExpiry } from "#platform/builds/build-expiry"
import { makeLeasedBuilds } from "#platform/builds/leased-builds"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Mails, type MailTexts } from "#outgoing/mails/service"
import { AppConfig } from "#platform/config/config"
import { layerOf } from "#platform/services/layer-of"
import { exportFailed, exportReady } from "./mails.ts"
import { ExportArchive } from "./archive.ts"
import { type ClaimedExport, ExportBuildsRepo } from "./builds-repo.ts"
import { expiresAfterDays } from "./rules.ts"

/** Builds requested exports, and deletes them 7 days after they were ready (organisation-exports-14). */
export class ExportBuilds extends Context.Service<
  ExportBuilds,
  {
    /** Builds everything due; returns the outcomes. */
    buildDue(
      orgId: OrgId | undefined
    ): Effect.Effect<{ readonly ready: number; readonly put_off: number; readonly failed: number }>
    /** Returns how many exports expired and how many files were deleted; failed deletions are retried. */
    expireDue(orgId: OrgId | undefined): Effect.Effect<{ readonly expired: number; readonly deleted: number }>
  }
>()("svc/exports/ExportBuilds") {
  static readonly layerNoDeps = layerOf(ExportBuilds, function* () {
    const repo = yield* ExportBuildsRepo
    const archive = yield* ExportArchive
    const audit = yield* Audit
    const mails = yield* Mails
    const { baseUrl } = yield* AppConfig

    const tellRequester = Effect.fnUntraced(function* (
      { created_at, org_id, requested_by }: ClaimedExport,
      textsOf: (asked: DateTime.Utc, url: string) => MailTexts
    ) {
      if (requested_by === null) return
      const address = yield* repo.addressOf(org_id, requested_by)
      if (Option.isNone(address)) return
      const texts = textsOf(created_at, `${baseUrl}/settings/export`)
      yield* mails.queueTranslated({ orgId: org_id, to: address.value, texts })
    })

    const buildDue = yield* makeLeasedBuilds({
      what: "export",
      queue: repo,
      write: (build: ClaimedExport) => archive.write({ orgId: build.org_id, exportId: build.id }, build.storage_key),
      ready: Effect.fnUntraced(function* (build, holder, { counts, sha256, size }) {
        const completedAt = yield* DateTime.now
        const expiresAt = DateTime.add(completedAt, { days: expiresAfterDays })
        if (!(yield* repo.ready(holder, { size, sha256, counts, completedAt, expiresAt }))) return false
        yield* audit.record({
          action: "org_export_ready",
          target: auditText`Organization export`,
          details: auditText`id: ${build.id}, size: ${size}, sha256: ${sha256}, files: ${counts.files}, file errors: ${counts.file_errors}`
        })
        yield* tellRequester(build, (asked, url) => exportReady(asked, expiresAt, url))
        return true
      }),
      failure: "The export could not be built. Request a new one. If that fails too, contact support",
      failed: Effect.fnUntraced(function* (build) {
        yield* audit.record({
          action: "org_export_failed",
          target: auditText`Organization export`,
          details: auditText`id: ${build.id}, tries: ${build.attempts + 1}`
        })
        yield* tellRequester(build, exportFailed)
      })
    })

    const expireDue = yield* makeBuildExpiry({
      what: "export",
      queue: repo,
      record: (id) =>
        audit.record({
          action: "org_export_expired",
          target: auditText`Organization export`,
          details: auditText`id: ${id}`
        })
    })
    return ExportBuilds.of({ buildDue, expireDue })
  })
}
