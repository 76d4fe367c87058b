import { Effect, Option, Result, Schema } from "effect"
import type { VendorAnswer, VendorCalls, VendorReads } from "#connections/vendors/protocol/calls"
import type { LeftBehind, Successor } from "#connections/vendors/protocol/inventory"
import { closed, type ClosedLook, refusedFor, untried } from "#connections/vendors/protocol/left-behind"
import { cleaned, failed, manualRequired, refused, revoked } from "#connections/vendors/protocol/outcome"
import { actingToken, bearer, readingToken, saidIn } from "#connections/vendors/slack/web"
import { byCursor, listOf, showing, type SlackWeb, writeTo } from "./lists.ts"

const toRead = showing("the scope admin.workflows:read (Enterprise) for workflows")
const toWrite = showing("the scope admin.workflows:write (Enterprise) to transfer workflows")

const Workflow = Schema.Struct({
  id: Schema.String,
  title: Schema.optionalKey(Schema.NullOr(Schema.String)),
  collaborators: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.String)))
})
type Workflow = typeof Workflow.Type

const readWorkflows = (body: string) =>
  Option.map(
    Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ workflows: Schema.Array(Workflow) })))(body),
    ({ workflows }) => workflows
  )

const managedBy = (calls: VendorReads, web: SlackWeb, user: string) =>
  Effect.map(
    listOf(calls, web, {
      method: "admin.workflows.search",
      parameters: { collaborator_ids: user, limit: "50" },
      token: actingToken(web.connection),
      itemsIn: readWorkflows,
      next: byCursor,
      showing: toRead
    }),
    Result.map((all) => all.filter(({ collaborators }) => (collaborators ?? []).includes(user)))
  )

const shown = ({ collaborators, id, title }: Workflow): LeftBehind => ({
  kind: "ownership",
  externalId: `workflow:${id}`,
  label: cleaned(`Workflow "${title ?? id}"`),
  risk: (collaborators ?? []).length > 1 ? "low" : "medium",
  privileges: ["manager"],
  lastUsedAt: null,
  closing: "transfer",
  stopsTheCut: null
})

/** Published workflows that the leaver manages. */
export const workflows = (calls: VendorReads, web: SlackWeb, user: string) =>
  Effect.map(managedBy(calls, web, user), (own) => [
    { kind: "ownership" as const, shown: Result.map(own, (all) => all.map(shown)) }
  ])

const noSuccessor = manualRequired(
  "Slack has no active member with the new owner's email address. Choose another new owner, or add them as a member first"
)

const notTheirs = revoked("Slack does not show the person as a manager of the workflow", { verified: true })

const notShown = failed("Slack accepted the new manager of the workflow but does not show them. Check it manually")

const memberOf = Effect.fnUntraced(function* (calls: VendorReads, { connection, url }: SlackWeb, email: string) {
  const said = saidIn(
    yield* calls.read({
      url: `${url}/users.lookupByEmail?email=${encodeURIComponent(email)}`,
      headers: bearer(readingToken(connection))
    })
  )
  if (said.status === 404) return Result.fail(noSuccessor)
  if (said.status >= 300 || Option.isNone(said.user)) return Result.fail(refused(said.status, said.error))
  const { deleted, id, profile } = said.user.value
  const address = profile?.email
  const isOther = typeof address === "string" && address.trim().toLowerCase() !== email.trim().toLowerCase()
  return deleted === true || isOther ? Result.fail(noSuccessor) : Result.succeed(id)
})

const changeOf = (calls: VendorCalls, web: SlackWeb, step: "add" | "remove", workflow: string, user: string) =>
  writeTo(calls, web, actingToken(web.connection), `admin.workflows.collaborators.${step}`, {
    workflow_ids: [workflow],
    collaborator_ids: [user]
  })

/** Makes the successor a manager, and only once that shows takes the leaver out: no workflow is without one in between. */
export const giveWorkflow = Effect.fnUntraced(function* (
  calls: VendorCalls,
  web: SlackWeb,
  user: string,
  workflow: string,
  successor: Successor
) {
  const isManagedBy = (manager: string): ClosedLook =>
    Effect.map(
      managedBy(calls, web, manager),
      Result.map((all) => all.some(({ id }) => id === workflow))
    )
  const isLeavers = yield* isManagedBy(user)
  if (Result.isFailure(isLeavers)) return untried(isLeavers.failure)
  if (!isLeavers.success) return notTheirs
  const member = yield* memberOf(calls, web, successor.email)
  if (Result.isFailure(member)) return member.failure
  if (member.success === user) return noSuccessor
  const refusal = (answer: VendorAnswer) => refusedFor(toWrite, answer, saidIn(answer).error)
  const added = yield* closed({
    write: changeOf(calls, web, "add", workflow, member.success),
    isClosed: isManagedBy(member.success),
    then: "The new owner manages the workflow",
    refusal
  })
  if (!added.verified) return added.outcome === "revoked" ? notShown : added
  return yield* closed({
    write: changeOf(calls, web, "remove", workflow, user),
    isClosed: Effect.map(
      isManagedBy(user),
      Result.map((is) => !is)
    ),
    then: "The workflow belongs to the new owner. Slack no longer shows the person as its manager",
    refusal
  })
})
