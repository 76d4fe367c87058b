import { teams, teamsWebhookPath } from "@svc/lab/teams"
import { startVendor } from "@svc/lab/vendor"
import { Effect, Predicate } from "effect"
import { aFinding } from "#test/work/residual-access/finding"
import type { ContractRoute } from "#test/support/contract-routes"
import { anIdentityProvider } from "#test/support/saml-idp"
import { aKey, aMember, aSession, aSuperAdmin } from "#test/support/people"
import { type Answer, sendHostile } from "./requests.ts"

export interface Fixture {
  readonly key: string
  readonly session: string
  /** Of the kind of record that the route names; else of an offboarding. */
  readonly id: string
  readonly offboardingId: string
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
  const member = yield* aSuperAdmin()
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
  const offboardingId = yield* idIn(offboarding)
  const made = (path: string, body: unknown) => Effect.flatMap(post(path, session, body), idIn)
  const aChain = made("/api/approval-chains", {
    name: "Two",
    steps: [{ approver_role: "superadmin" }, { approver_role: "superadmin" }]
  })
  const anInitiation = Effect.gen(function* () {
    const submitter = yield* aSession(yield* aMember(member.orgId, "manager"))
    const body = {
      employee_name: "Ada",
      exit_date: "2026-04-30",
      apps_to_revoke: ["crm"],
      chain_id: yield* aChain
    }
    return yield* idIn(yield* post("/api/offboarding-initiations", submitter, body))
  })
  const records = [
    [
      "/api/integrations/{id}/",
      made("/api/integrations", { service_name: "google-workspace", config: { access_token: "secret" } })
    ],
    [
      "/api/integrations/{id}",
      Effect.flatMap(sendHostile({ method: "GET", path: "/api/integrations", bearer: session }), idIn)
    ],
    ["/api/keys/", Effect.flatMap(sendHostile({ method: "GET", path: "/api/keys", bearer: session }), idIn)],
    ["/api/members/", Effect.map(aMember(member.orgId, "hr"), ({ userId }) => userId)],
    ["/api/roles/", made("/api/roles", { name: "Auditor", permissions: [], scope: "all" })],
    ["/api/org-employees/", made("/api/org-employees", { full_name: "Ada", email: "ada@acme.test" })],
    ["/api/employees/checklist/", made(`/api/employees/${offboardingId}/checklist`, { task: "Collect the badge" })],
    ["/api/employees/compliance/", made(`/api/employees/${offboardingId}/compliance`, { name: "NDA" })],
    ["/api/document-templates/", made("/api/document-templates", { name: "Letter", body: "<p>Bye</p>" })],
    ["/api/residual-access/", aFinding(member.orgId, offboardingId)],
    ["/api/assets/", made("/api/assets", { itemName: "Phone", serialNumber: "SN-0" })],
    ["/api/siem-targets/", made("/api/siem-targets", aTarget)],
    ["/api/offboarding-initiations/{id}", anInitiation],
    ["/api/approval-chains/", aChain]
  ] as const
  const own = records.find(([prefix]) => route.path.startsWith(prefix))
  const fixture: Fixture = { key, session, offboardingId, id: own === undefined ? offboardingId : yield* own[1] }
  return fixture
})

export const credentialOf = (route: ContractRoute, fixture: Fixture) =>
  route.surface === "public" ? fixture.key : fixture.session

/** The route's path with these in the place of its parameters. */
export const pathOf = (route: ContractRoute, parameters: Readonly<Record<string, string>>) =>
  route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? parameters["id"] ?? "")

const noTemplate = { checklist_template_id: undefined, checklistTemplateId: undefined }
const sales = { scope: "departments", departments: ["Sales"] }

const aTarget = {
  name: "Collector",
  type: "generic",
  endpoint_url: "https://127.0.0.1:9/events",
  token: "token-of-the-collector",
  allEvents: true
}

/** Takes every message. */
const channel = await startVendor(teams)
const provider = await Effect.runPromise(anIdentityProvider())

/**
 * What a body must say to reach the service behind the decoding, where the schema alone does not tell; undefined where it
 * must not say anything.
 */
export const withinReach = (fixture: Fixture): Readonly<Record<string, Readonly<Record<string, unknown>>>> => ({
  "POST /api/v1/webhooks": { url: "https://127.0.0.1:9/hook" },
  "POST /api/integrations": { service_name: "payroll", config: { token: "secret" } },
  "PATCH /api/integrations/{id}": { config: { note: "front door" } },
  "POST /api/integrations/saas-revocation/connect": { base_url: "https://127.0.0.1:9/", protocol: "webhook" },
  "POST /api/integrations/teams/connect": { webhook_url: `${channel.url}${teamsWebhookPath}` },
  "POST /api/siem-targets": { ...aTarget, events: undefined },
  "PATCH /api/siem-targets/{id}": { ...aTarget, events: undefined },
  "POST /api/siem-targets/batch-export": {
    target_id: fixture.id,
    from: "2026-03-01",
    to: "2026-03-31",
    cursor: undefined
  },
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
  "POST /api/residual-access/{id}/resolve": { reason: "removed by hand" },
  "PATCH /api/employees/{id}/status": { reason: "stays with us" },
  "POST /api/employees/bulk-status": { ids: [fixture.id], reason: "stays with us" },
  "DELETE /api/employees/{id}": { reason: "was entered by mistake" },
  "POST /api/employees/bulk-delete": { ids: [fixture.id], reason: "was entered by mistake" },
  "PUT /api/employees/{id}/legal-hold": { reason: "a lawsuit is pending" },
  "POST /api/employees/{id}/compliance": { fileUrl: "https://127.0.0.1:9/nda.pdf" },
  "PATCH /api/employees/compliance/{docId}/status": { status: "pending", signed_at: "2026-03-02T00:00:00.000Z" },
  "DELETE /api/employees/compliance/{docId}": { reason: "uploaded twice" },
  "POST /api/document-templates": { body: "<p>{{employee_name}}</p>" },
  "PATCH /api/document-templates/{id}": { body: "<p>{{employee_name}}</p>" },
  "POST /api/document-templates/{id}/generate": { offboardingId: fixture.offboardingId },
  "PATCH /api/employees/checklist/{itemId}": { notNeeded: undefined },
  "DELETE /api/employees/checklist/{itemId}": { reason: "was entered twice" },
  "PATCH /api/members/{userId}": { role: "hr", role_id: undefined, ...sales },
  "POST /api/invites": { role: "hr", role_id: undefined, ...sales },
  "POST /api/roles": sales,
  "PATCH /api/roles/{id}": sales,
  "POST /api/org-employees/import": { csv: "full_name,email\nGrace,grace@acme.test\n" },
  "POST /api/employees": {
    ...noTemplate,
    employee_name: "Ada",
    org_employee_id: undefined,
    jurisdiction: "DE",
    apps_to_revoke: ["crm"]
  },
  "POST /api/employees/import": { csv: "employee_name,exit_date\nAda,2026-04-30\n" },
  "POST /api/employees/{id}/clone": { ...noTemplate, jurisdiction: "DE", apps_to_revoke: ["crm"] },
  "PATCH /api/employees/{id}": { jurisdiction: "DE", apps_to_revoke: ["crm"] },
  "POST /api/assets": { itemName: "Laptop", serialNumber: "SN-1", orgEmployeeId: null },
  "POST /api/assets/bulk": { assets: [{ itemName: "Laptop", serialNumber: "SN-2" }] },
  "PATCH /api/assets/{id}": { itemName: "Laptop", serialNumber: "SN-3", orgEmployeeId: null, status: "deployed" },
  "POST /api/offboarding-initiations": { apps_to_revoke: ["crm"], chain_id: null },
  "PATCH /api/offboarding-initiations/{id}": { apps_to_revoke: ["crm"] },
  // What was agreed to is as it was read.
  "POST /api/offboarding-initiations/{id}/approve": { apps_to_revoke: ["crm"], updated_at: undefined },
  "PATCH /api/offboarding-initiations/settings": { default_chain_id: null },
  "POST /api/approval-chains": { name: "HR first", steps: [{ approver_role: "hr" }] },
  "PATCH /api/approval-chains/{id}": { name: "HR first", steps: [{ approver_role: "hr" }] },
  // A name is kept without the white space around it.
  "PATCH /api/auth/profile": { fullName: "Ada King" }
})
