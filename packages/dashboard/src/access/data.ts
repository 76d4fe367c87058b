import { SessionApi } from "@svc/contract/accounts/api"
import { ProfileApi, UserSessionsApi } from "@svc/contract/accounts/profile-api"
import type { SessionUser, StepUp, UpdateProfile } from "@svc/contract/accounts/schema"
import type { OrgId } from "@svc/contract/kernel/ids"
import type { Permission } from "@svc/contract/kernel/permissions"
import { Effect, Option } from "effect"
import { AsyncResult } from "effect/reactivity"
import { clientOf } from "#platform/api.ts"
import { action, queryOne } from "#platform/atoms.ts"
import { keepTimeOf } from "#platform/zone.ts"
import { useAtomValue } from "#state/registry.ts"

const session = clientOf(SessionApi)
const profile = clientOf(ProfileApi)
const sessions = clientOf(UserSessionsApi)

/** The signed-in user. Loaded before anything is shown, so that no time appears in another time zone. */
export const me = queryOne(
  () => Effect.tap(session.me({}), ({ timezone }) => Effect.sync(() => keepTimeOf(timezone))),
  ["me"],
  { evenEnded: true }
)

export const stepUp = action(
  (payload: StepUp) => session.stepUp({ payload }),
  () => []
)

/** An expired session counts as signed out. */
export const logOut = action(
  (_nothing: void) =>
    Effect.catchTag(session.logout({}), "Unauthenticated", () =>
      Effect.succeed({ success: true as const, ssoLogoutUrl: null })
    ),
  () => []
)

/** Switches to another organization: ends this session, opens a new one, and reloads the page. */
export const switchOrganisation = action(
  (orgId: OrgId) => sessions.switchOrg({ payload: { orgId } }),
  () => []
)

export const changeProfile = action(
  (payload: typeof UpdateProfile.Type) => profile.update({ payload }),
  () => ["me"]
)

/** The signed-in user; the shell renders no page before it is known. */
export const useUser = (): SessionUser => Option.getOrThrow(AsyncResult.value(useAtomValue(me)))

/** Permission check for the interface only; the service enforces it. */
export const useMay = () => {
  const { permissions, role } = useUser()
  return {
    may: (permission: Permission) => permissions.includes(permission),
    isSuperAdmin: role === "superadmin"
  }
}
