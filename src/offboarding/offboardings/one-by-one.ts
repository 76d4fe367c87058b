import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { MissingItem } from "@svc/contract/offboardings/schema"
import { Effect } from "effect"
import { survive } from "#platform/jobs/survive"

interface Refusal {
  readonly error: string
  readonly code?: string
  readonly missing?: ReadonlyArray<MissingItem>
}

const failed = ({ code, error, missing }: Refusal) => ({
  status: "failed" as const,
  error,
  ...(code === undefined ? {} : { code }),
  ...(missing === undefined ? {} : { missing })
})

/** The same for each of these cases, one after the other: none holds up another, whether it is refused or breaks. */
export const oneByOne = <A extends string, E extends Refusal, R>(
  ids: ReadonlyArray<OffboardingId>,
  work: (id: OffboardingId) => Effect.Effect<A, E, R>
) =>
  Effect.forEach([...new Set(ids)], (id) =>
    work(id).pipe(
      Effect.map((status) => ({ id, status })),
      Effect.catch((refusal) => Effect.succeed({ id, ...failed(refusal) })),
      survive(
        "bulk change of an offboarding failed",
        { id, ...failed({ error: "Server error" }) },
        { offboardingId: id }
      )
    )
  )
