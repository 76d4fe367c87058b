import type { SiemTargetType } from "@svc/contract/siem/schema"
import { Option, Schema } from "effect"

interface Acceptance {
  readonly accepted: boolean
  /** The reason, in our own sentence. */
  readonly detail?: string
}

interface Answer {
  readonly status: number
  readonly body: string
}

const HecAnswer = Schema.fromJsonString(Schema.Struct({ code: Schema.Int }))
const readHecAnswer = Schema.decodeUnknownOption(HecAnswer)

/** Only the number of an event collector's response is kept: its text may repeat anything (outgoing-68). */
const ofEventCollector = ({ body, status }: Answer): Acceptance =>
  Option.match(readHecAnswer(body), {
    onNone: () => ({ accepted: false, detail: `The collector answered ${status} without a code` }),
    onSome: ({ code }) =>
      code === 0
        ? { accepted: true }
        : { accepted: false, detail: `The collector answered ${status} with code ${code}` }
  })

/**
 * Whether a response means that the collector accepted the event: any 2xx, and for an event collector only code 0 in
 * it. The queue's policy decides about the others.
 */
export const acceptanceOf = (type: SiemTargetType, answer: Answer): Acceptance => {
  if (answer.status < 200 || answer.status >= 300) return { accepted: false }
  return type === "splunk_hec" ? ofEventCollector(answer) : { accepted: true }
}
