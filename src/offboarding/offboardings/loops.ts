import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { ContractExpiry } from "./contract-expiry.ts"
import { OffboardingRetention } from "./retention.ts"
import { retentionCron } from "./rules.ts"
import { StageAutomation } from "./stage-automation.ts"

/** Background changes of cases. */
export const OffboardingsLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const retention = yield* OffboardingRetention
    const expiry = yield* ContractExpiry
    const automation = yield* StageAutomation
    yield* jobs.define({
      name: "offboarding-retention",
      trigger: { _tag: "Cron", cron: retentionCron },
      run: ({ orgId }) => retention.deleteDue(orgId)
    })
    yield* jobs.define({
      name: "contract-expiry",
      trigger: { _tag: "Cron", cron: "45 3 * * *" },
      run: ({ orgId }) => expiry.createDue(orgId)
    })
    yield* jobs.define({
      name: "stage-automation",
      trigger: { _tag: "Cron", cron: "*/5 * * * *" },
      run: ({ orgId }) => automation.moveDue(orgId)
    })
  })
)
