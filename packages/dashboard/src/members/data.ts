import { InviteAcceptanceApi, MembersApi } from "@svc/contract/members/api"
import type { AcceptInvite } from "@svc/contract/members/schema"
import { Effect } from "effect"
import { clientOf } from "../platform/api.ts"
import { action, query } from "../platform/atoms.ts"

const acceptance = clientOf(InviteAcceptanceApi)
const members = clientOf(MembersApi)

/** Names to choose from, for whoever may see the members; none for others. */
export const memberNames = query(
  (mayList: boolean) =>
    mayList
      ? Effect.map(members.list({}), (all) => all.map(({ full_name }) => full_name))
      : Effect.succeed<ReadonlyArray<string>>([]),
  { keys: () => ["members"] }
)

export const joinOrganisation = action(
  (payload: AcceptInvite) => acceptance.accept({ payload }),
  () => []
)
