import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { DueReminders } from "./due-reminders.ts"
import { SlaBreaches } from "./sla-breaches.ts"

/** Tasks whose deadline has passed, and those that are due today: each organization has its own morning. */
export const ChecklistsLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const breaches = yield* SlaBreaches
    const reminders = yield* DueReminders
    yield* jobs.define({
      name: "sla-breaches",
      trigger: { _tag: "Cron", cron: "*/5 * * * *" },
      run: ({ orgId }) => Effect.map(breaches.markPassed(orgId), (breached) => ({ breached }))
    })
    yield* jobs.define({
      name: "task-due",
      trigger: { _tag: "Cron", cron: "*/15 * * * *" },
      run: ({ orgId }) => Effect.map(reminders.remind(orgId), (reminded) => ({ reminded }))
    })
  })
)
