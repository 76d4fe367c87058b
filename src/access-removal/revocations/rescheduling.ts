import { Caller } from "@svc/contract/kernel/access"
import { DateTime, Effect } from "effect"
import { Wakeups } from "#platform/jobs/wakeups"
import { endOfDay } from "#records/case-clocks"
import { type LastDay, ReschedulingRepo } from "./rescheduling-repo.ts"
import { rescheduling, type RevocationSettings } from "./rules.ts"
import { revocationRuns } from "./topic.ts"

/** The verb `Revocations.reschedule`. */
export const makeReschedule = Effect.gen(function* () {
  const repo = yield* ReschedulingRepo
  const wakeups = yield* Wakeups

  // Computed here by the rule for new cases, once per day and zone, and written in one statement: PostgreSQL reads a
  // repeated midnight as the second one, and has its own zone database.
  const planned = (days: ReadonlyArray<LastDay>, zone: string) =>
    days.map((day) => ({ ...day, due_ms: endOfDay(day.exit_date, day.timezone ?? zone).epochMilliseconds }))

  return Effect.fn("Revocations.reschedule")(function* (before: RevocationSettings, after: RevocationSettings) {
    const { orgId } = yield* Caller
    switch (rescheduling(before, after)) {
      case "none":
        return 0
      case "clear":
        return yield* repo.clear(orgId)
      case "move": {
        const moved = yield* repo.move(orgId, planned(yield* repo.scheduledDays(orgId), after.timezone))
        // What is due by its new moment is not to wait for the poll.
        yield* wakeups.signal(revocationRuns)
        return moved
      }
      case "schedule": {
        const days = planned(yield* repo.openDays(orgId), after.timezone)
        return yield* repo.scheduleAhead(orgId, days, yield* DateTime.now)
      }
    }
  })
})
