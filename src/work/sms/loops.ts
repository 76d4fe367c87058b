import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { SmsSending } from "./sending.ts"
import { smsMessages } from "./topic.ts"

export const SmsLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const sending = yield* SmsSending
    yield* jobs.define({
      name: "sms-messages",
      role: "deliveries",
      trigger: { _tag: "Work", topic: smsMessages, poll: "10 seconds" },
      run: ({ orgId }) => sending.sendDue(orgId)
    })
  })
)
