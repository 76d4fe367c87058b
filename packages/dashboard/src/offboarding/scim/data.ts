import type { PlayScim } from "@svc/contract/scim/clinic-schema"
import type { SetUpScim } from "@svc/contract/scim/schema"
import { ScimSetUpApi } from "@svc/contract/scim/setup-api"
import { clientOf } from "#platform/api.ts"
import { action, query } from "#platform/atoms.ts"

const scim = clientOf(ScimSetUpApi)

/** What the provider asked last, newest first, and the mode of the token; looked at again as the provider tells nobody. */
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

/** Nothing of it stays. */
export const playScim = action(
  (payload: PlayScim) => scim.clinic({ payload }),
  () => []
)
