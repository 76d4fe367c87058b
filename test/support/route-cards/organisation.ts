import { Effect } from "effect"
import { createPrivateKey } from "node:crypto"
import { aToken, byEmail, settingsPath } from "#test/organisation/global-token-revocation/support"
import { bodyOf } from "#test/organisation/sso/support"
import { aMember } from "#test/support/people"
import { send } from "#test/support/requests"
import type { Cards } from "./card.ts"
import { provider, signOn } from "./stand-ins.ts"
import { calledWith, made, type Prepare, rowIn, succeeded, type World } from "./prepare.ts"

const okta = "https://acme.okta.com"

/** From here on the provider may sign members out. */
const signOutBy = (world: World) =>
  Effect.andThen(
    signOn(world),
    Effect.flatMap(
      send("PUT", settingsPath, { bearer: world.bearer, body: { issuer: okta, revoke_api_keys: false } }),
      succeeded
    )
  )

const apiKey: Prepare = ({ orgId }) => Effect.map(rowIn(orgId, "api_keys"), (keyId) => ({ parameters: { keyId } }))

const colleague: Prepare = ({ orgId }) =>
  Effect.map(aMember(orgId, "manager"), ({ userId }) => ({ parameters: { userId } }))

const role: Prepare = (world) =>
  Effect.map(made(world, "/api/roles", { name: "Reader", permissions: [], scope: "all" }), (id) => ({
    parameters: { id }
  }))

const sales = { scope: "departments", departments: ["Sales"] }

export const organisationCards = {
  "GET /api/account/memberships": { permission: "nothing", also: ["whileSuspended", "withoutOrganisation"] },
  // One's own account and memberships (plans-3).
  "DELETE /api/account/leave-org": { permission: "nothing", also: ["whileReadOnly"] },
  "DELETE /api/account": { permission: "nothing", also: ["whileReadOnly", "withoutOrganisation"] },
  "POST /api/account/transfer-and-delete": {
    permission: "nothing",
    also: ["whileReadOnly"],
    naming: ({ userId }) => ({ user_id: userId }),
    prepare: calledWith(({ other }) => ({ body: { user_id: other.userId } }))
  },
  "GET /api/account/export": { permission: "nothing", also: ["recording", "withoutOrganisation"] },
  "GET /api/keys": { permission: "superadmin" },
  "POST /api/keys": {
    permission: "superadmin",
    body: { name: "CI", scopes: ["employees:read"], expires_at: null },
    read: () => "/api/keys"
  },
  "POST /api/keys/{keyId}/rotate": { permission: "superadmin", body: {}, prepare: apiKey },
  "DELETE /api/keys/{keyId}": { permission: "superadmin", prepare: apiKey },
  "GET /api/members": { permission: ["members_manage"] },
  "GET /api/members/export": { permission: ["members_manage"], also: ["recording"] },
  "PATCH /api/members/{userId}": {
    permission: ["members_manage"],
    body: { role: "hr" },
    reach: { role: "hr", role_id: undefined, ...sales },
    prepare: colleague
  },
  "DELETE /api/members/{userId}": { permission: ["members_manage"], prepare: colleague },
  "GET /api/invites": { permission: ["members_manage"] },
  "POST /api/invites": {
    permission: ["members_manage"],
    body: { email: "ada@acme.test", role: "hr" },
    reach: { role: "hr", role_id: undefined, ...sales }
  },
  "DELETE /api/invites/{id}": {
    permission: ["members_manage"],
    prepare: (world) =>
      Effect.map(made(world, "/api/invites", { email: "grace@acme.test", role: "hr" }), (id) => ({
        parameters: { id }
      }))
  },
  "GET /api/roles": { permission: ["members_manage"] },
  "POST /api/roles": {
    permission: ["members_manage"],
    body: { name: "Auditor", permissions: ["audit_view"], scope: "all" },
    reach: sales
  },
  "PATCH /api/roles/{id}": { permission: ["members_manage"], body: { name: "Auditor" }, reach: sales, prepare: role },
  "DELETE /api/roles/{id}": { permission: ["members_manage"], prepare: role },
  "GET /api/organizations/me": { permission: "nothing", also: ["withoutOrganisation"] },
  "PATCH /api/organizations/me": {
    permission: "superadmin",
    body: { name: "Acme" },
    reach: { benefitsRegion: "us", defaultJurisdiction: "DE", timezone: "Europe/Berlin" }
  },
  "GET /api/organizations/me/retention": { permission: "superadmin" },
  "PUT /api/organizations/me/retention": { permission: "superadmin", body: { offboarding_retention_months: 12 } },
  "GET /api/organizations/me/retention/preview": { permission: "superadmin" },
  // Who no longer pays may still go (deletion-1).
  "POST /api/organizations/me/deletion": { permission: "superadmin", also: ["whileReadOnly"] },
  "DELETE /api/organizations/me/deletion": {
    permission: "superadmin",
    also: ["whileReadOnly"],
    prepare: ({ post }) => Effect.as(post("/api/organizations/me/deletion"), {})
  },
  "GET /api/billing/subscription": { permission: "nothing" },
  "GET /api/organizations/me/sso": { permission: ["settings_manage"] },
  "PUT /api/organizations/me/sso": {
    permission: ["settings_manage"],
    body: {
      entry_point: "https://idp.example.com/sso",
      idp_issuer: "https://idp.example.com/metadata",
      certificates: ["MII="],
      enforce_sso: false
    },
    reach: {
      metadata_xml: undefined,
      entry_point: provider.entryPoint,
      certificates: [provider.cert],
      bypass_user_ids: []
    },
    prepare: calledWith(() => ({ body: bodyOf(provider) }))
  },
  "DELETE /api/organizations/me/sso": {
    permission: ["settings_manage"],
    prepare: (world) => Effect.as(signOn(world), {})
  },
  "GET /api/organizations/me/sso/global-token-revocation": { permission: ["settings_manage"] },
  "PUT /api/organizations/me/sso/global-token-revocation": {
    permission: ["settings_manage"],
    body: { issuer: "https://acme.okta.com", jwks_url: null, caller_id: null, revoke_api_keys: false },
    reach: "body",
    prepare: (world) => Effect.as(signOn(world), {})
  },
  "DELETE /api/organizations/me/sso/global-token-revocation": {
    permission: ["settings_manage"],
    prepare: (world) => Effect.as(signOutBy(world), {})
  },
  "POST /api/global-token-revocation/{orgId}": {
    permission: "open",
    unknownId: 401,
    body: { sub_id: { format: "email", email: "nobody@acme.test" } },
    prepare: (world) =>
      Effect.gen(function* () {
        yield* signOutBy(world)
        const signer = { issuer: okta, pair: { alg: "RS256", kid: "" } }
        const key = createPrivateKey(provider.key)
        return {
          parameters: { orgId: world.orgId },
          body: byEmail(world.other),
          bearer: yield* aToken(signer, world.orgId, { header: { kid: undefined }, key })
        }
      })
  }
} satisfies Cards
