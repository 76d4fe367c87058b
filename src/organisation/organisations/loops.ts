import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { OrganisationDeletion } from "./deletion.ts"

/** Every hour: organizations whose deletion is due. */
export const OrganisationsLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const deletion = yield* OrganisationDeletion
    yield* jobs.define({
      name: "org-deletion",
      trigger: { _tag: "Cron", cron: "40 * * * *" },
      run: ({ orgId }) => deletion.deleteDue(orgId)
    })
  })
)
