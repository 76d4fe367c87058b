import { assert, describe, it } from "#test/support/suite"
import { github, githubAppToken, githubToken } from "@svc/lab/github"
import type { GithubPermission, GithubState } from "@svc/lab/github-state"
import type { LabRequest, VendorDefinition } from "@svc/lab/vendor"
import { Effect } from "effect"
import type { KindSight } from "#connections/vendors/protocol/inventory"
import {
  failedChecks,
  type LeftBehindConformance,
  leavesNothingUnseen,
  type PlantedItem
} from "./left-behind-conformance.ts"
import { aBench } from "./support.ts"

const withheld = (permission: GithubPermission) => (state: GithubState) => void state.withheld.add(permission)

const at = (path: RegExp) => (request: LabRequest) => request.method === "GET" && path.test(request.path)

const hasCredential = (id: number) => (state: GithubState) => state.credentials.some((one) => one.id === id)
const hasToken = (id: number) => (state: GithubState) => state.fineGrained.some((one) => one.id === id)
const hasKey = (id: number) => (state: GithubState) =>
  state.repositories.some(({ keys }) => keys.some((key) => key.id === id))
const isOwner = (login: string) => (state: GithubState) =>
  state.users.some((user) => user.login === login && user.membership === "admin")

const fineGrained: PlantedItem<GithubState> = {
  kind: "personal_token",
  externalId: "fine-grained:25381",
  closing: "revoke",
  stands: hasToken(25381),
  twin: { externalId: "fine-grained:25382", stands: hasToken(25382) },
  reads: at(/\/personal-access-tokens$/),
  forbid: withheld("personal_access_tokens"),
  missing: /GitHub App with the permission "Personal access tokens"/
}

const classic: PlantedItem<GithubState> = {
  kind: "personal_token",
  externalId: "authorized:161195",
  closing: "revoke",
  stands: hasCredential(161195),
  twin: { externalId: "authorized:161198", stands: hasCredential(161198) },
  reads: at(/\/credential-authorizations$/),
  forbid: withheld("credentials"),
  missing: /scope admin:org/
}

const sshKey: PlantedItem<GithubState> = {
  ...classic,
  kind: "ssh_key",
  externalId: "authorized:161196",
  stands: hasCredential(161196),
  twin: { externalId: "authorized:161197", stands: hasCredential(161197) }
}

const deployKey: PlantedItem<GithubState> = {
  kind: "deploy_key",
  externalId: "web:71",
  closing: "by_hand",
  stands: hasKey(71),
  twin: { externalId: "billing:73", stands: hasKey(73) },
  reads: at(/\/keys$/),
  forbid: withheld("administration"),
  missing: /scope repo.*"Administration: read"/
}

const common = {
  protocol: "github",
  definition: github,
  vendors: ["github"],
  settings: { org: "acme" },
  secrets: { access_token: githubAppToken },
  leaver: { sourceControlUsername: "ann-lee" },
  others: (state: GithubState) => ({
    credentials: state.credentials.filter(({ login }) => login !== "ann-lee"),
    fineGrained: state.fineGrained.filter(({ owner }) => owner !== "ann-lee"),
    repositories: state.repositories,
    users: state.users
  })
} as const

const asApp: LeftBehindConformance<GithubState> = { ...common, items: [fineGrained, classic, sshKey, deployKey] }

leavesNothingUnseen(asApp)

leavesNothingUnseen({
  ...common,
  named: "github, of an owner",
  leaver: { email: "owner@acme.test", sourceControlUsername: "olivia-owner" },
  items: [
    {
      kind: "ownership",
      externalId: "owner:olivia-owner",
      closing: "by_hand",
      stands: isOwner("olivia-owner"),
      twin: { externalId: "owner:ann-lee", stands: () => true },
      reads: at(/\/members$/),
      forbid: withheld("members"),
      missing: /Members: read/,
      stopsTheCut: /Last owner of the GitHub organization acme/
    }
  ]
})

const bench = (token: string, definition: VendorDefinition<GithubState> = github, login: string | null = "ann-lee") =>
  aBench({
    ...common,
    definition,
    secrets: { access_token: token },
    leaver: { sourceControlUsername: login }
  })

const whyOf = (sights: ReadonlyArray<KindSight>, kind: KindSight["kind"]) =>
  sights.flatMap((one) => (one._tag === "NotVisible" && one.kind === kind ? [one.why] : [])).join(" | ")

const idsOf = (sights: ReadonlyArray<KindSight>, kind: KindSight["kind"]) =>
  sights.flatMap((one) =>
    one._tag === "Seen" && one.kind === kind ? one.items.map(({ externalId }) => externalId) : []
  )

const named = (name: string) => (_: unknown, n: number) => ({ name: `${name}-${n}`, private: true, keys: [] })

describe("What stays behind at GitHub", () => {
  it.live(
    "an owner's own token: fine-grained tokens are not visible, and the sentence asks for a GitHub App",
    function* () {
      const { end, look, vendor } = yield* bench(githubToken)
      const { sights } = yield* look
      assert.deepStrictEqual(idsOf(sights, "personal_token"), ["authorized:161195"])
      assert.match(whyOf(sights, "personal_token"), /needs a GitHub App/)
      const result = yield* end({ kind: "personal_token", externalId: "fine-grained:25381" })
      assert.deepInclude(result, { outcome: "failed", vendorStatus: 403, verified: false })
      assert.strictEqual(vendor.writes(), 0)
    }
  )

  // connectors-39: GitHub classic tokens and SSH keys are not visible without single sign-on, and the message says
  //   that.
  it.live(
    "without single sign-on nobody can see classic tokens and SSH keys: said, and what is seen is seen",
    function* () {
      const { look } = yield* bench(githubAppToken, { ...github, seed: () => ({ ...github.seed(), saml: false }) })
      const { sights } = yield* look
      assert.deepStrictEqual(idsOf(sights, "personal_token"), ["fine-grained:25381"])
      assert.match(whyOf(sights, "personal_token"), /single sign-on by SAML .* to show classic tokens/)
      assert.match(whyOf(sights, "ssh_key"), /single sign-on/)
    }
  )

  it.live("apps that a person authorized are not visible to anybody else, which is said", function* () {
    const { look } = yield* bench(githubAppToken)
    assert.match(whyOf((yield* look).sights, "oauth_grant"), /which OAuth and GitHub apps a person authorized/)
  })

  // connectors-38: GitHub deploy keys without the scope `repo` are not visible, and the message says that.
  it.live("a token without the scope repo sees the public repositories only: some keys are not visible", function* () {
    const { look, vendor } = yield* bench(githubToken)
    assert.deepStrictEqual(idsOf((yield* look).sights, "deploy_key"), ["web:71"])
    vendor.state.withheld.add("repo")
    const { sights } = yield* look
    assert.deepStrictEqual(idsOf(sights, "deploy_key"), [])
    assert.match(whyOf(sights, "deploy_key"), /scope repo/)
  })

  it.live("repositories that the token does not see at all are counted, and said", function* () {
    const { look } = yield* bench(githubAppToken, {
      ...github,
      handle: (request, state, faults) =>
        request.path === "/orgs/acme"
          ? { status: 200, body: { login: "acme", public_repos: 1, total_private_repos: 9 } }
          : github.handle(request, state, faults)
    })
    const { sights } = yield* look
    assert.deepStrictEqual(idsOf(sights, "deploy_key"), ["web:71"])
    assert.match(whyOf(sights, "deploy_key"), /3 repositories, not all of them/)
  })

  for (const [selection, isWhole] of [
    ["all", true],
    ["selected", false]
  ] as const) {
    it.live(
      `an app that may not count repositories: its installation on ${selection} tells whether others are hidden`,
      function* () {
        const { look } = yield* bench(githubAppToken, {
          ...github,
          handle: (request, state, faults) => {
            if (request.path === "/orgs/acme") return { status: 200, body: { login: "acme" } }
            return request.path === "/installation/repositories"
              ? { status: 200, body: { total_count: 3, repository_selection: selection, repositories: [] } }
              : github.handle(request, state, faults)
          }
        })
        const { sights } = yield* look
        assert.deepStrictEqual(idsOf(sights, "deploy_key"), ["web:71"])
        assert.strictEqual(whyOf(sights, "deploy_key") === "", isWhole)
      }
    )
  }

  it.live(
    "repositories over several pages are all asked, and an owner of a refused permission is asked little",
    function* () {
      const many = () => {
        const state = github.seed()
        state.repositories.unshift(...Array.from({ length: 130 }, named("tool")))
        return state
      }
      const { asked, look, vendor } = yield* bench(githubAppToken, { ...github, seed: many })
      assert.deepStrictEqual(idsOf((yield* look).sights, "deploy_key"), ["web:71"])
      const keys = () => asked().filter((call) => call.endsWith("/keys")).length
      assert.strictEqual(keys(), 133)
      vendor.state.withheld.add("administration")
      assert.match(whyOf((yield* look).sights, "deploy_key"), /0 of 133 repositories/)
      assert.strictEqual(keys() - 133, 8)
    }
  )

  it.live("another owner is left: nothing stops the cut", function* () {
    const { look, vendor } = yield* bench(githubAppToken, github, "olivia-owner")
    const joann = vendor.state.users.find(({ login }) => login === "joann-lee")
    if (joann !== undefined) joann.membership = "admin"
    const { sights } = yield* look
    assert.isTrue(sights.some((one) => one._tag === "Seen" && one.kind === "ownership" && one.items.length === 0))
  })

  it.live("after the cut the recorded username still leads to the keys; without one no kind is visible", function* () {
    const gone = () => {
      const state = github.seed()
      state.identities.length = 0
      for (const user of state.users) if (user.login === "ann-lee") user.membership = null
      return state
    }
    const { look } = yield* bench(githubAppToken, { ...github, seed: gone })
    assert.deepStrictEqual(idsOf((yield* look).sights, "deploy_key"), ["web:71"])
    const unknown = yield* bench(githubAppToken, { ...github, seed: gone }, null)
    const { kinds, sights } = yield* unknown.look
    for (const kind of kinds) assert.match(whyOf(sights, kind), /GitHub username/)
  })
})

describe("the suite of inventories catches", () => {
  // connectors-12
  it.live("an inventory that takes a refusal for nothing", function* () {
    const failed = yield* failedChecks(
      {
        ...asApp,
        spoilt: (own) => ({
          ...own,
          look: (...given) =>
            Effect.map(own.look(...given), ({ account, sights }) => ({
              account,
              sights: sights.map((one): KindSight =>
                one._tag === "Seen" ? one : { _tag: "Seen", kind: one.kind, items: [] }
              )
            }))
        })
      },
      deployKey
    )
    assert.include(failed, "without the permission it is not visible, and what is missing is said")
    assert.include(failed, "a throttled look is no empty one, and says to look again")
    assert.include(failed, "a look that is answered with 403 is no empty one")
  })

  it.live("one that believes the vendor without reading back", function* () {
    const failed = yield* failedChecks(
      {
        ...asApp,
        spoilt: (own) => ({
          ...own,
          revoke: (...given) =>
            Effect.map(own.revoke(...given), (result) =>
              result.outcome === "revoked" ? { ...result, verified: true } : result
            )
        })
      },
      sshKey
    )
    assert.deepStrictEqual(failed, [
      "a vendor that says yes and shows it still is contradicted: never verified, nor ended by its word",
      "a vendor that says yes and shows nothing afterwards: its word, and only for what is done"
    ])
  })

  it.live("one that does not ask whose it is", function* () {
    const failed = yield* failedChecks(
      {
        ...asApp,
        spoilt: (own) => ({
          ...own,
          revoke: (calls, service, leaver, item) =>
            own.revoke(
              calls,
              service,
              { ...leaver, email: "joann.lee@acme.test", sourceControlUsername: "joann-lee" },
              item
            )
        })
      },
      fineGrained
    )
    assert.include(failed, "the same thing of another person is not ended in the leaver's name")
  })
})
