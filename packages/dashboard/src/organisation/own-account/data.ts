import { ProfileApi, UserSessionsApi } from "@svc/contract/accounts/profile-api"
import type { ChangePassword } from "@svc/contract/accounts/schema"
import { TwoFactorApi } from "@svc/contract/accounts/two-factor-api"
import type { EnableTwoFactor, TwoFactorProof } from "@svc/contract/accounts/two-factor-schema"
import { CalendarFeedsApi } from "@svc/contract/calendar-feeds/api"
import type { OrgId, SessionId, UserId } from "@svc/contract/kernel/ids"
import { MembersApi } from "@svc/contract/members/api"
import { NotificationPreferencesApi } from "@svc/contract/notifications/api"
import type { NotificationPreferences, NotificationType } from "@svc/contract/notifications/schema"
import { OwnAccountApi } from "@svc/contract/own-account/api"
import { Effect } from "effect"
import { AsyncResult, Atom } from "effect/reactivity"
import { clientOf } from "#platform/api.ts"
import { action, queryOne, running } from "#platform/atoms.ts"

const profile = clientOf(ProfileApi)
const sessionsApi = clientOf(UserSessionsApi)
const twoFactor = clientOf(TwoFactorApi)
const preferencesApi = clientOf(NotificationPreferencesApi)
const account = clientOf(OwnAccountApi)
const calendar = clientOf(CalendarFeedsApi)
const members = clientOf(MembersApi)

export const memberships = queryOne(() => account.memberships({}), ["memberships"])

export const openOrganisation = action(
  (orgId: OrgId) => sessionsApi.switchOrg({ payload: { orgId } }),
  () => []
)

export const changePassword = action(
  (payload: ChangePassword) => profile.changePassword({ payload }),
  () => ["sessions"]
)

export const setUpSecondFactor = action(
  (_nothing: void) => twoFactor.setUp({}),
  () => []
)

export const enableSecondFactor = action(
  (payload: typeof EnableTwoFactor.Type) => twoFactor.enable({ payload }),
  () => ["me", "sessions"]
)

export const disableSecondFactor = action(
  (payload: TwoFactorProof) => twoFactor.disable({ payload }),
  () => ["me"]
)

export const renewRecoveryCodes = action(
  (payload: TwoFactorProof) => twoFactor.renewRecoveryCodes({ payload }),
  () => []
)

export const sessions = queryOne(() => sessionsApi.list({}), ["sessions"])

export const endSession = action(
  (id: SessionId) => sessionsApi.end({ params: { id } }),
  () => ["sessions"]
)

/** Idempotent: a session that has already ended counts as ended. */
export const endSessions = action(
  (ids: ReadonlyArray<SessionId>) =>
    Effect.forEach(ids, (id) =>
      Effect.catchTag(sessionsApi.end({ params: { id } }), "SessionNotFound", () => Effect.void)
    ),
  () => ["sessions"]
)

const preferences = queryOne(() => preferencesApi.show({}), ["notification preferences"])

/** Notification channel. */
export type Way = keyof NotificationPreferences["preferences"][NotificationType]

const chosen = ({ preferences }: NotificationPreferences, type: NotificationType, way: Way, on: boolean) => ({
  preferences: { ...preferences, [type]: { ...preferences[type], [way]: on } }
})

/** Preferences with optimistic updates; a refused change is rolled back. */
export const choices = Atom.optimistic(preferences)

/** One action per checkbox, so that a quick second change does not undo the first. */
export const choose = Atom.family((box: `${NotificationType} ${Way}`) => {
  const [type, way] = box.split(" ") as [NotificationType, Way]
  return Atom.optimisticFn(choices, {
    reducer: (result, on: boolean) => AsyncResult.map(result, (before) => chosen(before, type, way, on)),
    fn: running(
      action(
        (on: boolean) => preferencesApi.update({ payload: { preferences: { [type]: { [way]: on } } } }),
        () => ["notification preferences"]
      )
    )
  })
})

export const calendarFeed = queryOne(() => calendar.show({}), ["calendar feed"])

export const createCalendarFeed = action(
  (_nothing: void) => calendar.create({}),
  () => ["calendar feed"]
)

export const revokeCalendarFeed = action(
  (_nothing: void) => calendar.revoke({}),
  () => ["calendar feed"]
)

/** Members who can take over. */
export const colleagues = queryOne(
  () => Effect.map(members.list({}), (all) => all.filter(({ is_self }) => !is_self)),
  ["members"]
)

export const exportData = action(
  (_nothing: void) => account.exportData({}),
  () => []
)

export const leaveOrganisation = action(
  (_nothing: void) => account.leave({}),
  () => []
)

export const closeAccount = action(
  (_nothing: void) => account.close({}),
  () => []
)

export const handOver = action(
  (user_id: UserId) => account.transferAndClose({ payload: { user_id } }),
  () => []
)
