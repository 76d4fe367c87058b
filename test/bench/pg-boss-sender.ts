import { deliver, serve, type Task } from "./opponent-post.ts"
import { opponentPackage } from "./opponents.ts"

/** pg-boss at its best setting: full batches are followed by the next without waiting. */

interface Job {
  readonly id: string
  readonly data: Task
}

interface Boss {
  on(event: "error", listener: (error: Error) => void): void
  start(): Promise<unknown>
  createQueue(name: string, options: object): Promise<void>
  insert(name: string, jobs: ReadonlyArray<object>): Promise<unknown>
  work(name: string, options: object, handler: (jobs: ReadonlyArray<Job>) => Promise<void>): Promise<string>
}

const { PgBoss }: { readonly PgBoss: new (options: object) => Boss } = opponentPackage("pg-boss")

const queue = "deliveries"
const boss = new PgBoss({ connectionString: process.env["DATABASE_URL"], max: 10 })
boss.on("error", (error) => process.stderr.write(`${error.message}\n`))
await boss.start()
await boss.createQueue(queue, { retryLimit: 6, retryDelay: 60 })
await boss.work(
  queue,
  { batchSize: 100, localConcurrency: 4, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true },
  async (jobs) => void (await Promise.all(jobs.map(({ data, id }) => deliver(id, data))))
)
serve((tasks) =>
  boss.insert(
    queue,
    tasks.map((data) => ({ data }))
  )
)
