import { bytesOf, headerOf, isObject, mediaTypeOf } from "./collected.ts"
import type { LabAnswer, LabRequest, VendorDefinition } from "./vendor.ts"

interface DatadogLog {
  readonly ddsource: string | undefined
  readonly service: string | undefined
  readonly message: string
}

export interface DatadogState {
  readonly apiKey: string
  readonly logs: Array<DatadogLog>
  /** Taken with 202 and then let fall, for what they tell is too long ago. */
  readonly tooOld: Array<DatadogLog>
  /** Milliseconds since 1970; the machine's clock when undefined. */
  now: number | undefined
}

const maxBytes = 5_000_000
const maxLogBytes = 1_000_000
const maxLogs = 1_000
const maxAge = 18 * 3_600_000

const titles: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  413: "Request Entity Too Large",
  415: "Unsupported Media Type",
  429: "Too Many Requests"
}

const refusing = (status: number, detail?: string): LabAnswer => ({
  status,
  body: { errors: [{ status: String(status), title: titles[status], ...(detail === undefined ? {} : { detail }) }] }
})

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined)

/** A single log over 1 MB is taken and cut. */
const cut = (message: string) => Buffer.from(message, "utf8").subarray(0, maxLogBytes).toString("utf8")

const readLog = (given: unknown): DatadogLog | undefined => {
  if (!isObject(given) || typeof given["message"] !== "string" || given["message"] === "") return undefined
  return { ddsource: textOf(given["ddsource"]), service: textOf(given["service"]), message: cut(given["message"]) }
}

/** The time that a JSON log states. */
const timeIn = ({ message }: DatadogLog) => {
  try {
    const read: unknown = JSON.parse(message)
    return isObject(read) ? Date.parse(String(read["timestamp"])) : Number.NaN
  } catch {
    return Number.NaN
  }
}

const take = (request: LabRequest, state: DatadogState): LabAnswer => {
  const body = request.json()
  if (body === undefined) return refusing(400, "Invalid JSON")
  const given: ReadonlyArray<unknown> = Array.isArray(body) ? body : [body]
  if (given.length > maxLogs) return refusing(413, `At most ${maxLogs} logs`)
  const logs = given.map(readLog)
  const now = state.now ?? Date.now()
  for (const log of logs) if (log === undefined) return refusing(400, "Missing required attribute in body: message")
  for (const log of logs) {
    if (log !== undefined) (now - timeIn(log) > maxAge ? state.tooOld : state.logs).push(log)
  }
  return { status: 202, body: {} }
}

/** Datadog's log intake, API v2. */
export const datadog: VendorDefinition<DatadogState> = {
  name: "datadog",
  seed: () => ({ apiKey: "9775a026f1ca7d1c6c5af9d94d9595a4", logs: [], tooOld: [], now: undefined }),
  handle: (request, state) => {
    if (request.path !== "/api/v2/logs") return refusing(404)
    if (request.method !== "POST") return refusing(405)
    const key = headerOf(request, "dd-api-key")
    if (key === "") return refusing(401, "Missing API key")
    if (key !== state.apiKey) return refusing(403, "Invalid API key")
    if (mediaTypeOf(request) !== "application/json") return refusing(415)
    if (bytesOf(request) > maxBytes) return refusing(413)
    return take(request, state)
  },
  writes: ({ method }) => method === "POST",
  throttled: (seconds) => ({
    ...refusing(429),
    headers: seconds === undefined ? {} : { "x-ratelimit-reset": String(seconds) }
  }),
  unauthorized: () => refusing(403, "Invalid API key"),
  forbidden: () => refusing(403, "Forbidden")
}
