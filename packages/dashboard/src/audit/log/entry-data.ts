import { AuditEntriesApi } from "@svc/contract/audit-log/entries-api"
import { MembersApi } from "@svc/contract/members/api"
import { Effect } from "effect"
import { clientOf } from "#platform/api.ts"
import { query, queryOne } from "#platform/atoms.ts"

const entries = clientOf(AuditEntriesApi)
const members = clientOf(MembersApi)

/** An entry with its neighbors in the chain; a next one may be added. */
export const chainEntry = query((id: string) => entries.get({ params: { id } }), { keys: () => ["audit log"] })

/** Members, as choices of the actor filter. */
export const actors = queryOne(
  () => Effect.map(members.list({}), (all) => all.map(({ full_name, user_id }) => [user_id, full_name] as const)),
  ["members"]
)
