import type { SiemTargetType } from "@svc/contract/siem/schema"

export interface Acceptance {
  readonly accepted: boolean
  /** Why not, in a sentence of ours. */
  readonly detail?: string
}

/** Whether an answer means that the collector has taken the event. */
export const acceptanceOf = (
  _type: SiemTargetType,
  answer: { readonly status: number; readonly body: string }
): Acceptance => ({ accepted: answer.status >= 200 && answer.status < 300 })
