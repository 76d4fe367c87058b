import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { DedicatedConnection } from "./db.ts"
import { opening } from "./session.ts"

/**
 * A connection of its own on which an organisation is read as it was at one moment, however long that takes. It ends with
 * the scope. The session is under row-level security, so that a query that forgot the organisation would see no other
 * one's rows.
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
