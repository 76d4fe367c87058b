import type { SiemTargetType } from "@svc/contract/siem/schema"
import { Option, Schema } from "effect"

interface Acceptance {
  readonly accepted: boolean
  /** Why not, in a sentence of ours. */
  readonly detail?: string
}

interface Answer {
  readonly status: number
  readonly body: string
}

const HecAnswer = Schema.fromJsonString(Schema.Struct({ code: Schema.Int }))
const readHecAnswer = Schema.decodeUnknownOption(HecAnswer)

/** Of what an event collector says only the number goes on: its sentence may repeat anything (outgoing-68). */
const ofEventCollector = ({ body, status }: Answer): Acceptance =>
  Option.match(readHecAnswer(body), {
    onNone: () => ({ accepted: false, detail: `The collector answered ${status} without a code` }),
    onSome: ({ code }) =>
      code === 0
        ? { accepted: true }
        : { accepted: false, detail: `The collector answered ${status} with code ${code}` }
  })

/**
 * Whether an answer means that the collector has taken the event: any 2xx, and of an event collector only the code 0 in
 * it. What becomes of the others is the queue's policy.
 */
export const acceptanceOf = (type: SiemTargetType, answer: Answer): Acceptance => {
  if (answer.status < 200 || answer.status >= 300) return { accepted: false }
  return type === "splunk_hec" ? ofEventCollector(answer) : { accepted: true }
}
