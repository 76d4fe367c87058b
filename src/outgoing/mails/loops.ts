import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { Mails } from "./service.ts"
import { mailOutbox } from "./topic.ts"

export const MailsLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const mails = yield* Mails
    yield* jobs.define({
      name: "mail-outbox",
      role: "deliveries",
      trigger: { _tag: "Work", topic: mailOutbox, poll: "10 seconds" },
      run: ({ orgId }) => mails.sendDue(orgId)
    })
    yield* jobs.define({
      name: "mail-purge",
      trigger: { _tag: "Cron", cron: "40 3 * * *" },
      run: () => Effect.map(mails.purge, (purged) => ({ purged }))
    })
  })
)
