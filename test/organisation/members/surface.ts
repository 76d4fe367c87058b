import { Invite, OrganisationMember, OrganisationRole } from "@svc/contract/members/schema"
import { Effect, Schema } from "effect"
import { aSession, type Member } from "#test/support/people"
import { send } from "#test/support/requests"

/** Sends a request in a session of this member; answers the exact status and body. */
export const call = Effect.fnUntraced(function* (
  member: Member,
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: unknown
) {
  const bearer = yield* aSession(member)
  const answer = yield* send(method, path, { bearer, ...(body === undefined ? {} : { body }) })
  return { status: answer.status, body: answer.body, error: sentenceOf(answer.body) }
})

const WithError = Schema.Struct({ error: Schema.String })

const sentenceOf = (body: unknown) => (Schema.is(WithError)(body) ? body.error : "")

const decodeMembers = Schema.decodeUnknownEffect(Schema.toCodecJson(Schema.Array(OrganisationMember)))
const decodeInvite = Schema.decodeUnknownEffect(Schema.toCodecJson(Invite))
const decodeInvites = Schema.decodeUnknownEffect(Schema.toCodecJson(Schema.Array(Invite)))
const decodeRole = Schema.decodeUnknownEffect(Schema.toCodecJson(OrganisationRole))
const decodeRoles = Schema.decodeUnknownEffect(Schema.toCodecJson(Schema.Array(OrganisationRole)))

export const members = (by: Member) =>
  Effect.flatMap(call(by, "GET", "/api/members"), ({ body }) => decodeMembers(body))

export const invites = (by: Member) =>
  Effect.flatMap(call(by, "GET", "/api/invites"), ({ body }) => decodeInvites(body))

/** The organisation's own roles. */
export const ownRoles = (by: Member) =>
  Effect.flatMap(call(by, "GET", "/api/roles"), ({ body }) =>
    Effect.map(decodeRoles(body), (roles) => roles.filter((role) => !role.built_in))
  )

export const invite = (by: Member, email: string, more: Readonly<Record<string, unknown>> = { role: "hr" }) =>
  Effect.flatMap(call(by, "POST", "/api/invites", { email, ...more }), ({ body }) => decodeInvite(body))

export const makeRole = (by: Member, role: Readonly<Record<string, unknown>> = {}) =>
  Effect.flatMap(
    call(by, "POST", "/api/roles", { name: "Auditor", permissions: ["audit_view"], scope: "all", ...role }),
    ({ body }) => decodeRole(body)
  )
