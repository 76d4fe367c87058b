import { deliver, serve, type Task } from "./opponent-post.ts"
import { opponentPackage } from "./opponents.ts"

/** graphile-worker at its best setting: jobs are fetched and completed in batches. */

interface Job {
  readonly id: string
}

interface Utils {
  readonly addJobs: (jobs: ReadonlyArray<object>) => Promise<unknown>
}

const {
  Logger,
  makeWorkerUtils,
  run
}: {
  readonly Logger: new (factory: () => () => void) => object
  readonly makeWorkerUtils: (options: object) => Promise<Utils>
  readonly run: (options: object) => Promise<unknown>
} = opponentPackage("graphile-worker")

const connectionString = process.env["DATABASE_URL"]
const utils = await makeWorkerUtils({ connectionString })
await run({
  connectionString,
  noHandleSignals: true,
  // One line per job would be measured too.
  logger: new Logger(() => () => undefined),
  taskList: { deliver: (task: Task, { job }: { readonly job: Job }) => deliver(job.id, task) },
  preset: {
    worker: {
      concurrentJobs: Number(process.env["GW_JOBS"] ?? 160),
      maxPoolSize: 10,
      localQueue: { size: Number(process.env["GW_QUEUE"] ?? 500), refetchDelay: { durationMs: 10 } },
      completeJobBatchDelay: Number(process.env["GW_DELAY"] ?? 0),
      failJobBatchDelay: 0
    }
  }
})
serve((tasks) => utils.addJobs(tasks.map((payload) => ({ identifier: "deliver", payload, maxAttempts: 7 }))))
