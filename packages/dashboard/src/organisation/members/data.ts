import type { RoleId } from "@svc/contract/kernel/ids"
import type { InviteId, UserId } from "@svc/contract/kernel/ids"
import { InviteAcceptanceApi, InvitesApi, MembersApi, RolesApi } from "@svc/contract/members/api"
import type {
  AcceptInvite,
  CreateInvite,
  CreateRole,
  MemberFilters,
  UpdateMember,
  UpdateRole
} from "@svc/contract/members/schema"
import { clientOf } from "#platform/api.ts"
import { action, queryOne } from "#platform/atoms.ts"

const acceptance = clientOf(InviteAcceptanceApi)
const invites = clientOf(InvitesApi)
const members = clientOf(MembersApi)
const roles = clientOf(RolesApi)

const keys = ["members"]
/** Also reloads `me`: the user's own role may have changed. */
const changed = () => [...keys, "me"]

export const inviteList = queryOne(() => invites.list({}), keys)

/** Members as CSV. */
export const exportMembers = action(
  (query: MemberFilters) => members.export({ query }),
  () => []
)

export const changeMember = action(
  ({ changes, userId }: { readonly userId: UserId; readonly changes: UpdateMember }) =>
    members.update({ params: { userId }, payload: changes }),
  changed
)

export const removeMember = action(
  (userId: UserId) => members.remove({ params: { userId } }),
  () => [...keys, "api keys"]
)

/** Emails a link; replaces an open invitation to the same email. */
export const invite = action(
  (payload: CreateInvite) => invites.create({ payload }),
  () => keys
)

export const withdrawInvite = action(
  (id: InviteId) => invites.revoke({ params: { id } }),
  () => keys
)

export const createRole = action((payload: CreateRole) => roles.create({ payload }), changed)

export const changeRole = action(
  ({ changes, id }: { readonly id: RoleId; readonly changes: UpdateRole }) =>
    roles.update({ params: { id }, payload: changes }),
  changed
)

export const removeRole = action(
  (id: RoleId) => roles.remove({ params: { id } }),
  () => keys
)

export const joinOrganisation = action(
  (payload: AcceptInvite) => acceptance.accept({ payload }),
  () => []
)
