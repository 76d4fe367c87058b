import { assert, describe, it } from "#test/support/suite"
import { slack, slackAdminToken, slackBotToken, type SlackState } from "@svc/lab/slack"
import type { LabRequest } from "@svc/lab/vendor"
import type { KindSight } from "#connections/vendors/protocol/inventory"
import { leavesNothingUnseen, type PlantedItem } from "./left-behind-conformance.ts"
import { aBench } from "./support.ts"

const withheld = (scope: string) => (state: SlackState) => void state.withheld.add(scope)

const calling = (method: string) => (request: LabRequest) => request.path === `/api/${method}`

const hasApp = (app: string) => (state: SlackState) =>
  state.integrationLog.some(({ of }) => ("app" in of ? of.app : of.service) === app)

const isManager = (workflow: string, user: string) => (state: SlackState) =>
  state.workflows.some(({ collaborators, id }) => id === workflow && collaborators.includes(user))

const made = (channel: string) => (state: SlackState) => state.conversations.some(({ id }) => id === channel)

const app: PlantedItem<SlackState> = {
  kind: "oauth_grant",
  externalId: "app:A0ANN",
  closing: "by_hand",
  stands: hasApp("A0ANN"),
  twin: { externalId: "app:A0JOANN", stands: hasApp("A0JOANN") },
  reads: calling("team.integrationLogs"),
  forbid: withheld("admin"),
  missing: /scope admin/
}

const webhook: PlantedItem<SlackState> = {
  ...app,
  kind: "api_key",
  externalId: "service:4711",
  stands: hasApp("4711"),
  twin: { externalId: "service:4712", stands: hasApp("4712") }
}

const workflow: PlantedItem<SlackState> = {
  kind: "ownership",
  externalId: "workflow:Wf0ANN",
  closing: "transfer",
  stands: isManager("Wf0ANN", "U0ANN"),
  isSuccessors: isManager("Wf0ANN", "U0OWNER"),
  twin: { externalId: "workflow:Wf0JOANN", stands: isManager("Wf0JOANN", "U0JOANN") },
  reads: calling("admin.workflows.search"),
  forbid: withheld("admin.workflows:read"),
  missing: /scope admin\.workflows:read/
}

const channel: PlantedItem<SlackState> = {
  kind: "ownership",
  externalId: "channel:C0ANN",
  closing: "by_hand",
  stands: made("C0ANN"),
  twin: { externalId: "channel:C0JOANN", stands: made("C0JOANN") },
  reads: calling("conversations.list"),
  forbid: withheld("channels:read"),
  missing: /scope channels:read/
}

const privateChannel: PlantedItem<SlackState> = {
  ...channel,
  externalId: "channel:G0ANN",
  stands: made("G0ANN"),
  twin: { externalId: "channel:G0JOANN", stands: made("G0JOANN") },
  reads: calling("admin.conversations.search"),
  forbid: withheld("admin.conversations:read"),
  missing: /scope admin\.conversations:read/
}

const common = {
  protocol: "slack",
  definition: slack,
  vendors: ["slack", "slackScim"],
  settings: { team: "Acme", team_id: "T0ACME" },
  secrets: { bot_token: slackBotToken, admin_token: slackAdminToken },
  leaver: { email: "ann.lee@acme.test" },
  successor: { email: "Owner@acme.test", name: "Olivia Owner" },
  others: (state: SlackState) => ({
    users: state.users,
    log: state.integrationLog,
    conversations: state.conversations,
    workflows: state.workflows.filter(({ id }) => id !== "Wf0ANN")
  })
} as const

leavesNothingUnseen({ ...common, items: [app, webhook, workflow, channel, privateChannel] })

leavesNothingUnseen({
  ...common,
  named: "slack, of the primary owner",
  leaver: { email: "owner@acme.test" },
  items: [
    {
      kind: "ownership",
      externalId: "owner:U0OWNER",
      closing: "by_hand",
      stands: ({ users }) => users.some(({ id, isPrimaryOwner }) => id === "U0OWNER" && isPrimaryOwner),
      twin: { externalId: "owner:U0ANN", stands: () => true },
      reads: calling("users.info"),
      forbid: withheld("users:read"),
      missing: /scope users:read/,
      stopsTheCut: /Primary owner of the Slack workspace Acme/
    }
  ]
})

const idsOf = (sights: ReadonlyArray<KindSight>, kind: KindSight["kind"]) =>
  sights.flatMap((one) =>
    one._tag === "Seen" && one.kind === kind ? one.items.map(({ externalId }) => externalId) : []
  )

const whyOf = (sights: ReadonlyArray<KindSight>, kind: KindSight["kind"]) =>
  sights.flatMap((one) => (one._tag === "NotVisible" && one.kind === kind ? [one.why] : [])).join(" | ")

const bench = (leaver: string, secrets: Readonly<Record<string, string>> = common.secrets) =>
  aBench({ ...common, secrets, leaver: { email: leaver } })

const item = { kind: "ownership", externalId: "workflow:Wf0ANN" } as const

describe("What stays behind at Slack", () => {
  // connectors-40: A Slack app belongs to the person who installed it last.
  it.live("an app counts for who installed it last, and not once anybody took it out", function* () {
    assert.deepStrictEqual(idsOf((yield* (yield* bench("ann.lee@acme.test")).look).sights, "oauth_grant"), [
      "app:A0ANN"
    ])
    assert.sameMembers(
      [...idsOf((yield* (yield* bench("joann.lee@acme.test")).look).sights, "oauth_grant")],
      ["app:A0JOANN", "app:A0TAKEN"]
    )
  })

  it.live(
    "with a bot's token alone apps, workflows and private channels are not visible, and each sentence says what is missing",
    function* () {
      const { look, vendor } = yield* bench("ann.lee@acme.test", { bot_token: slackBotToken })
      const { sights } = yield* look
      assert.match(whyOf(sights, "oauth_grant"), /admin_token/)
      assert.match(whyOf(sights, "api_key"), /admin_token/)
      assert.match(whyOf(sights, "ownership"), /admin\.workflows:read.*admin\.conversations:read/)
      assert.deepStrictEqual(idsOf(sights, "ownership"), ["channel:C0ANN"])
      assert.strictEqual(vendor.writes(), 0)
    }
  )

  it.live("a plan without Enterprise: what it closes is not visible, the rest is seen", function* () {
    const { look, vendor } = yield* bench("ann.lee@acme.test")
    vendor.state.plan = "business"
    const { sights } = yield* look
    assert.deepStrictEqual(idsOf(sights, "ownership"), ["channel:C0ANN"])
    assert.deepStrictEqual(idsOf(sights, "oauth_grant"), ["app:A0ANN"])
    assert.match(whyOf(sights, "ownership"), /Enterprise/)
  })

  for (const [who, email] of [
    ["whom Slack does not know", "nobody@acme.test"],
    ["who is the leaver", "ann.lee@acme.test"]
  ] as const) {
    it.live(`a successor ${who}: manual, and the leaver's workflow stays as it is`, function* () {
      const { give, vendor } = yield* bench("ann.lee@acme.test")
      assert.deepInclude(yield* give(item, { email, name: "Somebody" }), { outcome: "manual_required" })
      assert.strictEqual(vendor.writes(), 0)
    })
  }

  it.live("a successor who manages it already is not added again; the leaver goes", function* () {
    const { asked, give, vendor } = yield* bench("ann.lee@acme.test")
    vendor.state.workflows[0]?.collaborators.push("U0OWNER")
    assert.deepInclude(yield* give(item, common.successor), { outcome: "revoked", verified: true })
    assert.deepStrictEqual(
      asked().filter((call) => call.startsWith("POST")),
      ["POST /api/admin.workflows.collaborators.remove"]
    )
  })

  // connectors-13: A workflow of Slack is given to the successor before the leaver is taken out of it.
  it.live(
    "the leaver is taken out only once the successor shows: a refused addition leaves the workflow its manager",
    function* () {
      const { asked, give, vendor } = yield* bench("ann.lee@acme.test")
      vendor.state.withheld.add("admin.workflows:write")
      const result = yield* give(item, common.successor)
      assert.deepInclude(result, { outcome: "failed", vendorStatus: 403 })
      assert.include(result.message, "admin.workflows:write")
      assert.isTrue(workflow.stands(vendor.state))
      assert.deepStrictEqual(
        asked().filter((call) => call.startsWith("POST")),
        ["POST /api/admin.workflows.collaborators.add"]
      )
    }
  )

  it.live("somebody whom Slack does not know: nothing is visible, which is said of each kind", function* () {
    const { look } = yield* bench("nobody@acme.test")
    const { kinds, sights } = yield* look
    for (const kind of kinds) assert.match(whyOf(sights, kind), /no member with this email address/)
  })
})
