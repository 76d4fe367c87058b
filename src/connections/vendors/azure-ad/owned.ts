import { DateTime, Effect, Option, Result, Schema } from "effect"
import type { VendorReads } from "#connections/vendors/protocol/calls"
import type { LeftBehind } from "#connections/vendors/protocol/inventory"
import { type Hidden, hidden, type Source } from "#connections/vendors/protocol/left-behind"
import { cleaned } from "#connections/vendors/protocol/outcome"
import { maybeText } from "#connections/vendors/protocol/vendor-json"
import { type EntraReach, graphList } from "./graph-lists.ts"
import { answering, relationId, type RelationName } from "./relations.ts"

const Secret = Schema.Struct({ keyId: Schema.String, displayName: maybeText, endDateTime: maybeText })

const Owned = Schema.Struct({
  "@odata.type": Schema.String,
  id: Schema.String,
  displayName: maybeText,
  passwordCredentials: Schema.optionalKey(Schema.NullOr(Schema.Array(Secret)))
})
type Owned = typeof Owned.Type

const ownedObjects = graphList(Owned)

const types: Readonly<Record<string, Extract<RelationName, "application" | "servicePrincipal" | "group">>> = {
  "#microsoft.graph.application": "application",
  "#microsoft.graph.servicePrincipal": "servicePrincipal",
  "#microsoft.graph.group": "group"
}

const words = { application: "application", servicePrincipal: "service principal", group: "group" } as const

const nameOf = ({ displayName, id }: Owned) => displayName || id

const itemOf = (object: Owned, name: keyof typeof words, isOnly: boolean): LeftBehind => ({
  kind: name === "group" ? "ownership" : "service_principal",
  externalId: relationId({ name, id: object.id }),
  label: cleaned(`${isOnly ? "Only owner" : "Owner"} of the ${words[name]} "${nameOf(object)}"`),
  // It keeps running without the account, and its owner can add secrets.
  risk: name === "group" ? (isOnly ? "medium" : "low") : "high",
  privileges: ["owner"],
  lastUsedAt: null,
  closing: "transfer",
  stopsTheCut: null
})

const secretsOf = (object: Owned, name: keyof typeof words, now: DateTime.Utc): ReadonlyArray<LeftBehind> =>
  (object.passwordCredentials ?? [])
    .filter(({ endDateTime }) =>
      Option.match(Option.flatMap(Option.fromNullishOr(endDateTime), DateTime.make), {
        onNone: () => true,
        onSome: (end) => end.epochMilliseconds > now.epochMilliseconds
      })
    )
    .map(({ displayName, endDateTime, keyId }) => ({
      kind: "api_key",
      externalId: `${relationId({ name, id: object.id })}:${keyId}`,
      label: cleaned(`Secret "${displayName || keyId}" of the ${words[name]} "${nameOf(object)}"`),
      risk: "high",
      privileges: endDateTime ? [`valid until ${endDateTime}`] : [],
      lastUsedAt: null,
      // Production may use it: a person has to replace it first.
      closing: "by_hand",
      stopsTheCut: null
    }))

/** A former owner still knows an application's secrets: an empty list proves nothing. */
const formerSecrets = hidden(
  "Entra ID shows only secrets of what the leaver owns now. For a transferred application, check its own list"
)

const secretsUnseen = hidden(
  "Entra ID shows the applications but not their secrets. The connection needs the application permission Application.Read.All"
)

/** Applications, service principals and groups that the leaver owns, and the secrets of the first two. */
export const lookAtOwned = Effect.fnUntraced(function* (calls: VendorReads, reach: EntraReach) {
  const url = `/users/${encodeURIComponent(reach.account.user.id)}/ownedObjects?$top=100`
  const shown = yield* ownedObjects(calls, reach, url, "Application.Read.All")
  if (Result.isFailure(shown)) {
    return (["service_principal", "api_key", "ownership"] as const).map((kind): Source => ({
      kind,
      shown: Result.fail(shown.failure)
    }))
  }
  const known = shown.success.flatMap((object) => {
    const name = types[object["@odata.type"]]
    return name === undefined ? [] : [{ object, name }]
  })
  const now = yield* DateTime.now
  const items = yield* Effect.forEach(
    known,
    ({ name, object }) =>
      Effect.map(
        answering(calls, reach, { name, id: object.id }),
        // Whose it is besides is of use, and no reason to hide what is the leaver's.
        (owners) => itemOf(object, name, Result.isSuccess(owners) && owners.success.length === 1)
      ),
    { concurrency: 4 }
  )
  // For what an application cannot read, Graph returns only the id.
  const keyed = known.filter(({ name }) => name !== "group")
  const isBlind = keyed.some(({ object }) => !Array.isArray(object.passwordCredentials))
  const secrets: Result.Result<ReadonlyArray<LeftBehind>, Hidden> = Result.succeed(
    keyed.flatMap(({ name, object }) => secretsOf(object, name, now))
  )
  const sources: ReadonlyArray<Source> = [
    { kind: "service_principal", shown: Result.succeed(items.filter(({ kind }) => kind === "service_principal")) },
    { kind: "ownership", shown: Result.succeed(items.filter(({ kind }) => kind === "ownership")) },
    { kind: "api_key", shown: secrets },
    { kind: "api_key", shown: isBlind ? secretsUnseen : formerSecrets }
  ]
  return sources
})
