import { ExitInterviewsApi } from "@svc/contract/exit-interviews/api"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { clientOf } from "#platform/api.ts"
import { action, query } from "#platform/atoms.ts"

const interviews = clientOf(ExitInterviewsApi)

export const exitInterview = query((id: OffboardingId) => interviews.show({ params: { id } }), {
  keys: (id) => [`case ${id}`]
})

export const inviteToInterview = action(
  ({ again, id }: { readonly id: OffboardingId; readonly again: boolean }) =>
    interviews.invite({ params: { id }, payload: { again } }),
  ({ id }) => [`case ${id}`]
)

export const markInterview = action(
  ({ completed, id }: { readonly id: OffboardingId; readonly completed: boolean }) =>
    interviews.mark({ params: { id }, payload: { completed } }),
  ({ id }) => [`case ${id}`]
)
