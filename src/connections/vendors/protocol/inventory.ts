import type { LeftBehindClosing, LeftBehindKind, LeftBehindRisk } from "@svc/contract/left-behind/schema"
import { type DateTime, Effect, Option, Result } from "effect"
import type { VendorCalls, VendorReads, VendorUnanswered } from "./calls.ts"
import type { Connection } from "./connection.ts"
import { boundLookUp, noLongerThere } from "./bound-look-up.ts"
import type { AccountName, Connector, Leaver } from "./connector.ts"
import { manualRequired, type SeenResult } from "./outcome.ts"

/** Something of a leaver that lives on when the account is off, as the vendor shows it. */
export interface LeftBehind {
  readonly kind: LeftBehindKind
  /** The vendor's stable id: with the kind it names the same thing in every scan. Never logged. */
  readonly externalId: string
  /** What a person calls it by: one line, no secret. */
  readonly label: string
  readonly risk: LeftBehindRisk
  /** Scopes, roles or rights in the vendor's own words. */
  readonly privileges: ReadonlyArray<string>
  readonly lastUsedAt: DateTime.Utc | null
  readonly closing: LeftBehindClosing
  /** Why it blocks revocation until it has a new owner: "Last owner of …". Null for what does not. */
  readonly stopsTheCut: string | null
}

/**
 * The result of one scan for one kind; what a missing permission hides is `NotVisible`, never an empty list. A kind
 * that is partly visible has both: `Seen` with what was found, and `NotVisible` with what the rest would need.
 */
export type KindSight =
  | { readonly _tag: "Seen"; readonly kind: LeftBehindKind; readonly items: ReadonlyArray<LeftBehind> }
  | {
      readonly _tag: "NotVisible"
      readonly kind: LeftBehindKind
      /** What is missing, and what would show it; fit for a person. */
      readonly why: string
    }

/** The new owner: the manager unless another person was chosen. */
export interface Successor {
  readonly email: string
  readonly name: string
}

/** Whose things they are; no account once the vendor no longer knows one. */
export interface Owner<Account> {
  readonly leaver: Leaver
  readonly account: Option.Option<Account>
}

type Named<Account> = Pick<Connector<Account>, "find" | "findById" | "nameOf">

/**
 * The owner of the items, or why it is not certain. If the account is gone, nothing is searched under a username, which
 * may be another person's by now.
 */
const ownerBy = <Account>(connector: Named<Account>) =>
  Effect.fnUntraced(function* (calls: VendorReads, service: Connection, leaver: Leaver) {
    const finding = yield* boundLookUp(connector)(calls, service, leaver)
    if (finding._tag === "Account")
      return Result.succeed<Owner<Account>>({ leaver, account: Option.some(finding.account) })
    return finding.result.outcome === "skipped"
      ? Result.succeed<Owner<Account>>({
          leaver: leaver.accountId === null ? leaver : { ...leaver, sourceControlUsername: null },
          account: Option.none()
        })
      : Result.fail(finding.result)
  })

const anotherAccount = manualRequired("Another account has this email address now")

/**
 * The same for a scan. A vendor may show a former account's items under another one: if the account is gone and its
 * email shows another, absence from the former one's lists proves nothing.
 */
export const ownerToLookFor = <Account>(connector: Named<Account>) => {
  const ownerOf = ownerBy(connector)
  return Effect.fnUntraced(function* (calls: VendorReads, service: Connection, leaver: Leaver) {
    const owner = yield* ownerOf(calls, service, leaver)
    if (leaver.accountId === null || Result.isFailure(owner) || Option.isSome(owner.success.account)) return owner
    const now = yield* connector.find(calls, service, leaver)
    if (now._tag === "Account") return Result.fail(anotherAccount)
    return now.result.outcome === "skipped" ? owner : Result.fail(now.result)
  })
}

/** The same for what changes something: an account that was meant has to be there. */
export const ownerToActFor = <Account>(connector: Named<Account>) => {
  const ownerOf = ownerBy(connector)
  return Effect.fnUntraced(function* (calls: VendorReads, service: Connection, leaver: Leaver) {
    const owner = yield* ownerOf(calls, service, leaver)
    const isMissing = Result.isSuccess(owner) && Option.isNone(owner.success.account)
    return isMissing && leaver.accountId !== null ? Result.fail(noLongerThere(leaver.accountId)) : owner
  })
}

/** The name of the scanned account; null if there is none. */
export const ownerName = <Account>({ nameOf }: Named<Account>, { account }: Owner<Account>): AccountName | null =>
  Option.match(account, { onNone: () => null, onSome: nameOf })

/** A scan's result and account. */
export interface Looked<Sight> {
  readonly account: AccountName | null
  readonly sights: ReadonlyArray<Sight>
}

/** What names one at the vendor. */
export type ItemName = Pick<LeftBehind, "kind" | "externalId">

/** A call as announced: values known only later are in braces. */
export interface PlannedCall {
  readonly method: string
  readonly url: string
}

/**
 * What ending an item whose `closing` is `revoke` would write at the vendor, or handing one over to a successor, in order. It
 * makes no call. Each write of `revoke` and `transfer` is among it (work-152).
 */
export type PlanClosing = (
  service: Connection,
  leaver: Leaver,
  item: ItemName,
  successor: Successor | null
) => ReadonlyArray<PlannedCall>

/** How one kind of service shows and ends orphaned items. The calls they get separate reads from writes. */
export interface Inventory<Account> {
  /** Each of them has at least one sight in every answer of `look`. */
  readonly kinds: ReadonlyArray<LeftBehindKind>
  readonly plan: PlanClosing
  readonly look: (
    calls: VendorReads,
    service: Connection,
    owner: Owner<Account>
  ) => Effect.Effect<ReadonlyArray<KindSight>, VendorUnanswered>
  /** Ends one whose `closing` is `revoke`, and reads back that it is gone. Safe to repeat: one that is gone already is `revoked`. */
  readonly revoke: (
    calls: VendorCalls,
    service: Connection,
    owner: Owner<Account>,
    item: ItemName
  ) => Effect.Effect<SeenResult, VendorUnanswered>
  /** Gives one whose `closing` is `transfer` to the successor, and reads back whose it is: `revoked` then says that it is no longer the leaver's. Safe to repeat. */
  readonly transfer: (
    calls: VendorCalls,
    service: Connection,
    owner: Owner<Account>,
    item: ItemName,
    successor: Successor
  ) => Effect.Effect<SeenResult, VendorUnanswered>
}

/** The same for any kind of account: it looks the account up itself. */
export interface LeaverInventory {
  readonly kinds: ReadonlyArray<LeftBehindKind>
  readonly plan: PlanClosing
  readonly look: (
    calls: VendorReads,
    service: Connection,
    leaver: Leaver
  ) => Effect.Effect<Looked<KindSight>, VendorUnanswered>
  readonly revoke: (
    calls: VendorCalls,
    service: Connection,
    leaver: Leaver,
    item: ItemName
  ) => Effect.Effect<SeenResult, VendorUnanswered>
  readonly transfer: (
    calls: VendorCalls,
    service: Connection,
    leaver: Leaver,
    item: ItemName,
    successor: Successor
  ) => Effect.Effect<SeenResult, VendorUnanswered>
}

/** Whose account it is must be known beyond doubt; what was refused hides every kind. */
export const leaverInventory = <Account>(
  { kinds, look, plan, revoke, transfer }: Inventory<Account>,
  connector: Named<Account>
): LeaverInventory => {
  const ownerOf = ownerToLookFor(connector)
  const toActFor = ownerToActFor(connector)
  return {
    kinds,
    plan,
    look: Effect.fn("LeaverInventory.look")(function* (calls, service, leaver) {
      const owner = yield* ownerOf(calls, service, leaver)
      if (Result.isFailure(owner)) {
        const why = owner.failure.message
        return { account: null, sights: kinds.map((kind): KindSight => ({ _tag: "NotVisible", kind, why })) }
      }
      return {
        account: ownerName(connector, owner.success),
        sights: yield* look(calls, service, owner.success)
      }
    }),
    revoke: Effect.fn("LeaverInventory.revoke")(function* (calls, service, leaver, item) {
      const owner = yield* toActFor(calls, service, leaver)
      return Result.isSuccess(owner) ? yield* revoke(calls, service, owner.success, item) : owner.failure
    }),
    transfer: Effect.fn("LeaverInventory.transfer")(function* (calls, service, leaver, item, successor) {
      const owner = yield* toActFor(calls, service, leaver)
      return Result.isSuccess(owner) ? yield* transfer(calls, service, owner.success, item, successor) : owner.failure
    })
  }
}
