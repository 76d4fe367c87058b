import type { PlayScim } from "@svc/contract/scim/clinic-schema"
import type { SetUpScim } from "@svc/contract/scim/schema"
import { ScimSetUpApi } from "@svc/contract/scim/setup-api"
import { clientOf } from "#platform/api.ts"
import { action, query } from "#platform/atoms.ts"

const scim = clientOf(ScimSetUpApi)

/** Recent requests of the provider, newest first, and the token's mode; polled, as there is no live update. */
export const scimRequests = query(
  (page: { readonly limit: number; readonly offset: number }) => scim.requests({ query: page }),
  { keys: () => ["integrations"], every: "10 seconds" }
)

export const setUpScim = action(
  (payload: SetUpScim) => scim.setUp({ payload }),
  () => ["integrations"]
)

export const turnOffScim = action(
  (_nothing: void) => scim.revoke({}),
  () => ["integrations"]
)

/** Diagnostics; the API rolls everything back. */
export const playScim = action(
  (payload: PlayScim) => scim.clinic({ payload }),
  () => []
)
