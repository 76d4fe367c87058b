import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option } from "effect"
import { makeBuildExpiry } from "#platform/builds/build-expiry"
import { makeLeasedBuilds } from "#platform/builds/leased-builds"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Mails, type MailTexts } from "#outgoing/mails/service"
import { AppConfig } from "#platform/config/config"
import { layerOf } from "#platform/services/layer-of"
import { leaverTestFailed, leaverTestReady } from "./mails.ts"
import { LeaverTestArchive } from "./archive.ts"
import { type ClaimedTest, LeaverTestBuildsRepo } from "./builds-repo.ts"
import { expiresAfterDays } from "./rules.ts"

/** Makes the leaver tests that were requested, and deletes the ZIPs whose time is up. */
export class LeaverTestBuilds extends Context.Service<
  LeaverTestBuilds,
  {
    /** Builds everything due; returns the outcomes. */
    buildDue(
      orgId: OrgId | undefined
    ): Effect.Effect<{ readonly ready: number; readonly put_off: number; readonly failed: number }>
    /** Returns how many tests expired and how many files were deleted; failed deletions are retried. */
    expireDue(orgId: OrgId | undefined): Effect.Effect<{ readonly expired: number; readonly deleted: number }>
  }
>()("svc/leaver-test/LeaverTestBuilds") {
  static readonly layerNoDeps = layerOf(LeaverTestBuilds, function* () {
    const repo = yield* LeaverTestBuildsRepo
    const archive = yield* LeaverTestArchive
    const audit = yield* Audit
    const mails = yield* Mails
    const { baseUrl } = yield* AppConfig

    const tellRequester = Effect.fnUntraced(function* (
      test: ClaimedTest,
      textsOf: (test: ClaimedTest, url: string) => MailTexts
    ) {
      const { id, org_id, requested_by } = test
      if (requested_by === null) return
      const address = yield* repo.addressOf(org_id, requested_by)
      if (Option.isNone(address)) return
      const texts = textsOf(test, `${baseUrl}/reports/leaver-test/${id}`)
      yield* mails.queueTranslated({ orgId: org_id, to: address.value, texts })
    })

    const buildDue = yield* makeLeasedBuilds({
      what: "leaver test",
      queue: repo,
      write: (test: ClaimedTest, holder) => archive.write(test, (progress) => repo.progress(holder, progress)),
      ready: Effect.fnUntraced(function* (test, holder, { result, sha256, size, subjects }) {
        const completedAt = yield* DateTime.now
        const expiresAt = DateTime.add(completedAt, { days: expiresAfterDays })
        if (!(yield* repo.ready(holder, { size, sha256, result, subjects, completedAt, expiresAt }))) return false
        const { exceptions, tested } = result.statistics.leavers
        yield* audit.record({
          action: "leaver_test_ready",
          target: auditText`Leaver access test`,
          details: auditText`id: ${test.id}, size: ${size}, sha256: ${sha256}, leavers: ${result.sample.population_rows}, tested: ${tested}, exceptions: ${exceptions}`
        })
        yield* tellRequester(test, ({ parameters }, url) => leaverTestReady(parameters, expiresAt, url))
        return true
      }),
      failure: "The leaver test could not be made. Request a new one; if that fails too, contact support",
      failed: Effect.fnUntraced(function* (test) {
        yield* audit.record({
          action: "leaver_test_failed",
          target: auditText`Leaver access test`,
          details: auditText`id: ${test.id}, tries: ${test.attempts + 1}`
        })
        yield* tellRequester(test, ({ parameters }, url) => leaverTestFailed(parameters, url))
      })
    })

    const expireDue = yield* makeBuildExpiry({
      what: "leaver test",
      queue: repo,
      record: (id) =>
        audit.record({
          action: "leaver_test_expired",
          target: auditText`Leaver access test`,
          details: auditText`id: ${id}`
        })
    })
    return LeaverTestBuilds.of({ buildDue, expireDue })
  })
}
