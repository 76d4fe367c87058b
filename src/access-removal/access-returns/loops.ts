import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { AccessReturnWork } from "./returning.ts"
import { accessReturns } from "./topic.ts"

export const AccessReturnsLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const work = yield* AccessReturnWork
    yield* jobs.define({
      name: "access-returns",
      role: "revocations",
      trigger: { _tag: "Work", topic: accessReturns, poll: "30 seconds" },
      run: ({ orgId }) => work.giveBackDue(orgId)
    })
  })
)
