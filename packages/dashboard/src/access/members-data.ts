import { MembersApi, RolesApi } from "@svc/contract/members/api"
import type { OrganisationMember, OrganisationRole } from "@svc/contract/members/schema"
import { Effect } from "effect"
import { clientOf } from "#platform/api.ts"
import { query } from "#platform/atoms.ts"

const members = clientOf(MembersApi)
const roles = clientOf(RolesApi)
const keys = ["members"]

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
