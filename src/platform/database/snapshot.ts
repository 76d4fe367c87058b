import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { DedicatedConnection } from "./db.ts"
import { opening } from "./session.ts"

/**
 * A private connection that reads an organization in one snapshot, however long it takes. It ends with the scope.
 * Row-level security applies, so that a query without its organization condition sees no other one's rows.
 */
export const openSnapshot = Effect.fnUntraced(function* (orgId: OrgId) {
  const dedicated = yield* DedicatedConnection
  const connection = yield* dedicated.openToRead
  yield* connection.unsafe("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
  yield* connection.unsafe(opening("svc_app"))
  // Its reader may wait for the storage between two pages.
  yield* connection`
    SELECT set_config('svc.org_id', ${orgId}, true), set_config('statement_timeout', '300000', true),
      set_config('idle_in_transaction_session_timeout', '600000', true)`
  return connection
})
