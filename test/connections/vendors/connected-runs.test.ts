import { assert, layer } from "#test/support/suite"
import { githubToken } from "@svc/lab/github"
import { googleRefreshToken } from "@svc/lab/google"
import { slackAdminToken, slackBotToken } from "@svc/lab/slack"
import { aSignedInAdmin, saved } from "#test/connections/integrations/support"
import { LabApp, VendorLab } from "#test/connections/integrations/vendor-lab"
import { carryOut, lastResults } from "#test/access-removal/revocations/carrying-out"
import { aCase } from "#test/access-removal/revocations/support"
import { send } from "#test/support/requests"

layer(LabApp)("POST /api/revoke-access with GitHub, Google Workspace and Slack", (it) => {
  it.effect(
    "ends Ann's access to all three, read back at each vendor; Google's token is renewed on the way",
    function* () {
      const { github, "google-workspace": google, slack } = yield* VendorLab
      const admin = yield* aSignedInAdmin()
      yield* saved(admin, {
        service_name: "github",
        connection_status: true,
        config: { access_token: githubToken, organization: "acme" }
      })
      yield* saved(admin, {
        service_name: "google-workspace",
        connection_status: true,
        config: { access_token: "ya29.ended", refresh_token: googleRefreshToken }
      })
      yield* saved(admin, {
        service_name: "slack",
        connection_status: true,
        config: { bot_token: slackBotToken, admin_token: slackAdminToken }
      })
      const apps = ["github", "google-workspace", "slack"]
      const offboardingId = yield* aCase(admin.orgId, { email: "ann.lee@acme.test", apps })
      yield* send("POST", "/api/revoke-access", { bearer: admin.bearer, body: { offboardingId } })
      yield* carryOut(admin.orgId)

      const results = yield* lastResults(offboardingId)
      assert.sameMembers(
        results.map(({ outcome, service, verified }) => `${service} ${outcome} ${verified}`),
        apps.map((app) => `${app} revoked true`)
      )
      assert.isNull(github.state.users.find(({ login }) => login === "ann-lee")?.membership)
      assert.isTrue(google.state.users.find(({ id }) => id === "1001")?.suspended)
      assert.isTrue(slack.state.users.find(({ id }) => id === "U0ANN")?.deleted)
      assert.notInclude(JSON.stringify(results), "ann-lee")
    }
  )
})
