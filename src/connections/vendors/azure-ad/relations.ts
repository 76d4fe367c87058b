import { Effect, Option, Result, Schema } from "effect"
import type { VendorCalls, VendorReads } from "#connections/vendors/protocol/calls"
import type { Leaver } from "#connections/vendors/protocol/connector"
import type { Successor } from "#connections/vendors/protocol/inventory"
import { closed, halfDone, untried } from "#connections/vendors/protocol/left-behind"
import { failed, manualRequired, revoked } from "#connections/vendors/protocol/outcome"
import { type EntraReach, graphList, graphWrite, refusal } from "./graph-lists.ts"
import { userOf } from "./look-up.ts"

/** Kinds of responsibility in Entra ID, each with its Graph list. */
const relations = {
  application: {
    path: (id: string) => `/applications/${id}/owners`,
    reads: "Application.Read.All",
    writes: "Application.ReadWrite.All"
  },
  servicePrincipal: {
    path: (id: string) => `/servicePrincipals/${id}/owners`,
    reads: "Application.Read.All",
    writes: "Application.ReadWrite.All"
  },
  group: { path: (id: string) => `/groups/${id}/owners`, reads: "GroupMember.Read.All", writes: "Group.ReadWrite.All" },
  guest: { path: (id: string) => `/users/${id}/sponsors`, reads: "User.Read.All", writes: "User.ReadWrite.All" },
  agent: {
    path: (id: string) => `/servicePrincipals/${id}/microsoft.graph.agentIdentity/sponsors`,
    reads: "AgentIdentity.ReadWrite.All",
    writes: "AgentIdentity.ReadWrite.All"
  }
} as const

export type RelationName = keyof typeof relations

interface Relation {
  readonly name: RelationName
  readonly id: string
}

/** What it is called by: `application:0000…`. */
export const relationId = ({ id, name }: Relation) => `${name}:${id}`

const names: ReadonlyArray<RelationName> = ["application", "servicePrincipal", "group", "guest", "agent"]

export const relationIn = (externalId: string): Option.Option<Relation> => {
  const colon = externalId.indexOf(":")
  const name = names.find((it) => it === externalId.slice(0, colon))
  return name === undefined ? Option.none() : Option.some({ name, id: externalId.slice(colon + 1) })
}

/** Its list below Graph's version. */
export const relationPath = ({ id, name }: Relation) => relations[name].path(encodeURIComponent(id))

const idsAt = graphList(Schema.Struct({ id: Schema.String }))

/** Who answers for it: owners, or sponsors. */
export const answering = (calls: VendorReads, reach: EntraReach, relation: Relation) =>
  Effect.map(
    idsAt(calls, reach, `${relationPath(relation)}?$select=id`, relations[relation.name].reads),
    Result.map((all) => all.map((one) => one.id))
  )

const includes = (calls: VendorReads, reach: EntraReach, relation: Relation, id: string) =>
  Effect.map(
    answering(calls, reach, relation),
    Result.map((all) => all.includes(id))
  )

/** Adds the new owner, then removes the leaver: Graph refuses to remove the last one. */
export const giveRelation = Effect.fnUntraced(function* (
  calls: VendorCalls,
  reach: EntraReach,
  relation: Relation,
  leaver: Leaver,
  successor: Successor
) {
  const { token, user } = reach.account
  const theirs = yield* includes(calls, reach, relation, user.id)
  if (Result.isFailure(theirs)) return untried(theirs.failure)
  if (!theirs.success) return revoked("It no longer belongs to the leaver. Verified in Entra ID", { verified: true })
  const finding = yield* userOf(calls, reach.places, token, { ...leaver, email: successor.email })
  if (finding._tag === "Result") {
    return finding.result.outcome === "failed"
      ? finding.result
      : manualRequired(
          "Entra ID does not have exactly one account for the new owner. Choose another new owner, or transfer it manually"
        )
  }
  const newId = finding.account.id
  if (newId === user.id) return failed("The new owner is the leaver. Choose another new owner")
  const { writes } = relations[relation.name]
  const at = relationPath(relation)
  const then = `It belongs to ${successor.email}. Verified in Entra ID`
  const added = yield* closed({
    write: graphWrite(calls, reach, "POST", `${at}/$ref`, {
      "@odata.id": `https://graph.microsoft.com/v1.0/directoryObjects/${newId}`
    }),
    isClosed: includes(calls, reach, relation, newId),
    then,
    refusal: refusal(writes)
  })
  // Removing the leaver first would orphan it.
  if (added.outcome !== "revoked" || !added.verified) return halfDone(added)
  return yield* closed({
    write: graphWrite(calls, reach, "DELETE", `${at}/${encodeURIComponent(user.id)}/$ref`),
    isClosed: Effect.map(
      includes(calls, reach, relation, user.id),
      Result.map((is) => !is)
    ),
    then,
    refusal: refusal(writes)
  })
})
