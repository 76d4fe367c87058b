import { Caller } from "@svc/contract/kernel/access"
import { DateTime, Effect } from "effect"
import { RetentionRepo } from "./retention-repo.ts"
import { firstNight } from "./rules.ts"

/** A retention to preview: its months (null: indefinite), when it would apply, and the current one. */
export interface TriedRetention {
  readonly months: number | null
  readonly from: DateTime.Utc
  readonly before: number | null
}

/** The verb `Offboardings.previewRetention`. */
export const makeRetentionPreview = Effect.gen(function* () {
  const repo = yield* RetentionRepo

  return Effect.fn("Offboardings.previewRetention")(function* ({ before, from, months }: TriedRetention) {
    const { orgId } = yield* Caller
    const night = firstNight(from)
    const earlier = before === null ? null : { months: before, at: DateTime.subtract(night, { days: 1 }) }
    const offboardings = months === null ? 0 : yield* repo.count({ orgId, months, at: night, earlier })
    return { firstNight: night, offboardings }
  })
})
