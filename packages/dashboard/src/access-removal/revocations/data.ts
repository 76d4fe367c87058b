import type { OffboardingId } from "@svc/contract/kernel/ids"
import { RevocationsApi } from "@svc/contract/revocations/api"
import type { RevokeAccess } from "@svc/contract/revocations/schema"
import { Effect } from "effect"
import { clientOf } from "#platform/api.ts"
import { action, query } from "#platform/atoms.ts"

const revocations = clientOf(RevocationsApi)

const lastRun = (id: OffboardingId) =>
  Effect.map(revocations.history({ params: { id }, query: { limit: 1, offset: 0 } }), ({ rows }) => rows[0] ?? null)

/** Latest run of an offboarding; null before the first. */
export const latestRun = query(lastRun, { keys: (id) => [`case ${id}`] })

/** The same, polled while the run is in progress. */
export const runUnderWay = query(lastRun, { keys: (id) => [`case ${id}`], every: "2 seconds", evenListening: true })

export const runPageSize = 10

/** Runs of an offboarding, newest first. */
export const runPage = query(
  ({ id, offset }: { readonly id: OffboardingId; readonly offset: number }) =>
    revocations.history({ params: { id }, query: { limit: runPageSize, offset } }),
  { keys: ({ id }) => [`case ${id}`] }
)

/** Preview of the calls of a run; sends nothing. */
export const previewRevocation = action(
  (payload: RevokeAccess) => revocations.preview({ payload }),
  () => []
)

export const revokeAccess = action(
  (payload: RevokeAccess) => revocations.start({ payload }),
  ({ offboardingId }) => [`case ${offboardingId}`, "cases"]
)
