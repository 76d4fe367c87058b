import { Invite, OrganisationMember, OrganisationRole } from "@svc/contract/members/schema"
import { Effect, Schema } from "effect"
import { type Member } from "#test/support/people"
import { as } from "#test/support/requests"

const decodeMembers = Schema.decodeUnknownEffect(Schema.toCodecJson(Schema.Array(OrganisationMember)))
const decodeInvite = Schema.decodeUnknownEffect(Schema.toCodecJson(Invite))
const decodeInvites = Schema.decodeUnknownEffect(Schema.toCodecJson(Schema.Array(Invite)))
const decodeRole = Schema.decodeUnknownEffect(Schema.toCodecJson(OrganisationRole))
const decodeRoles = Schema.decodeUnknownEffect(Schema.toCodecJson(Schema.Array(OrganisationRole)))

export const members = (by: Member) => Effect.flatMap(as(by).get("/api/members"), ({ body }) => decodeMembers(body))

export const invites = (by: Member) => Effect.flatMap(as(by).get("/api/invites"), ({ body }) => decodeInvites(body))

/** The organisation's own roles. */
export const ownRoles = (by: Member) =>
  Effect.flatMap(as(by).get("/api/roles"), ({ body }) =>
    Effect.map(decodeRoles(body), (roles) => roles.filter((role) => !role.built_in))
  )

export const invite = (by: Member, email: string, more: Readonly<Record<string, unknown>> = { role: "hr" }) =>
  Effect.flatMap(as(by).post("/api/invites", { email, ...more }), ({ body }) => decodeInvite(body))

export const makeRole = (by: Member, role: Readonly<Record<string, unknown>> = {}) =>
  Effect.flatMap(
    as(by).post("/api/roles", { name: "Auditor", permissions: ["audit_view"], scope: "all", ...role }),
    ({ body }) => decodeRole(body)
  )
