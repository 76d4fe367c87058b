import { DateTime, Effect, Option, Result, Schema } from "effect"
import type { VendorCalls, VendorReads } from "#connections/vendors/protocol/calls"
import type { LeftBehind } from "#connections/vendors/protocol/inventory"
import { closed, isOffList, listed, type Source } from "#connections/vendors/protocol/left-behind"
import { cleaned } from "#connections/vendors/protocol/outcome"
import { maybeText, reader } from "#connections/vendors/protocol/vendor-json"
import { headersOf, idOf } from "./api.ts"
import { type GoogleReach, listing, refusal } from "./reach.ts"
import { userUrl } from "./steps.ts"

const scopes = ["admin.directory.user.security"]

const Grant = Schema.Struct({
  clientId: Schema.String,
  displayText: maybeText,
  scopes: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.String)))
})

const AppPassword = Schema.Struct({
  codeId: Schema.Union([Schema.String, Schema.Number]),
  name: maybeText,
  lastTimeUsed: Schema.optionalKey(Schema.NullOr(Schema.Union([Schema.String, Schema.Number])))
})

const itemsOf = <A>(item: Schema.Codec<A, unknown>) => {
  const read = reader(Schema.Struct({ items: Schema.optionalKey(Schema.NullOr(Schema.Array(item))) }))
  return (body: string) => Option.map(read(body), ({ items }) => items ?? [])
}

const grantsIn = itemsOf(Grant)
const passwordsIn = itemsOf(AppPassword)

// Scopes with organization data: mail, files, the directory, the cloud, executable code.
const opens =
  /^https:\/\/(?:mail\.google\.com\/|www\.google\.com\/(?:m8\/feeds|calendar\/feeds)|www\.googleapis\.com\/auth\/(?:gmail|drive|documents|spreadsheets|presentations|admin|apps|cloud-platform|chat|vault|ediscovery|script|groups|cloud-identity|bigquery|devstorage|compute))/

// Only its own files, or identity.
const ownFiles = /\/auth\/drive\.(?:file|appdata|appfolder|install)$/
const identity = /^(?:openid|email|profile|https:\/\/www\.googleapis\.com\/auth\/(?:userinfo\.|plus\.me).*)$/

/** By the app's scopes: organization data, then anything else, then identity only. */
const riskOf = (granted: ReadonlyArray<string>): LeftBehind["risk"] => {
  if (granted.some((scope) => opens.test(scope) && !ownFiles.test(scope))) return "high"
  return granted.length > 0 && granted.every((scope) => identity.test(scope)) ? "low" : "medium"
}

const grantOf = ({ clientId, displayText, scopes: granted }: typeof Grant.Type): LeftBehind => ({
  kind: "oauth_grant",
  externalId: clientId,
  label: cleaned(displayText || clientId),
  risk: riskOf(granted ?? []),
  privileges: (granted ?? []).map(cleaned),
  lastUsedAt: null,
  closing: "revoke",
  stopsTheCut: null
})

/** Unix time in milliseconds; Google says 0 of what was never used. */
const timeOf = (milliseconds: string | number | null | undefined) => {
  const at = Number(milliseconds ?? 0)
  return at > 0 ? Option.getOrNull(DateTime.make(at)) : null
}

const passwordOf = ({ codeId, lastTimeUsed, name }: typeof AppPassword.Type): LeftBehind => ({
  kind: "app_password",
  externalId: String(codeId),
  label: cleaned(`App password "${name || codeId}"`),
  // It signs in to mail without a second factor.
  risk: "high",
  privileges: [],
  lastUsedAt: timeOf(lastTimeUsed),
  closing: "revoke",
  stopsTheCut: null
})

const urlOf = ({ account: { user }, addresses }: GoogleReach, collection: string) =>
  `${userUrl(addresses, idOf(user))}/${collection}`

const grants = (calls: VendorReads, reach: GoogleReach) =>
  listed(calls, listing(urlOf(reach, "tokens"), reach.account.token, grantsIn, scopes))

const passwords = (calls: VendorReads, reach: GoogleReach) =>
  listed(calls, listing(urlOf(reach, "asps"), reach.account.token, passwordsIn, scopes))

/** What apps may do in the leaver's name, and the passwords that were made for them. */
export const lookAtGrants = Effect.fnUntraced(function* (calls: VendorReads, reach: GoogleReach) {
  const sources: ReadonlyArray<Source> = [
    { kind: "oauth_grant", shown: Result.map(yield* grants(calls, reach), (items) => items.map(grantOf)) },
    { kind: "app_password", shown: Result.map(yield* passwords(calls, reach), (items) => items.map(passwordOf)) }
  ]
  return sources
})

const remove = (calls: VendorCalls, reach: GoogleReach, collection: string, id: string) =>
  calls.write({
    method: "DELETE",
    url: `${urlOf(reach, collection)}/${encodeURIComponent(id)}`,
    headers: headersOf(reach.account.token),
    body: ""
  })

/** Ends one app's access, of which the clientId is given. */
export const endGrant = (calls: VendorCalls, reach: GoogleReach, id: string) =>
  closed({
    write: remove(calls, reach, "tokens", id),
    isClosed: isOffList(grants(calls, reach), ({ clientId }) => clientId === id),
    then: "The app's access was ended. Verified in Google",
    refusal: refusal(scopes)
  })

/** Ends one app password, of which the number is given. */
export const endPassword = (calls: VendorCalls, reach: GoogleReach, id: string) =>
  closed({
    write: remove(calls, reach, "asps", id),
    isClosed: isOffList(passwords(calls, reach), ({ codeId }) => String(codeId) === id),
    then: "The app password was deleted. Verified in Google",
    refusal: refusal(scopes)
  })
