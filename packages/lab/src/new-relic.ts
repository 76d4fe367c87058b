import { bytesOf, type Collected, headerOf, isObject, mediaTypeOf } from "./collected.ts"
import { uuidOf } from "./people.ts"
import type { LabAnswer, LabRequest, VendorDefinition } from "./vendor.ts"

interface NewRelicLog {
  readonly message: string
  readonly attributes: Collected
}

export interface NewRelicState {
  readonly licenseKey: string
  readonly logs: Array<NewRelicLog>
  /** Accepted with 202 and rejected later: readable as `NrIntegrationError`, but not by the sender. */
  readonly integrationErrors: Array<string>
  /** Requests that were taken. */
  taken: number
}

const maxBytes = 1_000_000
const maxAttributes = 255
const maxNameLength = 255
const mediaTypes = ["application/json", "json", "application/gzip", "gzip"]

const readLog = (given: unknown): NewRelicLog | string => {
  if (!isObject(given)) return "The log is not an object"
  const { attributes = {}, message } = given
  if (typeof message !== "string") return "The log has no message"
  if (!isObject(attributes)) return "The attributes are not an object"
  const names = Object.keys(attributes)
  if (names.length > maxAttributes) return `More than ${maxAttributes} attributes`
  if (names.some((name) => name.length > maxNameLength)) return "The name of an attribute is too long"
  return { message, attributes }
}

/** Both forms: a log, and blocks of `{ common, logs }`; a list of either. */
const logsIn = (body: unknown): ReadonlyArray<unknown> => {
  const blocks: ReadonlyArray<unknown> = Array.isArray(body) ? body : [body]
  return blocks.flatMap((block): ReadonlyArray<unknown> => {
    if (!isObject(block) || !Array.isArray(block["logs"])) return [block]
    const { logs } = block
    return logs
  })
}

const take = (request: LabRequest, state: NewRelicState): LabAnswer => {
  state.taken++
  const body = request.json()
  for (const one of body === undefined ? [] : logsIn(body)) {
    const log = readLog(one)
    if (typeof log === "string") state.integrationErrors.push(log)
    else state.logs.push(log)
  }
  if (body === undefined) state.integrationErrors.push("Error unmarshalling message payload")
  return { status: 202, body: { requestId: uuidOf(state.taken) } }
}

/** New Relic's Log API: checks a body only after accepting it. */
export const newRelic: VendorDefinition<NewRelicState> = {
  name: "new-relic",
  seed: () => ({
    licenseKey: "eu01xxLAB0000000000000000000000000FFFFNRAL",
    logs: [],
    integrationErrors: [],
    taken: 0
  }),
  handle: (request, state) => {
    if (request.path !== "/log/v1") return { status: 404 }
    if (request.method !== "POST") return { status: 405 }
    const key = headerOf(request, "api-key") || headerOf(request, "license-key") || request.query.get("Api-Key")
    if (key !== state.licenseKey) return newRelic.unauthorized()
    if (!mediaTypes.includes(mediaTypeOf(request))) return { status: 415 }
    if (bytesOf(request) > maxBytes) return { status: 413 }
    return take(request, state)
  },
  writes: ({ method }) => method === "POST",
  throttled: (seconds) => ({ status: 429, headers: seconds === undefined ? {} : { "retry-after": String(seconds) } }),
  unauthorized: () => ({ status: 403, body: {} }),
  forbidden: () => ({ status: 403, body: {} })
}
