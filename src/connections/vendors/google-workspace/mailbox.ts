import { Effect, Option, type Redacted, Result, Schema } from "effect"
import type { VendorCalls, VendorReads, VendorWrite } from "#connections/vendors/protocol/calls"
import type { LeftBehind } from "#connections/vendors/protocol/inventory"
import {
  closed,
  isOffList,
  type Listing,
  listed,
  type Source,
  untried
} from "#connections/vendors/protocol/left-behind"
import { cleaned } from "#connections/vendors/protocol/outcome"
import { maybeFlag, maybeText, reader } from "#connections/vendors/protocol/vendor-json"
import { headersOf, keyOf } from "./api.ts"
import { type GoogleReach, listing, ownersToken, refusal } from "./reach.ts"

/** Reads all of it, and takes filters away. */
const basic = ["gmail.settings.basic"]
/** Changes who else gets or reads the mail. */
const sharing = ["gmail.settings.sharing"]

/** Where a mailbox is set up. */
export const settingsAt = (addresses: GoogleReach["addresses"], email: string) =>
  `${addresses.of("gmail")}/gmail/v1/users/${keyOf(email)}/settings`

const settingsUrl = ({ account: { user }, addresses }: GoogleReach) => settingsAt(addresses, user.primaryEmail)

const maybeList = <A>(item: Schema.Codec<A, unknown>) => Schema.optionalKey(Schema.NullOr(Schema.Array(item)))

const readAuto = reader(Schema.Struct({ enabled: maybeFlag, emailAddress: maybeText }))
const readAddresses = reader(
  Schema.Struct({
    forwardingAddresses: maybeList(Schema.Struct({ forwardingEmail: Schema.String, verificationStatus: maybeText }))
  })
)
const readFilters = reader(
  Schema.Struct({
    filter: maybeList(
      Schema.Struct({
        id: Schema.String,
        action: Schema.optionalKey(Schema.NullOr(Schema.Struct({ forward: maybeText })))
      })
    )
  })
)
const readDelegates = reader(
  Schema.Struct({
    delegates: maybeList(Schema.Struct({ delegateEmail: Schema.String, verificationStatus: maybeText }))
  })
)

/** Where mail goes, and by which of Gmail's three ways; as an id it is `by:what`. */
type Way = "auto" | "filter" | "address"

interface Forwarding {
  readonly way: Way
  /** The filter's id, else the address. */
  readonly id: string
  readonly to: string
}

const idOf = ({ id, way }: Forwarding) => `${way}:${id}`

const autoIn = (body: string) =>
  Option.map(readAuto(body), ({ emailAddress, enabled }): ReadonlyArray<Forwarding> =>
    enabled === true && emailAddress ? [{ way: "auto", id: emailAddress, to: emailAddress }] : []
  )

const filtersIn = (body: string) =>
  Option.map(readFilters(body), ({ filter }) =>
    (filter ?? []).flatMap(({ action, id }): ReadonlyArray<Forwarding> =>
      action?.forward ? [{ way: "filter", id, to: action.forward }] : []
    )
  )

const addressesIn = (body: string) =>
  Option.map(readAddresses(body), ({ forwardingAddresses }) =>
    (forwardingAddresses ?? []).map(({ forwardingEmail }): Forwarding => ({
      way: "address",
      id: forwardingEmail,
      to: forwardingEmail
    }))
  )

const delegatesIn = (body: string) => Option.map(readDelegates(body), ({ delegates }) => delegates ?? [])

const ways: Readonly<Record<Way, { readonly path: string; readonly itemsIn: Listing<Forwarding>["itemsIn"] }>> = {
  auto: { path: "autoForwarding", itemsIn: autoIn },
  filter: { path: "filters", itemsIn: filtersIn },
  address: { path: "forwardingAddresses", itemsIn: addressesIn }
}

const forwardings = (calls: VendorReads, reach: GoogleReach, token: Redacted.Redacted, way: Way) =>
  listed(calls, listing(`${settingsUrl(reach)}/${ways[way].path}`, token, ways[way].itemsIn, basic))

const delegates = (calls: VendorReads, reach: GoogleReach, token: Redacted.Redacted) =>
  listed(calls, listing(`${settingsUrl(reach)}/delegates`, token, delegatesIn, basic))

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1).toLowerCase()

const words: Readonly<Record<Way, (to: string) => string>> = {
  auto: (to) => `All mail is forwarded to ${to}`,
  filter: (to) => `A filter forwards mail to ${to}`,
  address: (to) => `Mail can be forwarded to ${to}`
}

const forwardingOf =
  ({ account: { user } }: GoogleReach) =>
  (forwarding: Forwarding): LeftBehind => {
    const { to, way } = forwarding
    // An address alone forwards nothing; mail within the domain stays with the organization.
    const leaves = domainOf(to) !== domainOf(user.primaryEmail)
    return {
      kind: "forwarding",
      externalId: idOf(forwarding),
      label: cleaned(words[way](to)),
      risk: way === "address" ? "low" : leaves ? "high" : "medium",
      privileges: [],
      lastUsedAt: null,
      closing: "revoke",
      stopsTheCut: null
    }
  }

const delegateOf = ({ delegateEmail }: { readonly delegateEmail: string }): LeftBehind => ({
  kind: "delegate",
  externalId: delegateEmail,
  label: cleaned(`${delegateEmail} reads and sends this mail`),
  risk: "medium",
  privileges: ["read", "send", "delete"],
  lastUsedAt: null,
  closing: "revoke",
  stopsTheCut: null
})

/** Who else gets or reads the leaver's mail; to be seen only while the account is active. */
export const lookAtMailbox = Effect.fnUntraced(function* (calls: VendorReads, reach: GoogleReach) {
  const token = yield* ownersToken(reach, basic)
  if (Result.isFailure(token)) {
    return [
      { kind: "forwarding", shown: Result.fail(token.failure) },
      { kind: "delegate", shown: Result.fail(token.failure) }
    ] satisfies ReadonlyArray<Source>
  }
  const opened = token.success
  const forwarded = yield* Effect.forEach(["auto", "filter", "address"] as const, (way) =>
    forwardings(calls, reach, opened, way)
  )
  const sources: ReadonlyArray<Source> = [
    ...forwarded.map((shown): Source => ({
      kind: "forwarding",
      shown: Result.map(shown, (items) => items.map(forwardingOf(reach)))
    })),
    {
      kind: "delegate",
      shown: Result.map(yield* delegates(calls, reach, opened), (items) => items.map(delegateOf))
    }
  ]
  return sources
})

const write = (calls: VendorCalls, token: Redacted.Redacted, url: string, more: Pick<VendorWrite, "method" | "body">) =>
  calls.write({ ...more, url, headers: headersOf(token) })

/** Opens the mailbox for a change and for reading back, or says why it cannot be opened. */
const opened = Effect.fnUntraced(function* (reach: GoogleReach, scopes: ReadonlyArray<string>) {
  const reads = yield* ownersToken(reach, basic)
  if (Result.isFailure(reads)) return Result.fail(untried(reads.failure))
  const writes = scopes === basic ? reads : yield* ownersToken(reach, scopes)
  return Result.isFailure(writes)
    ? Result.fail(untried(writes.failure))
    : Result.succeed({ reads: reads.success, writes: writes.success })
})

/** A forwarding as an inventory names it, and its path below the settings. */
export const wayIn = (externalId: string) => {
  const colon = externalId.indexOf(":")
  const named = externalId.slice(0, colon)
  const way = (["auto", "filter", "address"] as const).find((it) => it === named)
  return way === undefined ? Option.none() : Option.some({ way, path: ways[way].path, id: externalId.slice(colon + 1) })
}

/** Ends one way by which mail is forwarded. */
export const endForwarding = Effect.fnUntraced(function* (calls: VendorCalls, reach: GoogleReach, externalId: string) {
  const named = wayIn(externalId)
  if (Option.isNone(named)) return untried({ status: null, why: "This is not a Gmail forwarding address" })
  const { id, way } = named.value
  const scopes = way === "filter" ? basic : sharing
  const tokens = yield* opened(reach, scopes)
  if (Result.isFailure(tokens)) return tokens.failure
  const { reads, writes } = tokens.success
  const url = `${settingsUrl(reach)}/${ways[way].path}`
  return yield* closed({
    write:
      way === "auto"
        ? write(calls, writes, url, { method: "PUT", body: JSON.stringify({ enabled: false }) })
        : write(calls, writes, `${url}/${keyOf(id)}`, { method: "DELETE", body: "" }),
    isClosed: isOffList(forwardings(calls, reach, reads, way), (forwarding) => forwarding.id === id),
    then: "The forwarding is off. Verified in Gmail",
    refusal: refusal(scopes)
  })
})

/** Ends what one delegate may do with the mailbox. */
export const endDelegate = Effect.fnUntraced(function* (calls: VendorCalls, reach: GoogleReach, email: string) {
  const tokens = yield* opened(reach, sharing)
  if (Result.isFailure(tokens)) return tokens.failure
  const { reads, writes } = tokens.success
  return yield* closed({
    write: write(calls, writes, `${settingsUrl(reach)}/delegates/${keyOf(email)}`, { method: "DELETE", body: "" }),
    isClosed: isOffList(delegates(calls, reach, reads), ({ delegateEmail }) => delegateEmail === email),
    then: "The delegate was removed. Verified in Gmail",
    refusal: refusal(sharing)
  })
})
