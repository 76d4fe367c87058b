import { bytesOf, headerOf } from "./collected.ts"
import type { LabAnswer, VendorDefinition } from "./vendor.ts"

interface SumoMessage {
  readonly category: string
  readonly name: string
  readonly text: string
}

export interface SumoState {
  /** The last part of the source's URL, which is the credential. */
  readonly secret: string
  readonly messages: Array<SumoMessage>
}

const maxBytes = 1_000_000
const maxMessageBytes = 65_536

/** Longer messages are cut into pieces of 64 KB. */
const pieces = (line: string) => {
  const bytes = Buffer.from(line, "utf8")
  const starts = Array.from({ length: Math.ceil(bytes.length / maxMessageBytes) }, (_, n) => n * maxMessageBytes)
  return starts.map((start) => bytes.subarray(start, start + maxMessageBytes).toString("utf8"))
}

const refusing = (status: number, code: string, message: string): LabAnswer => ({
  status,
  body: { status, id: "LAB00-SUMO0-00001", code, message }
})

/** Sumo Logic's HTTP source: the address is the credential, each line is a message. */
export const sumoLogic: VendorDefinition<SumoState> = {
  name: "sumo-logic",
  seed: () => ({ secret: "ZaVnC4dhaV3UQE0u6lab==", messages: [] }),
  handle: (request, state) => {
    const [, secret] = /^\/receiver\/v1\/http\/([^/]+)$/.exec(request.path) ?? []
    if (secret === undefined) return refusing(404, "not_found", "Not found")
    if (secret !== state.secret) return sumoLogic.unauthorized()
    if (request.method !== "POST") return refusing(405, "method_not_allowed", "Method not allowed")
    if (bytesOf(request) > maxBytes) return refusing(413, "payload_too_large", "Payload too large")
    const category = headerOf(request, "x-sumo-category")
    const name = headerOf(request, "x-sumo-name")
    for (const line of request.body.split("\n")) {
      if (line.trim() !== "") for (const text of pieces(line)) state.messages.push({ category, name, text })
    }
    return { status: 200 }
  },
  writes: ({ method }) => method === "POST",
  throttled: () => refusing(429, "rate.limit.exceeded", "Rate limit exceeded"),
  unauthorized: () => refusing(401, "unauthorized", "Invalid or missing URL token"),
  forbidden: () => refusing(401, "unauthorized", "Invalid or missing URL token")
}
