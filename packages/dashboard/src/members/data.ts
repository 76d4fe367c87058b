import type { RoleId } from "@svc/contract/kernel/ids"
import type { InviteId, UserId } from "@svc/contract/kernel/ids"
import { InviteAcceptanceApi, InvitesApi, MembersApi, RolesApi } from "@svc/contract/members/api"
import type {
  AcceptInvite,
  CreateInvite,
  CreateRole,
  OrganisationMember,
  OrganisationRole,
  UpdateMember,
  UpdateRole
} from "@svc/contract/members/schema"
import { Effect } from "effect"
import { clientOf } from "../platform/api.ts"
import { action, query, queryOne } from "../platform/atoms.ts"

const acceptance = clientOf(InviteAcceptanceApi)
const invites = clientOf(InvitesApi)
const members = clientOf(MembersApi)
const roles = clientOf(RolesApi)

const keys = ["members"]
/** Somebody's own role may be among them. */
const changed = () => [...keys, "me"]

/** Everybody who belongs to the organisation, for whoever may see them; nobody for others. */
export const memberList = query(
  (mayList: boolean) => (mayList ? members.list({}) : Effect.succeed<ReadonlyArray<OrganisationMember>>([])),
  { keys: () => keys }
)

/** Names to choose from, for whoever may see the members; none for others. */
export const memberNames = query(
  (mayList: boolean) =>
    mayList
      ? Effect.map(members.list({}), (all) => all.map(({ full_name }) => full_name))
      : Effect.succeed<ReadonlyArray<string>>([]),
  { keys: () => keys }
)

/** The built-in roles and the organisation's own, likewise. */
export const roleList = query(
  (mayList: boolean) => (mayList ? roles.list({}) : Effect.succeed<ReadonlyArray<OrganisationRole>>([])),
  { keys: () => keys }
)

export const inviteList = queryOne(() => invites.list({}), keys)

export const changeMember = action(
  ({ changes, userId }: { readonly userId: UserId; readonly changes: UpdateMember }) =>
    members.update({ params: { userId }, payload: changes }),
  changed
)

export const removeMember = action(
  (userId: UserId) => members.remove({ params: { userId } }),
  () => [...keys, "api keys"]
)

/** Mails a link; to an address that has one already, another in its place. */
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
