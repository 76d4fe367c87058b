import { Effect, Predicate } from "effect"
import type { ContractRoute } from "../support/contract-routes.ts"
import { anIdentityProvider } from "../support/saml-idp.ts"
import { aKey, aMember, anOrganisation, aSession } from "../support/TestApp.ts"
import { type Answer, sendHostile } from "./requests.ts"

export interface Fixture {
  readonly key: string
  readonly session: string
  /** Of an offboarding; on routes of a key, a member, a role, a person, an initiation or a chain, of that one. */
  readonly id: string
}

/** The `id` of an answered record, or of the first of a list. */
export const idIn = ({ body, text }: Answer): Effect.Effect<string> => {
  const record: unknown = Array.isArray(body) ? body[0] : body
  return Predicate.hasProperty(record, "id") && typeof record.id === "string"
    ? Effect.succeed(record.id)
    : Effect.die(`An answer with an id was expected: ${text}`)
}

/** An organisation with a connected app and a case that selects it, so that valid requests find what they name. */
export const aFixture = Effect.fnUntraced(function* (route: ContractRoute) {
  const member = yield* aMember(yield* anOrganisation())
  const key = yield* aKey(member)
  const session = yield* aSession(member)
  const post = (path: string, bearer: string, body: unknown) =>
    sendHostile({ method: "POST", path, bearer, body: JSON.stringify(body) })
  yield* post("/api/integrations/saas-revocation/connect", session, {
    service_name: "crm",
    protocol: "webhook",
    base_url: "https://127.0.0.1:9/",
    token: "secret"
  })
  const offboarding = yield* post("/api/v1/offboardings", key, {
    employee_name: "Ada",
    exit_date: "2026-04-30",
    apps_to_revoke: ["crm"]
  })
  const named = route.path.startsWith("/api/keys/")
    ? yield* sendHostile({ method: "GET", path: "/api/keys", bearer: session })
    : offboarding
  const aChain = () =>
    post("/api/approval-chains", session, {
      name: "Two",
      steps: [{ approver_role: "superadmin" }, { approver_role: "superadmin" }]
    })
  const anInitiation = Effect.gen(function* () {
    const submitter = yield* aSession(yield* aMember(member.orgId, "manager"))
    const body = {
      employee_name: "Ada",
      exit_date: "2026-04-30",
      apps_to_revoke: ["crm"],
      chain_id: yield* idIn(yield* aChain())
    }
    return yield* idIn(yield* post("/api/offboarding-initiations", submitter, body))
  })
  const fixture: Fixture = {
    key,
    session,
    id: route.path.startsWith("/api/members/")
      ? (yield* aMember(member.orgId, "hr")).userId
      : route.path.startsWith("/api/roles/")
        ? yield* idIn(yield* post("/api/roles", session, { name: "Auditor", permissions: [], scope: "all" }))
        : route.path.startsWith("/api/offboarding-initiations/{id}")
          ? yield* anInitiation
          : route.path.startsWith("/api/approval-chains/")
            ? yield* idIn(yield* aChain())
            : route.path.startsWith("/api/org-employees/")
              ? yield* idIn(yield* post("/api/org-employees", session, { full_name: "Ada", email: "ada@acme.test" }))
              : yield* idIn(named)
  }
  return fixture
})

export const credentialOf = (route: ContractRoute, fixture: Fixture) =>
  route.surface === "public" ? fixture.key : fixture.session

/** The route's path with these in the place of its parameters. */
export const pathOf = (route: ContractRoute, parameters: Readonly<Record<string, string>>) =>
  route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? parameters["id"] ?? "")

const sales = { scope: "departments", departments: ["Sales"] }

const provider = await Effect.runPromise(anIdentityProvider())

/**
 * What a body must say to reach the service behind the decoding, where the schema alone does not tell; undefined where it
 * must not say anything.
 */
export const withinReach = (fixture: Fixture): Readonly<Record<string, Readonly<Record<string, unknown>>>> => ({
  "POST /api/v1/webhooks": { url: "https://127.0.0.1:9/hook" },
  "POST /api/integrations/saas-revocation/connect": { base_url: "https://127.0.0.1:9/", protocol: "webhook" },
  "PUT /api/audit-log/retention": { audit_retention_months: 12 },
  "PUT /api/audit-log/archive-retention": { audit_archive_retention_days: 400 },
  "PATCH /api/organizations/me": { benefitsRegion: "us", defaultJurisdiction: "DE", timezone: "Europe/Berlin" },
  "PUT /api/organizations/me/sso": {
    metadata_xml: undefined,
    entry_point: provider.entryPoint,
    certificates: [provider.cert],
    bypass_user_ids: []
  },
  "POST /api/revoke-access": { offboardingId: fixture.id, apps: ["crm"] },
  "POST /api/revoke-access/preview": { offboardingId: fixture.id, apps: ["crm"] },
  "POST /api/offboarding-initiations": { apps_to_revoke: ["crm"], chain_id: null },
  "PATCH /api/offboarding-initiations/{id}": { apps_to_revoke: ["crm"] },
  "POST /api/offboarding-initiations/{id}/approve": { apps_to_revoke: ["crm"] },
  "PATCH /api/offboarding-initiations/settings": { default_chain_id: null },
  // A name is kept without the white space around it.
  "POST /api/approval-chains": { name: "HR first", steps: [{ approver_role: "hr" }] },
  "PATCH /api/approval-chains/{id}": { name: "HR first", steps: [{ approver_role: "hr" }] },
  "PATCH /api/employees/{id}/status": { reason: "stays with us" },
  "POST /api/employees/bulk-status": { ids: [fixture.id], reason: "stays with us" },
  "DELETE /api/employees/{id}": { reason: "was entered by mistake" },
  "POST /api/employees/bulk-delete": { ids: [fixture.id], reason: "was entered by mistake" },
  "PUT /api/employees/{id}/legal-hold": { reason: "a lawsuit is pending" },
  "PATCH /api/members/{userId}": { role: "hr", role_id: undefined, ...sales },
  "POST /api/invites": { role: "hr", role_id: undefined, ...sales },
  "POST /api/roles": sales,
  "PATCH /api/roles/{id}": sales,
  "POST /api/org-employees/import": { csv: "full_name,email\nGrace,grace@acme.test\n" },
  // A name is kept without the white space around it.
  "PATCH /api/auth/profile": { fullName: "Ada King" }
})
