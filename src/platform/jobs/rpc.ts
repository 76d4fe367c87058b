import { JobNotFound, JobsRpcs } from "@svc/contract/jobs/rpc"
import { Effect } from "effect"
import { Jobs } from "./jobs.ts"

export const JobsRpcHandlers = JobsRpcs.toLayer(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    return JobsRpcs.of({
      "jobs.list": () => jobs.list,
      "jobs.run": ({ name, orgId }) =>
        jobs.run(name, orgId).pipe(
          Effect.map((result) => ({ name, result })),
          Effect.catchTag("JobUnknown", () =>
            Effect.flatMap(jobs.list, (known) =>
              Effect.fail(
                new JobNotFound({ error: `There is no job ${name}. Known: ${known.map((job) => job.name).join(", ")}` })
              )
            )
          )
        )
    })
  })
)
