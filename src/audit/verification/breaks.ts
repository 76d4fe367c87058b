import type { BreakReason, BrokenLink } from "@svc/contract/audit-verification/schema"

/** Collects breaks: the first ones in full, and their number. */
export const makeBreaks = (mostReported: number) => {
  const broken: Array<BrokenLink> = []
  let brokenCount = 0
  return {
    add: (seq: bigint, id: string | null, reason: BreakReason) => {
      brokenCount += 1
      if (broken.length < mostReported) broken.push({ seq: Number(seq), id, reason })
    },
    result: () => ({ broken, brokenCount })
  }
}
export type Breaks = ReturnType<typeof makeBreaks>
