import { createHmac } from "node:crypto"
import http from "node:http"
import { opponentPackage } from "./opponents.ts"

/**
 * What every opponent does for a job: it signs and posts the same bodies over kept connections, 16 per endpoint, with the
 * client that the queues' own users take.
 */

export interface Task {
  readonly url: string
  readonly content: string
}

interface Answer {
  readonly statusCode: number
  readonly body: { dump(): Promise<void> }
}

const {
  Agent,
  request
}: {
  readonly Agent: new (options: object) => object
  readonly request: (url: string, options: object) => Promise<Answer>
} = opponentPackage("undici")

const urls = (process.env["SINK_URLS"] ?? "").split(" ")
const secret = process.env["SECRET"] ?? ""
const dispatcher = new Agent({ connections: 16, keepAliveTimeout: 60_000, connect: { ca: process.env["TLS_CERT"] } })

export const deliver = async (id: string, task: Task) => {
  const body = `{"event":"offboarding.created","timestamp":"${new Date().toISOString()}",${task.content.slice(1)}`
  const { body: answer, statusCode } = await request(task.url, {
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

/** `/enqueue?count=…` gives the queue that many tasks in one statement. */
export const serve = (enqueue: (tasks: ReadonlyArray<Task>) => Promise<unknown>) =>
  http
    .createServer(async (incoming, response) => {
      const count = Number(new URL(incoming.url ?? "/", "http://localhost").searchParams.get("count"))
      const content = process.env["CONTENT"] ?? ""
      if (count > 0) {
        await enqueue(Array.from({ length: count }, (_, index) => ({ url: urls[index % urls.length] ?? "", content })))
      }
      response.writeHead(200).end()
    })
    .listen(Number(process.env["PORT"]), "127.0.0.1")
