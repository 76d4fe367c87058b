import type { OrgId } from "@svc/contract/kernel/ids"
import type { LeftBehindItem } from "@svc/contract/left-behind/schema"
import { Effect } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { makeSealedAccounts } from "#audit/record/sealed-account"
import type { ShownRow } from "./repo.ts"

/** Items as people see them, reasons revealed. */
export const makeShown = Effect.gen(function* () {
  const personKeys = yield* PersonKeys
  const { shownAccounts } = yield* makeSealedAccounts
  return Effect.fnUntraced(function* (orgId: OrgId, rows: ReadonlyArray<ShownRow>) {
    const texts = yield* personKeys.reveal(
      orgId,
      rows.flatMap(({ sealed_go_reason, sealed_reason }) => [sealed_reason ?? "", sealed_go_reason ?? ""])
    )
    const accounts = yield* shownAccounts(
      orgId,
      rows.map(({ sealed_account }) => sealed_account)
    )
    return rows.map((row, index): LeftBehindItem => {
      const {
        go_at,
        go_by,
        new_owner_email: email,
        new_owner_name: name,
        new_owner_named_by: named_by,
        owner_accepted_at,
        person_key_id: _key,
        sealed_account: _account,
        sealed_go_reason: _go,
        sealed_reason,
        ...item
      } = row
      return {
        ...item,
        new_owner: email === null ? null : { email, name: name ?? email, named_by, accepted_at: owner_accepted_at },
        reason: sealed_reason === null ? null : (texts[2 * index] ?? null),
        go: go_at === null ? null : { at: go_at, by: go_by, reason: texts[2 * index + 1] ?? "" },
        account: accounts[index] ?? null
      }
    })
  })
})
