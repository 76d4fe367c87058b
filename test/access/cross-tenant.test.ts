import { assert } from "#test/support/suite"
import { OffboardingId, type OrgId } from "@svc/contract/kernel/ids"
import { Effect, Layer, Predicate } from "effect"
import { type SqlClient } from "effect/sql"
import * as NotificationsDomain from "#outgoing/notifications/index"
import { Employees } from "#work/employees/service"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import * as WebhooksDomain from "#outgoing/webhooks/index"
import { aFinding } from "#test/access-removal/residual-access/finding"
import { aReturn } from "#test/access-removal/entitlements/held"
import { aLeftBehind } from "#test/access-removal/left-behind/item"
import { aDatabaseReader } from "#test/robustness/database-digest"
import { aStoredTest, anAuditorLink } from "#test/evidence/leaver-test/stored"
import { type ContractRoute, contractRoutes } from "#test/support/contract-routes"
import { bodyOf, cardOf, pathOf } from "#test/support/route-cards"
import { TestApp } from "#test/support/TestApp"
import { layerOfFile } from "#test/support/layer-of-file"
import { aKey, aMember, anOrganisation, asCaller, aSession, asSystemCaller, type Member } from "#test/support/people"
import { as, send } from "#test/support/requests"
import { asSystem, systemSql } from "#test/support/tables"
import { aProfile } from "#test/support/cases"

const Surface = Layer.mergeAll(WebhooksDomain.reactions, NotificationsDomain.reactions).pipe(
  Layer.provideMerge(TestApp)
)

/** An organisation in which something of every kind exists. */
interface World {
  readonly orgId: OrgId
  readonly admin: Member
  readonly key: string
  readonly offboardingId: string
  readonly targetId: string
}

const aWorld = Effect.gen(function* () {
  const orgId = yield* anOrganisation()
  const admin = yield* aMember(orgId)
  const key = yield* aKey(admin)
  const session = yield* aSession(admin)
  yield* send("POST", "/api/integrations/saas-revocation/connect", {
    bearer: session,
    body: { service_name: "crm", protocol: "webhook", base_url: "https://127.0.0.1:9/", token: "secret" }
  })
  const offboardingId = yield* idOf(
    yield* send("POST", "/api/v1/offboardings", {
      bearer: key,
      body: { employee_name: "Ada", exit_date: "2026-04-30", apps_to_revoke: ["crm"] }
    })
  )
  const employees = yield* Employees
  yield* asCaller(admin)(employees.add(aProfile("Bo Diddley")))
  yield* send("POST", `/api/employees/${offboardingId}/compliance`, { bearer: session, body: { name: "NDA" } })
  yield* send("POST", `/api/employees/${offboardingId}/comments`, { bearer: session, body: { text: "Hello" } })
  yield* send("POST", "/api/views", { bearer: session, body: { name: "Sales", filters: { department: "Sales" } } })
  yield* send("POST", "/api/document-templates", { bearer: session, body: { name: "Letter", body: "<p>Bye</p>" } })
  yield* send("POST", "/api/roles", {
    bearer: session,
    body: { name: "Auditor", permissions: ["audit_view"], scope: "all" }
  })
  yield* send("POST", "/api/checklist-templates", {
    bearer: session,
    body: { name: "Engineers", items: [{ task: "Hand over the pager" }] }
  })
  yield* send("POST", "/api/invites", { bearer: session, body: { email: "grace@acme.test", role: "hr" } })
  yield* send("POST", "/api/approval-chains", {
    bearer: session,
    body: { name: "HR first", steps: [{ approver_role: "hr" }], is_default: true }
  })
  yield* as(yield* aMember(orgId, "manager")).post("/api/offboarding-initiations", {
    employee_name: "Grace",
    exit_date: "2026-04-30",
    no_apps: true
  })
  yield* send("POST", "/api/account/org-export", { bearer: session })
  yield* send("POST", "/api/v1/webhooks", {
    bearer: key,
    body: { url: "https://127.0.0.1:9/hook", events: ["offboarding.created"] }
  })
  const targetId = yield* idOf(
    yield* send("POST", "/api/siem-targets", { bearer: session, body: bodyOf({ name: "POST /api/siem-targets" }) })
  )
  for (const name of ["POST /api/scheduled-reports", "POST /api/scheduled-reports/distribution-lists"] as const) {
    yield* send("POST", name.slice("POST ".length), { bearer: session, body: bodyOf({ name }) })
  }
  yield* send("POST", "/api/assets", { bearer: session, body: { itemName: "Laptop", serialNumber: "SN-1" } })
  const outbox = yield* Outbox
  const db = yield* Db
  yield* db
    .transact(
      outbox.append(orgId, {
        _tag: "offboarding.created",
        offboardingId: OffboardingId.make(offboardingId),
        employeeName: "Ada",
        source: "api"
      })
    )
    .pipe(asSystemCaller(orgId))
  yield* systemSql`
      INSERT INTO hris_reviews (org_id, id, employee_id, origin, kind, status, stands, created_at)
      SELECT org_id, gen_random_uuid(), id, 'hris', 'left_without_date', 'waiting', true, created_at
      FROM org_employees WHERE org_id = ${orgId} LIMIT 1`
  yield* systemSql`UPDATE organisation_exports SET status = 'ready', claims = 1, expires_at = '2027-01-01' WHERE org_id = ${orgId}`
  yield* systemSql`
      INSERT INTO exit_interviews (org_id, id, offboarding_id, status, sealed_booking_url, sent_to, invited_at, updated_at)
      SELECT org_id, gen_random_uuid(), id, 'invited', 'sealed', 'work', created_at, created_at
      FROM offboardings WHERE id = ${offboardingId}`
  yield* anAuditorLink(admin, (yield* aStoredTest(orgId)).id)
  yield* Effect.repeat(outbox.dispatch(orgId), { until: (dispatched) => dispatched === 0 })
  yield* aFinding(orgId, offboardingId)
  yield* aLeftBehind(orgId, offboardingId, { stops_the_cut: "Last owner" })
  yield* aReturn(orgId, offboardingId)
  const world: World = { orgId, admin, key, offboardingId, targetId }
  return world
})

const idOf = (answer: { readonly body: unknown; readonly text: string }) =>
  Predicate.hasProperty(answer.body, "id") && typeof answer.body.id === "string"
    ? Effect.succeed(answer.body.id)
    : Effect.die(`An answer with an id was expected: ${answer.text}`)

/** The id of some row of the world's organisation. */
const rowOf =
  (table: string, column = "id") =>
  ({ orgId }: World) =>
    Effect.gen(function* () {
      const [row] = yield* asSystem(
        (sql) =>
          sql<{
            readonly id: string
          }>`SELECT ${sql(column)}::text AS id FROM ${sql(table)} WHERE org_id = ${orgId} LIMIT 1`
      )
      return row === undefined ? yield* Effect.die(`There is no row in ${table}`) : row.id
    })

const offboarding = ({ offboardingId }: World) => Effect.succeed(offboardingId)

type Finder = (world: World) => Effect.Effect<string, unknown, Db | SqlClient.SqlClient>

/**
 * Where each parameter of a path finds a record that really exists; a route with another one fails until it is here.
 */
const records: ReadonlyArray<readonly [prefix: string, parameter: string, find: Finder]> = [
  ["/api/v1/offboardings/", "id", offboarding],
  ["/api/v1/webhooks/", "id", rowOf("webhook_endpoints")],
  ["/api/v1/webhooks/", "deliveryId", rowOf("webhook_deliveries")],
  ["/api/webhooks/", "id", rowOf("webhook_endpoints")],
  ["/api/siem-targets/", "id", rowOf("siem_targets")],
  ["/api/webhooks/", "deliveryId", rowOf("webhook_deliveries")],
  ["/api/keys/", "keyId", rowOf("api_keys")],
  ["/api/integrations/hris/reviews/", "id", rowOf("hris_reviews")],
  ["/api/integrations/", "id", rowOf("integrations")],
  ["/api/residual-access/", "id", rowOf("residual_access_findings")],
  ["/api/left-behind/", "id", rowOf("left_behind_items")],
  ["/api/access-returns/", "id", rowOf("access_returns")],
  ["/api/employees/", "id", offboarding],
  ["/api/employees/compliance/", "docId", rowOf("compliance_documents")],
  ["/api/esignature/", "documentId", rowOf("compliance_documents")],
  ["/api/upload/", "offboardingId", offboarding],
  ["/api/document-templates/", "id", rowOf("document_templates")],
  ["/api/employees/comments/", "commentId", rowOf("comments")],
  ["/api/views/", "viewId", rowOf("saved_views")],
  ["/api/employees/checklist/", "itemId", rowOf("checklist_items")],
  ["/api/checklist-templates/", "id", rowOf("checklist_templates")],
  ["/api/checklist-templates/", "offboardingId", offboarding],
  ["/api/assets/", "id", rowOf("assets")],
  ["/api/org-employees/", "id", rowOf("org_employees")],
  ["/api/notifications/", "id", rowOf("notifications")],
  ["/api/members/", "userId", rowOf("memberships", "user_id")],
  ["/api/invites/", "id", rowOf("invites")],
  ["/api/roles/", "id", rowOf("roles")],
  ["/api/auth/sessions/", "id", rowOf("sessions")],
  ["/api/audit-log/entries/", "id", rowOf("audit_entries")],
  ["/api/account/org-export/", "id", rowOf("organisation_exports")],
  ["/api/offboarding-initiations/", "id", rowOf("offboarding_initiations")],
  ["/api/approval-chains/", "id", rowOf("approval_chains")],
  ["/api/scheduled-reports/distribution-lists/", "id", rowOf("distribution_lists")],
  ["/api/scheduled-reports/", "id", rowOf("scheduled_reports")],
  ["/api/reports/offboarding/", "id", offboarding],
  ["/api/reports/leaver-test/", "id", rowOf("leaver_tests")],
  ["/api/reports/leaver-test/", "linkId", rowOf("leaver_test_links")]
]

/** Parameters that name no record of their own. */
const plain: Readonly<Record<string, string>> = { service: "crm" }

const pathIn = Effect.fnUntraced(function* (route: ContractRoute, world: World) {
  let path = route.path
  for (const [, name = ""] of route.path.matchAll(/\{(\w+)\}/g)) {
    const [, , find] = records.find(([prefix, parameter]) => route.path.startsWith(prefix) && parameter === name) ?? []
    const value =
      plain[name] ??
      (find === undefined ? yield* Effect.die(`No record is known for ${route.name}`) : yield* find(world))
    path = path.replace(`{${name}}`, value)
  }
  return path
})

const credentialOf = (route: ContractRoute, { admin, key }: World) =>
  route.surface === "public" ? Effect.succeed(key) : aSession(admin)

const idsOf = ({ admin, offboardingId, orgId, targetId }: World) => ({
  orgId,
  userId: admin.userId,
  offboardingId,
  targetId
})

/**
 * Open to everybody: there is no caller whose organisation the record could differ from. Of a sign-in the id says whose
 * it is.
 */
const withoutCaller = contractRoutes.filter((route) => route.path.includes("{") && cardOf(route).permission === "open")

const named = contractRoutes.filter(
  (route) => (route.path.includes("{") && !withoutCaller.includes(route)) || cardOf(route).naming !== undefined
)

const withSurface = layerOfFile(Surface)

withSurface("another organisation's records", (it) => {
  // tenancy-1: A record of another organization is 404 like an unknown one, on every route with an ID, and nothing
  //   changes.
  it.status(
    404,
    "each route with an id answers for a foreign record as for one that never was, and changes nothing",
    function* () {
      const [own, foreign] = [yield* aWorld, yield* aWorld]
      const digest = yield* aDatabaseReader
      for (const route of named) {
        const bearer = yield* credentialOf(route, own)
        const unknown = yield* send(route.method, pathOf(route), { bearer, body: bodyOf(route) })
        const before = yield* digest
        const path = yield* pathIn(route, foreign)
        const answer = yield* send(route.method, path, { bearer, body: bodyOf(route, idsOf(foreign)) })
        assert.strictEqual(answer.status, cardOf(route).unknownId ?? 404, `${route.name}: ${answer.text}`)
        assert.strictEqual(answer.text, unknown.text, route.name)
        assert.strictEqual(yield* digest, before, `${route.name} changed something`)
      }
    }
  )

  // tenancy-1
  it.status(
    404,
    "a foreign record below one's own: the outer id is right and the inner one another organisation's",
    function* () {
      const [own, foreign] = [yield* aWorld, yield* aWorld]
      for (const route of contractRoutes.filter(({ path }) => path.includes("{deliveryId}"))) {
        const ownPath = yield* pathIn(route, own)
        const foreignPath = yield* pathIn(route, foreign)
        const mixed = ownPath.split("/").map((segment, index) => {
          const inner = route.path.split("/")[index] === "{deliveryId}"
          return inner ? (foreignPath.split("/")[index] ?? "") : segment
        })
        const bearer = yield* credentialOf(route, own)
        const answer = yield* send(route.method, mixed.join("/"), { bearer })
        assert.strictEqual(answer.status, 404, `${route.name}: ${answer.text}`)
      }
    }
  )

  it.effect("each route with an id has a caller, but for those that are open to everybody", () =>
    Effect.sync(() =>
      assert.sameMembers(
        contractRoutes
          .filter(({ path, requires }) => path.includes("{") && requires?.open === true)
          .filter(({ middlewares }) => !middlewares.includes("svc/SessionAuth"))
          .map(({ name }) => name),
        withoutCaller.map(({ name }) => name)
      )
    )
  )

  it.effect("the same paths open for their own organisation: the ids that are refused are real ones", function* () {
    for (const route of named.filter(({ method }) => method === "GET")) {
      const world = yield* aWorld
      const answer = yield* send(route.method, yield* pathIn(route, world), {
        bearer: yield* credentialOf(route, world)
      })
      assert.strictEqual(answer.status, 200, `${route.name}: ${answer.text}`)
    }
  })
})

/** Routes of the app with an id of these kinds are about an offboarding, a request or a review. */
const ofDepartures = [
  "/api/employees/",
  "/api/residual-access/",
  "/api/left-behind/",
  "/api/access-returns/",
  "/api/esignature/",
  "/api/upload/",
  "/api/offboarding-initiations/",
  "/api/integrations/hris/reviews/",
  "/api/reports/offboarding/"
]

withSurface("a member's own departure", (it) => {
  it.status(
    404,
    "each route by an id of it answers a Super Admin as for one that never was, and changes nothing",
    function* () {
      const world = yield* aWorld
      const about = ["offboardings.employee_email", "offboarding_initiations.employee_email", "org_employees.email"]
      for (const [table = "", column = ""] of about.map((name) => name.split("."))) {
        yield* asSystem(
          (sql) => sql`UPDATE ${sql(table)} SET ${sql(column)} = ${world.admin.email} WHERE org_id = ${world.orgId}`
        )
      }
      // Of before the offboarding was theirs.
      yield* systemSql`DELETE FROM notifications WHERE org_id = ${world.orgId}`
      const digest = yield* aDatabaseReader
      const isAbout = (route: ContractRoute) =>
        route.surface !== "public" &&
        (ofDepartures.some((prefix) => route.path.startsWith(prefix)) ||
          route.path.includes("{offboardingId}") ||
          JSON.stringify(bodyOf(route, idsOf(world)) ?? null).includes(world.offboardingId))
      const routes = named.filter(isAbout)
      assert.isAbove(routes.length, 40)
      // Some have another id before it, of a record that is there.
      const notFound = JSON.stringify({ error: "Offboarding not found" })
      const seen: Array<string> = []
      for (const route of routes) {
        const bearer = yield* credentialOf(route, world)
        const unknown = yield* send(route.method, pathOf(route), { bearer, body: bodyOf(route) })
        const before = yield* digest
        const answer = yield* send(route.method, yield* pathIn(route, world), {
          bearer,
          body: bodyOf(route, idsOf(world))
        })
        const isUnknown =
          answer.status === (cardOf(route).unknownId ?? 404) && [unknown.text, notFound].includes(answer.text)
        if (!isUnknown || (yield* digest) !== before)
          seen.push(`${route.name}: ${answer.status} ${answer.text.slice(0, 200)}`)
      }
      assert.deepStrictEqual(seen, [])

      const reading = contractRoutes.filter(
        ({ method, path, surface }) =>
          method === "GET" && surface !== "public" && !path.includes("{") && path !== "/api/events"
      )
      const told: Array<string> = []
      for (const route of reading) {
        const { text } = yield* send("GET", route.path, { bearer: yield* credentialOf(route, world) })
        if (text.includes(world.offboardingId)) told.push(route.name)
      }
      assert.deepStrictEqual(told, [])
    }
  )
})
