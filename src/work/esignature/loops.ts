import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { SignatureProgress } from "./progress.ts"
import { signatureRequests } from "./topic.ts"

export const ESignatureLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const progress = yield* SignatureProgress
    yield* jobs.define({
      name: "esignature-requests",
      trigger: { _tag: "Work", topic: signatureRequests, poll: "10 seconds" },
      run: ({ orgId }) => progress.workDue(orgId)
    })
  })
)
