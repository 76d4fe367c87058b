import { JobNotFound, JobsRpcs } from "@svc/contract/jobs/rpc"
import { Effect, Option } from "effect"
import { heldBecause, JobHold } from "./hold.ts"
import { Jobs } from "./jobs.ts"

export const JobsRpcHandlers = JobsRpcs.toLayer(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const hold = yield* JobHold
    /** What would be sent by it may have been sent before the database was restored. */
    const unlessHeld = Effect.flatMap(
      hold.current,
      Option.match({
        onNone: () => Effect.void,
        onSome: (held) => Effect.fail(new JobNotFound({ error: `Jobs cannot be run: ${heldBecause(held)}` }))
      })
    )
    return JobsRpcs.of({
      "jobs.list": () => jobs.list,
      "jobs.run": ({ name, orgId }) =>
        Effect.andThen(unlessHeld, jobs.run(name, orgId)).pipe(
          Effect.map((result) => ({ name, result })),
          Effect.catchTag("JobUnknown", () =>
            Effect.flatMap(jobs.list, (known) =>
              Effect.fail(
                new JobNotFound({ error: `Unknown job ${name}. Known: ${known.map((job) => job.name).join(", ")}` })
              )
            )
          )
        )
    })
  })
)
