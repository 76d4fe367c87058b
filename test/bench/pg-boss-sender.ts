import { createHmac } from "node:crypto"
import http from "node:http"
import { opponentPackage } from "./opponents.ts"

/**
 * The opponent: pg-boss at its best setting (full batches are followed by the next without waiting), which signs and
 * posts the same bodies over kept connections, as many per endpoint. `/enqueue?count=…` gives it work in one statement.
 */

interface Job {
  readonly id: string
  readonly data: { readonly url: string; readonly content: string }
}

interface Boss {
  on(event: "error", listener: (error: Error) => void): void
  start(): Promise<unknown>
  createQueue(name: string, options: object): Promise<void>
  insert(name: string, jobs: ReadonlyArray<object>): Promise<unknown>
  work(name: string, options: object, handler: (jobs: ReadonlyArray<Job>) => Promise<void>): Promise<string>
}

interface Answer {
  readonly statusCode: number
  readonly body: { dump(): Promise<void> }
}

const { PgBoss }: { readonly PgBoss: new (options: object) => Boss } = opponentPackage("pg-boss")
const {
  Agent,
  request
}: {
  readonly Agent: new (options: object) => object
  readonly request: (url: string, options: object) => Promise<Answer>
} = opponentPackage("undici")

const queue = "deliveries"
const urls = (process.env["SINK_URLS"] ?? "").split(" ")
const secret = process.env["SECRET"] ?? ""
const dispatcher = new Agent({ connections: 16, keepAliveTimeout: 60_000, connect: { ca: process.env["TLS_CERT"] } })

const deliver = async ({ data, id }: Job) => {
  const body = `{"event":"offboarding.created","timestamp":"${new Date().toISOString()}",${data.content.slice(1)}`
  const { body: answer, statusCode } = await request(data.url, {
    method: "POST",
    dispatcher,
    headers: {
      "content-type": "application/json",
      "x-svc-signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
      "x-svc-event": "offboarding.created",
      "x-svc-delivery": id
    },
    body
  })
  await answer.dump()
  if (statusCode >= 300) throw new Error(`The sink answered ${statusCode}`)
}

const boss = new PgBoss({ connectionString: process.env["DATABASE_URL"], max: 10 })
boss.on("error", (error) => process.stderr.write(`${error.message}\n`))
await boss.start()
await boss.createQueue(queue, { retryLimit: 6, retryDelay: 60 })
await boss.work(
  queue,
  { batchSize: 100, localConcurrency: 4, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true },
  async (jobs) => void (await Promise.all(jobs.map(deliver)))
)

const enqueue = (count: number) =>
  boss.insert(
    queue,
    Array.from({ length: count }, (_, index) => ({
      data: { url: urls[index % urls.length], content: process.env["CONTENT"] }
    }))
  )

http
  .createServer(async (incoming, response) => {
    const count = new URL(incoming.url ?? "/", "http://localhost").searchParams.get("count")
    if (count !== null) await enqueue(Number(count))
    response.writeHead(200).end()
  })
  .listen(Number(process.env["PORT"]), "127.0.0.1")
