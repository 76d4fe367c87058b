import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { ArchiveExpiry } from "./expiry.ts"
import { NightlyArchives } from "./nightly.ts"
import { AuditRetention } from "./retention.ts"

/** Every night: archives first, then what is old enough goes. */
export const AuditArchivesLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const nightly = yield* NightlyArchives
    const retention = yield* AuditRetention
    const expiry = yield* ArchiveExpiry
    yield* jobs.define({
      name: "audit-archive-nightly",
      trigger: { _tag: "Cron", cron: "15 1 * * *" },
      run: ({ orgId }) => nightly.archiveAll(orgId)
    })
    yield* jobs.define({
      name: "audit-retention",
      trigger: { _tag: "Cron", cron: "15 2 * * *" },
      run: ({ orgId }) => retention.purgeDue(orgId)
    })
    yield* jobs.define({
      name: "archive-expiry",
      trigger: { _tag: "Cron", cron: "15 3 * * *" },
      run: ({ orgId }) => expiry.expireDue(orgId)
    })
  })
)
