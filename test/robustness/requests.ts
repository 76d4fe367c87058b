import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { Agent, request } from "node:http"

export interface Answer {
  readonly status: number
  readonly text: string
  /** Undefined when the answer is no JSON. */
  readonly body: unknown
}

interface Hostile {
  readonly method: string
  /** As it is to stand in the request line, escapes included. */
  readonly path: string
  readonly bearer?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

const agent = new Agent({ keepAlive: true })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const exchange = (port: number, { bearer, body, headers, method, path }: Hostile) =>
  new Promise<Answer>((resolve, reject) => {
    const sent = request(
      {
        agent,
        host: "127.0.0.1",
        port,
        method,
        path,
        headers: {
          ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
          ...(body === undefined
            ? {}
            : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
          ...headers
        }
      },
      (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("error", reject)
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString()
          resolve({
            status: response.statusCode ?? 0,
            text,
            body: parsed(text)
          })
        })
      }
    )
    sent.on("error", reject)
    sent.end(body)
  })

/** Sends it to the suite's server byte for byte: no client in between tidies the path or the body. */
export const sendHostile = Effect.fnUntraced(function* (hostile: Hostile) {
  const { address } = yield* HttpServer.HttpServer
  if (address._tag === "UnixPathAddress") return yield* Effect.die("The suite's server listens on a port")
  return yield* Effect.promise(() => exchange(address.port, hostile))
})
