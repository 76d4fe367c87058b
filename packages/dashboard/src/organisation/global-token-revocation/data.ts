import { GlobalTokenRevocationSettingsApi } from "@svc/contract/global-token-revocation/api"
import type { ConfigureGlobalTokenRevocation } from "@svc/contract/global-token-revocation/schema"
import { clientOf } from "#platform/api.ts"
import { action, queryOne } from "#platform/atoms.ts"

const revocation = clientOf(GlobalTokenRevocationSettingsApi)

export const universalLogout = queryOne(() => revocation.show({}), ["organisation"])

export const configureUniversalLogout = action(
  (payload: ConfigureGlobalTokenRevocation) => revocation.configure({ payload }),
  () => ["organisation"]
)

export const removeUniversalLogout = action(
  (_nothing: void) => revocation.remove({}),
  () => ["organisation"]
)
