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

/** Who is signed in. Read before anything else is shown, so that no time is ever told in another zone than theirs. */
export const me = queryOne(
  () => Effect.tap(session.me({}), ({ timezone }) => Effect.sync(() => keepTimeOf(timezone))),
  ["me"],
  { evenEnded: true }
)

export const stepUp = action(
  (payload: StepUp) => session.stepUp({ payload }),
  () => []
)

/** Somebody whose session is over has left already. */
export const logOut = action(
  (_nothing: void) =>
    Effect.catchTag(session.logout({}), "Unauthenticated", () =>
      Effect.succeed({ success: true as const, ssoLogoutUrl: null })
    ),
  () => []
)

/** Ends this session and opens one there: what follows is a fresh page. */
export const switchOrganisation = action(
  (orgId: OrgId) => sessions.switchOrg({ payload: { orgId } }),
  () => []
)

export const changeProfile = action(
  (payload: typeof UpdateProfile.Type) => profile.update({ payload }),
  () => ["me"]
)

/** Whoever is signed in; the shell shows nothing of the inside before that is known. */
export const useUser = (): SessionUser => Option.getOrThrow(AsyncResult.value(useAtomValue(me)))

/** Shows no more than the role allows; the service decides. */
export const useMay = () => {
  const { permissions, role } = useUser()
  return {
    may: (permission: Permission) => permissions.includes(permission),
    isSuperAdmin: role === "superadmin"
  }
}
