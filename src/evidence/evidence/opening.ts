import type { EvidenceRevocations } from "@svc/contract/evidence/schema"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { makeSealedAccounts } from "#audit/record/sealed-account"
import { Revocations } from "#access-removal/revocations/service"
import type { StoredRevocations } from "./repo.ts"

/** Opens what `revocations.json` names people and accounts by. */
export const makeOpening = Effect.gen(function* () {
  const keys = yield* PersonKeys
  const { revealAccounts } = yield* makeSealedAccounts
  const { openRuns } = yield* Revocations

  return Effect.fnUntraced(function* (orgId: OrgId, { address_changes, apps, runs, ...shown }: StoredRevocations) {
    const addresses = yield* keys.reveal(
      orgId,
      address_changes.flatMap(({ after, before }) => [before, after])
    )
    const accounts = yield* revealAccounts(
      orgId,
      apps.map(({ sealed_account }) => sealed_account)
    )
    const opened: EvidenceRevocations = {
      ...shown,
      address_changes: address_changes.map((change, index) => ({
        ...change,
        before: addresses[2 * index] ?? "",
        after: addresses[2 * index + 1] ?? ""
      })),
      apps: apps.map(({ sealed_account: _sealed, ...app }, index) => ({ ...app, account: accounts[index] ?? null })),
      runs: yield* openRuns(orgId, runs)
    }
    return opened
  })
})
