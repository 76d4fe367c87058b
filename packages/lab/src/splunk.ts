import { bytesOf, headerOf, isObject } from "./collected.ts"
import type { LabAnswer, LabRequest, VendorDefinition } from "./vendor.ts"

interface HecEvent {
  /** Seconds since 1970, as it was given. */
  readonly time: number | undefined
  readonly sourcetype: string | undefined
  readonly source: string | undefined
  readonly event: unknown
}

export interface SplunkState {
  readonly token: string
  /** The word before the token; resellers of the protocol have others. */
  scheme: string
  readonly events: Array<HecEvent>
  /** It says 200 and yet is too busy to take anything, as some forwarders before it do. */
  isBusy: boolean
}

const maxBytes = 1_000_000
const paths = ["/services/collector", "/services/collector/event", "/services/collector/event/1.0"]

const saying = (status: number, code: number, text: string, more: object = {}): LabAnswer => ({
  status,
  body: { text, code, ...more }
})

/** Concatenated objects, as in a batch of events; `undefined` if malformed. */
const objectsIn = (body: string): ReadonlyArray<unknown> | undefined => {
  const found: Array<unknown> = []
  let depth = 0
  let start = 0
  let isText = false
  for (let at = 0; at < body.length; at++) {
    const character = body[at]
    if (isText) {
      if (character === "\\") at++
      else if (character === '"') isText = false
    } else if (character === '"') {
      if (depth === 0) return undefined
      isText = true
    } else if (character === "{" || character === "[") {
      if (depth++ === 0) start = at
    } else if (character === "}" || character === "]") {
      if (--depth < 0) return undefined
      if (depth === 0) {
        try {
          found.push(JSON.parse(body.slice(start, at + 1)))
        } catch {
          return undefined
        }
      }
    } else if (depth === 0 && !/\s/.test(character ?? "")) return undefined
  }
  return depth === 0 && !isText ? found : undefined
}

const textOrNone = (value: unknown) => value === undefined || typeof value === "string"

const isTime = (value: unknown) =>
  value === undefined || typeof value === "number" || (typeof value === "string" && /^\d+(\.\d+)?$/.test(value))

const readEvent = (given: unknown, index: number): HecEvent | LabAnswer => {
  const where = { "invalid-event-number": index }
  if (!isObject(given)) return saying(400, 6, "Invalid data format", where)
  const { event, source, sourcetype, time } = given
  if (event === undefined || event === null) return saying(400, 12, "Event field is required", where)
  if (event === "") return saying(400, 13, "Event field cannot be blank", where)
  if (!isTime(time) || !textOrNone(source) || !textOrNone(sourcetype)) {
    return saying(400, 6, "Invalid data format", where)
  }
  return {
    time: time === undefined ? undefined : Number(time),
    sourcetype: typeof sourcetype === "string" ? sourcetype : undefined,
    source: typeof source === "string" ? source : undefined,
    event
  }
}

const refusalOf = (request: LabRequest, { scheme, token }: SplunkState): LabAnswer | undefined => {
  const given = headerOf(request, "authorization")
  if (given === "") return saying(401, 2, "Token is required")
  if (!given.startsWith(`${scheme} `)) return saying(401, 3, "Invalid authorization")
  return given === `${scheme} ${token}` ? undefined : saying(403, 4, "Invalid token")
}

/** Splunk's HTTP Event Collector: authorization, its numbered refusals, and batches; none of a bad one is kept. */
export const splunk: VendorDefinition<SplunkState> = {
  name: "splunk",
  seed: () => ({ token: "0d6b1c5e-7f0a-4c43-9a7e-2f6f6f1c0a11", scheme: "Splunk", events: [], isBusy: false }),
  handle: (request, state) => {
    if (!paths.includes(request.path)) return saying(404, 404, "The requested URL was not found on this server.")
    if (request.method !== "POST") return saying(405, 405, "Method Not Allowed")
    const refusal = refusalOf(request, state)
    if (refusal !== undefined) return refusal
    if (bytesOf(request) > maxBytes) return saying(413, 27, "Request entity too large")
    if (request.body.trim() === "") return saying(400, 5, "No data")
    const given = objectsIn(request.body)
    if (given === undefined) return saying(400, 6, "Invalid data format", { "invalid-event-number": 0 })
    const events: Array<HecEvent> = []
    for (const [index, one] of given.entries()) {
      const read = readEvent(one, index)
      if ("status" in read) return read
      events.push(read)
    }
    if (state.isBusy) return saying(200, 9, "Server is busy")
    state.events.push(...events)
    return saying(200, 0, "Success")
  },
  writes: ({ method }) => method === "POST",
  throttled: (seconds) => ({
    ...saying(503, 9, "Server is busy"),
    headers: seconds === undefined ? {} : { "retry-after": String(seconds) }
  }),
  unauthorized: () => saying(403, 4, "Invalid token"),
  forbidden: () => saying(403, 1, "Token disabled")
}
