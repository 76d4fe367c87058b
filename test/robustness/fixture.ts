import { Effect, Predicate } from "effect"
import { randomUUID } from "node:crypto"
import { aFinding } from "#test/access-removal/residual-access/finding"
import { anEntitlement, aReturn } from "#test/access-removal/entitlements/held"
import { aLeftBehind } from "#test/access-removal/left-behind/item"
import type { ContractRoute } from "#test/support/contract-routes"
import { bodyOf } from "#test/support/route-cards"
import { bodyOf as ssoBodyOf } from "#test/organisation/sso/support"
import { provider } from "#test/support/route-cards/stand-ins"
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

/** Whoever may call every route, of an organisation with nothing: for what is refused before anything is looked for. */
export const aCaller = Effect.gen(function* () {
  const member = yield* aSuperAdmin()
  const fixture: Fixture = {
    key: yield* aKey(member),
    session: yield* aSession(member),
    id: randomUUID(),
    offboardingId: randomUUID()
  }
  return fixture
})

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
  if (route.path.endsWith("/sso/global-token-revocation")) {
    const path = "/api/organizations/me/sso"
    yield* sendHostile({ method: "PUT", path, bearer: session, body: JSON.stringify(ssoBodyOf(provider)) })
  }
  if (route.path.endsWith("/access-returns")) yield* anEntitlement(member.orgId, offboardingId)
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
    ["/api/left-behind/", aLeftBehind(member.orgId, offboardingId, { stops_the_cut: "Last owner" })],
    ["/api/access-returns/", Effect.map(aReturn(member.orgId, offboardingId), ({ id }) => id)],
    ["/api/views/", made("/api/views", { name: "Sales", filters: { department: "Sales" } })],
    ["/api/employees/comments/", made(`/api/employees/${offboardingId}/comments`, { text: "Hello" })],
    ["/api/assets/", made("/api/assets", { itemName: "Phone", serialNumber: "SN-0" })],
    ["/api/siem-targets/", made("/api/siem-targets", bodyOf({ name: "POST /api/siem-targets" }))],
    ["/api/offboarding-initiations/{id}", anInitiation],
    ["/api/approval-chains/", aChain],
    [
      "/api/scheduled-reports/distribution-lists/",
      made(
        "/api/scheduled-reports/distribution-lists",
        bodyOf({ name: "POST /api/scheduled-reports/distribution-lists" })
      )
    ],
    ["/api/scheduled-reports/", made("/api/scheduled-reports", bodyOf({ name: "POST /api/scheduled-reports" }))]
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
