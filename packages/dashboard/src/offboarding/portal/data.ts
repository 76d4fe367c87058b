import type { OffboardingId } from "@svc/contract/kernel/ids"
import { PortalLinksApi } from "@svc/contract/portal/api"
import type { CreatePortalLink } from "@svc/contract/portal/schema"
import { clientOf } from "#platform/api.ts"
import { action, query } from "#platform/atoms.ts"

const links = clientOf(PortalLinksApi)

/** Portal link of an offboarding; editing the offboarding may revoke it. */
export const portalLink = query((id: OffboardingId) => links.show({ params: { id } }), {
  keys: (id) => [`case ${id}`]
})

export const makePortalLink = action(
  ({ id, ...payload }: CreatePortalLink & { readonly id: OffboardingId }) => links.create({ params: { id }, payload }),
  ({ id }) => [`case ${id}`]
)

export const endPortalLink = action(
  (id: OffboardingId) => links.revoke({ params: { id } }),
  (id) => [`case ${id}`]
)
