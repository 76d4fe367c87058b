import { Effect } from "effect"
import type { VendorReads } from "./calls.ts"
import type { Connection } from "./connection.ts"
import type { AccountName, Connector, Finding, Leaver } from "./connector.ts"
import { type AppResult, cleaned, manualRequired } from "./outcome.ts"

type LookUp<Account> = Pick<Connector<Account>, "find" | "findById" | "nameOf">

const shownOf = (id: string) => (id.length > 8 ? `…${id.slice(-4)}` : "…")

/** Nothing is done to another account in its place: its address may be another person's by now. */
export const noLongerThere = (accountId: string): AppResult =>
  manualRequired(
    cleaned(
      `The account with the ID ${shownOf(accountId)} no longer exists in the app. Check whether the person has another account there, and remove its access manually`
    )
  )

/** Looks up the account that is meant by its id, and by the address only where no id is known. */
export const boundLookUp =
  <Account>({ find, findById }: LookUp<Account>) =>
  (calls: VendorReads, service: Connection, leaver: Leaver) =>
    leaver.accountId === null ? find(calls, service, leaver) : findById(calls, service, leaver.accountId, leaver)

/** The same for what acts: an id that no account has is left to a person. */
export const accountToActOn =
  <Account>(lookUp: LookUp<Account>) =>
  (calls: VendorReads, service: Connection, leaver: Leaver) =>
    Effect.map(boundLookUp(lookUp)(calls, service, leaver), (finding): Finding<Account> =>
      leaver.accountId !== null && finding._tag === "Result" && finding.result.outcome === "skipped"
        ? { _tag: "Result", result: noLongerThere(leaver.accountId) }
        : finding
    )

/** What an answer says of the account that it is about. */
export const namedBy = (account: AccountName | null) => (account === null ? {} : { account })
