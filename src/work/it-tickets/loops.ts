import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { TicketCalls } from "./ticket-calls.ts"
import { itTicketCalls } from "./topic.ts"

export const ItTicketsLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const calls = yield* TicketCalls
    yield* jobs.define({
      name: "it-ticket-calls",
      trigger: { _tag: "Work", topic: itTicketCalls, poll: "10 seconds" },
      run: ({ orgId }) => calls.workDue(orgId)
    })
    yield* jobs.define({
      name: "it-ticket-poll",
      trigger: { _tag: "Cron", cron: "25 * * * *" },
      run: ({ orgId }) => calls.lookAtOpen(orgId)
    })
  })
)
