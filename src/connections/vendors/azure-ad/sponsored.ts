import { Effect, Result, Schema } from "effect"
import type { VendorReads } from "#connections/vendors/protocol/calls"
import type { LeftBehind } from "#connections/vendors/protocol/inventory"
import { type Hidden, type Source } from "#connections/vendors/protocol/left-behind"
import { cleaned } from "#connections/vendors/protocol/outcome"
import { maybeText } from "#connections/vendors/protocol/vendor-json"
import { type EntraReach, graphList } from "./graph-lists.ts"
import { answering, relationId } from "./relations.ts"

const agents = graphList(Schema.Struct({ id: Schema.String, displayName: maybeText }))

const guests = graphList(
  Schema.Struct({
    id: Schema.String,
    displayName: maybeText,
    mail: maybeText,
    sponsors: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Struct({ id: Schema.String }))))
  })
)

const agentOf = (
  { displayName, id }: { readonly id: string; readonly displayName?: string | null },
  isOnly: boolean
) => {
  const name = cleaned(displayName || id)
  return {
    kind: "agent",
    externalId: relationId({ name: "agent", id }),
    label: `Agent "${name}"`,
    // It keeps acting without an owner.
    risk: isOnly ? "high" : "medium",
    privileges: ["sponsor"],
    lastUsedAt: null,
    closing: "transfer",
    stopsTheCut: isOnly ? `Only sponsor of the agent "${name}"` : null
  } satisfies LeftBehind
}

/** Agent identities that the leaver sponsors. Graph lists sponsored objects to people only, so each agent is read. */
export const lookAtAgents = Effect.fnUntraced(function* (calls: VendorReads, reach: EntraReach) {
  const path = "/servicePrincipals/microsoft.graph.agentIdentity?$select=id,displayName&$top=100"
  const all = yield* agents(calls, reach, path, "AgentIdentity.ReadWrite.All")
  if (Result.isFailure(all)) return { kind: "agent", shown: Result.fail(all.failure) } satisfies Source
  const own = yield* Effect.forEach(
    all.success,
    (agent) =>
      Effect.map(
        answering(calls, reach, { name: "agent", id: agent.id }),
        Result.map((sponsors): ReadonlyArray<LeftBehind> =>
          sponsors.includes(reach.account.user.id) ? [agentOf(agent, sponsors.length === 1)] : []
        )
      ),
    { concurrency: 4 }
  )
  const shown: Result.Result<ReadonlyArray<LeftBehind>, Hidden> = Result.map(Result.all(own), (items) => items.flat())
  return { kind: "agent", shown } satisfies Source
})

/** Guests whom the leaver answers for. */
export const lookAtGuests = Effect.fnUntraced(function* (calls: VendorReads, reach: EntraReach) {
  const filter = encodeURIComponent("userType eq 'Guest'")
  const path = `/users?$filter=${filter}&$expand=sponsors($select=id)&$select=id,displayName,mail&$top=100`
  const shown = yield* guests(calls, reach, path, "User.Read.All")
  const source: Source = {
    kind: "ownership",
    shown: Result.map(shown, (all) =>
      all
        .filter(({ sponsors }) => (sponsors ?? []).some(({ id }) => id === reach.account.user.id))
        .map(({ displayName, id, mail, sponsors }) => ({
          kind: "ownership",
          externalId: relationId({ name: "guest", id }),
          label: cleaned(
            `${sponsors?.length === 1 ? "Only sponsor" : "Sponsor"} of the guest ${displayName || mail || id}`
          ),
          risk: "low",
          privileges: ["sponsor"],
          lastUsedAt: null,
          closing: "transfer",
          stopsTheCut: null
        }))
    )
  }
  return source
})
