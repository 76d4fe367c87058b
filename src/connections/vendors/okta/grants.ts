import { Effect, Result, Schema } from "effect"
import type { VendorCalls, VendorReads } from "#connections/vendors/protocol/calls"
import type { LeftBehind } from "#connections/vendors/protocol/inventory"
import { closed, isOffList, type Source } from "#connections/vendors/protocol/left-behind"
import { cleaned } from "#connections/vendors/protocol/outcome"
import { maybeText, reader } from "#connections/vendors/protocol/vendor-json"
import { headersOf, listAt, type OktaReach, refusal, urlOf, userPath } from "./api.ts"

const permission = "an administrator's API token that can manage users and apps"

const Grant = Schema.Struct({
  clientId: Schema.String,
  scopeId: maybeText,
  status: maybeText,
  _links: Schema.optionalKey(
    Schema.NullOr(Schema.Struct({ client: Schema.optionalKey(Schema.NullOr(Schema.Struct({ title: maybeText }))) }))
  )
})
type Grant = typeof Grant.Type

const grantsIn = reader(Schema.Array(Grant))

interface Client {
  readonly id: string
  readonly title: string
  readonly scopes: ReadonlyArray<string>
}

/** Okta keeps one grant of each scope: a person thinks of the app. */
const clientsOf = (grants: ReadonlyArray<Grant>): ReadonlyArray<Client> =>
  [...Map.groupBy(grants, ({ clientId }) => clientId)].map(([id, own]) => ({
    id,
    title: own.flatMap(({ _links }) => _links?.client?.title || [])[0] ?? id,
    scopes: own.flatMap(({ scopeId }) => scopeId || [])
  }))

const clients = (calls: VendorReads, reach: OktaReach) =>
  Effect.map(
    listAt(calls, reach, userPath(reach, "/grants?limit=200"), grantsIn, permission),
    Result.map((all) => clientsOf(all.filter(({ status }) => status !== "REVOKED")))
  )

const identity = new Set(["openid", "profile", "email", "address", "phone", "groups", "device_sso"])

const riskOf = (scopes: ReadonlyArray<string>): LeftBehind["risk"] => {
  // Okta's own administration.
  if (scopes.some((scope) => scope.startsWith("okta."))) return "high"
  return scopes.length > 0 && scopes.every((scope) => identity.has(scope)) ? "low" : "medium"
}

const itemOf = ({ id, scopes, title }: Client): LeftBehind => ({
  kind: "oauth_grant",
  externalId: id,
  label: cleaned(`App "${title}"`),
  risk: riskOf(scopes),
  privileges: scopes.map(cleaned),
  lastUsedAt: null,
  closing: "revoke",
  stopsTheCut: null
})

/** Apps that the leaver let act for them. */
export const lookAtGrants = (calls: VendorReads, reach: OktaReach) =>
  Effect.map(clients(calls, reach), (shown): Source => ({
    kind: "oauth_grant",
    shown: Result.map(shown, (all) => all.map(itemOf))
  }))

/** Ends all that one app was granted. */
export const endGrants = (calls: VendorCalls, reach: OktaReach, clientId: string) =>
  closed({
    write: calls.write({
      method: "DELETE",
      url: urlOf(reach, userPath(reach, `/clients/${encodeURIComponent(clientId)}/grants`)),
      headers: headersOf(reach.service),
      body: ""
    }),
    isClosed: isOffList(clients(calls, reach), ({ id }) => id === clientId),
    then: "The app's grants were ended. Verified in Okta",
    refusal: refusal(permission)
  })
