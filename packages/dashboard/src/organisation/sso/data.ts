import { SsoSettingsApi } from "@svc/contract/sso/api"
import type { ConfigureSso } from "@svc/contract/sso/schema"
import { clientOf } from "#platform/api.ts"
import { action, queryOne } from "#platform/atoms.ts"

const sso = clientOf(SsoSettingsApi)

export const ssoSettings = queryOne(() => sso.show({}), ["organisation"])

export const configureSso = action(
  (payload: ConfigureSso) => sso.configure({ payload }),
  () => ["organisation"]
)

export const removeSso = action(
  (_nothing: void) => sso.remove({}),
  () => ["organisation"]
)
