import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Option } from "effect"
import { makeSealedAccounts } from "#audit/record/sealed-account"
import { makeIdentifiers, noIdentifiers } from "./identifiers.ts"

interface SealedRun {
  readonly sealed_identifiers: string | null
  readonly results: ReadonlyArray<{ readonly sealed_account: string | null }>
}

/** Stored runs as a person reads them: whom they were authorized for, and the account of each result. The sealed texts go with the encoding. */
export const makeOpenRuns = Effect.gen(function* () {
  const { revealAccounts } = yield* makeSealedAccounts
  const identifiers = yield* makeIdentifiers

  return Effect.fnUntraced(function* <Run extends SealedRun>(orgId: OrgId, runs: ReadonlyArray<Run>) {
    const asked = yield* identifiers.open(
      orgId,
      runs.map(({ sealed_identifiers }) => sealed_identifiers)
    )
    const accounts = yield* revealAccounts(
      orgId,
      runs.flatMap(({ results }) => results.map(({ sealed_account }) => sealed_account))
    )
    let next = 0
    return runs.map((run, index) => {
      const { email, username } = Option.getOrElse(asked[index] ?? Option.none(), () => noIdentifiers)
      return {
        ...run,
        asked_email: email,
        asked_username: username,
        results: run.results.map((result: Run["results"][number]) => ({ ...result, account: accounts[next++] ?? null }))
      }
    })
  })
})
