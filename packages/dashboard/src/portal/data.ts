import type { OffboardingId } from "@svc/contract/kernel/ids"
import { PortalLinksApi } from "@svc/contract/portal/api"
import { clientOf } from "../platform/api.ts"
import { action, query } from "../platform/atoms.ts"

const links = clientOf(PortalLinksApi)

const key = (id: OffboardingId) => `portal link ${id}`

/** Whether the person has a page of their own. */
export const portalLink = query((id: OffboardingId) => links.show({ params: { id } }), { keys: (id) => [key(id)] })

export const makePortalLink = action(
  ({ id, send }: { readonly id: OffboardingId; readonly send: boolean }) =>
    links.create({ params: { id }, payload: { send } }),
  ({ id }) => [key(id), `case ${id}`]
)

export const endPortalLink = action(
  (id: OffboardingId) => links.revoke({ params: { id } }),
  (id) => [key(id), `case ${id}`]
)
