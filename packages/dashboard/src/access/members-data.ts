import { MembersApi, RolesApi } from "@svc/contract/members/api"
import type { OrganisationMember, OrganisationRole } from "@svc/contract/members/schema"
import { Effect } from "effect"
import { clientOf } from "#platform/api.ts"
import { query } from "#platform/atoms.ts"

const members = clientOf(MembersApi)
const roles = clientOf(RolesApi)
const keys = ["members"]

/** All members, for readers with permission to see them; otherwise none. */
export const memberList = query(
  (mayList: boolean) => (mayList ? members.list({}) : Effect.succeed<ReadonlyArray<OrganisationMember>>([])),
  { keys: () => keys }
)

/** Member names to select from, for readers with permission to see them; otherwise none. */
export const memberNames = query(
  (mayList: boolean) =>
    mayList
      ? Effect.map(members.list({}), (all) => all.map(({ full_name }) => full_name))
      : Effect.succeed<ReadonlyArray<string>>([]),
  { keys: () => keys }
)

/** Built-in and custom roles, with the same restriction. */
export const roleList = query(
  (mayList: boolean) => (mayList ? roles.list({}) : Effect.succeed<ReadonlyArray<OrganisationRole>>([])),
  { keys: () => keys }
)
