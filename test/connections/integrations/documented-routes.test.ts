import { assert, describe, it, layer } from "#test/support/suite"
import { connectBodies } from "@svc/contract/integrations/connect-bodies"
import { contractRoutes } from "#test/support/contract-routes"
import { call } from "#test/support/route-cards"
import { TestApp } from "#test/support/TestApp"
import { aMember, anOrganisation, aSession } from "#test/support/people"

/** The connect routes, word for word: each with its plan feature, none where it has no plan gate. */
const connectRoutes: ReadonlyArray<readonly [route: string, feature: string | undefined]> = [
  ["GET /api/integrations/github/oauth/start", undefined],
  ["GET /api/integrations/github/oauth/callback", undefined],
  ["GET /api/integrations/google-workspace/oauth/start", undefined],
  ["GET /api/integrations/google-workspace/oauth/callback", undefined],
  ["GET /api/integrations/google-calendar/oauth/start", undefined],
  ["GET /api/integrations/google-calendar/oauth/callback", undefined],
  ["POST /api/integrations/okta/connect", "identityProviders"],
  ["POST /api/integrations/azure-ad/connect", "azureAd"],
  ["POST /api/integrations/jumpcloud/connect", "extendedIdentityProviders"],
  ["POST /api/integrations/onelogin/connect", "extendedIdentityProviders"],
  ["POST /api/integrations/ping/connect", "extendedIdentityProviders"],
  ["POST /api/integrations/slack/connect", "slackNotifications"],
  ["POST /api/integrations/teams/connect", "slackNotifications"],
  ["POST /api/integrations/teams/test", "slackNotifications"],
  ["POST /api/integrations/hris/connect", "hrisIntegration"],
  ["POST /api/integrations/it-tickets/connect", "itTickets"],
  ["POST /api/integrations/docusign/connect", "esignature"],
  ["POST /api/integrations/adobe-sign/connect", "esignature"],
  ["POST /api/integrations/dropbox-sign/connect", "esignature"],
  ["POST /api/integrations/calendly/connect", "exitInterviewScheduling"],
  ["POST /api/integrations/sms/connect", "smsNotifications"],
  ["POST /api/integrations/scim/setup", "scim"],
  ["POST /api/integrations/saas-revocation/connect", undefined],
  ["POST /api/integrations/alumni/connect", undefined]
]

/** Writes of the record itself. */
const recordWrites = [
  "POST /api/integrations",
  "PATCH /api/integrations/{id}",
  "DELETE /api/integrations/{id}",
  "PATCH /api/integrations/{id}/auto-reply-setting",
  "PATCH /api/integrations/{id}/drive-transfer-setting"
]

const routeOf = (name: string) =>
  contractRoutes.find((route) => route.name === name) ?? assert.fail(`there is no ${name}`)

describe("the documented connect routes", () => {
  // connecting-1: Each documented connect route is there, with `integrations_manage`, the step-up and the feature of
  //   its plan.
  it.each(connectRoutes)(
    "%s exists, with integrations_manage, step-up before anything else, and its plan gate",
    (name, feature) => {
      const { requires } = routeOf(name)
      assert.deepInclude(requires, { permission: "integrations_manage", stepUp: "first" })
      assert.strictEqual(requires?.feature, feature)
    }
  )

  it("every provider that is connected by a credential has its route", () => {
    const names = new Set(contractRoutes.map(({ name }) => name))
    assert.deepStrictEqual(
      Object.keys(connectBodies).filter((provider) => !names.has(`POST /api/integrations/${provider}/connect`)),
      []
    )
  })

  // connecting-2: `azure-ad/sync` and `hris/sync` are open to Admins, without a step-up.
  it.each([
    ["POST /api/integrations/azure-ad/sync", "azureAd"],
    ["POST /api/integrations/hris/sync", "hrisIntegration"]
  ])("%s is open to Admins and needs no step-up", (name, feature) => {
    const { requires } = routeOf(name)
    assert.strictEqual(requires?.permission, "integrations_manage")
    assert.strictEqual(requires?.feature, feature)
    assert.isUndefined(requires?.stepUp)
  })

  // connecting-3: `GET .../scim/config` asks for no role.
  it("GET /api/integrations/scim/config asks for no role", () => {
    assert.deepStrictEqual(routeOf("GET /api/integrations/scim/config").requires, { open: true })
  })

  // tickets-2: The callback takes no session, is signed, and one that is not is 401.
  it("POST /api/integrations/it-tickets/webhook takes no session", () => {
    assert.notInclude(routeOf("POST /api/integrations/it-tickets/webhook").middlewares, "svc/SessionAuth")
  })
})

layer(TestApp)("integration writes without a recent step-up", (it) => {
  // integrations-11: Every write asks for a step-up, before any permission or plan.
  it.status(428, "step_up_required before any permission or plan check, connect routes included", function* () {
    const orgId = yield* anOrganisation({ plan: "none" })
    for (const role of ["manager", "superadmin"] as const) {
      const session = yield* aSession(yield* aMember(orgId, role), { steppedUp: false })
      for (const name of [...recordWrites, ...connectRoutes.map(([route]) => route)]) {
        const answer = yield* call(routeOf(name), session)
        assert.strictEqual(answer.status, 428, `${role} ${name}`)
        assert.deepInclude(answer.body, { error: "step_up_required" }, name)
      }
    }
  })
})
