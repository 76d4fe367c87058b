import { assert, describe, it } from "#test/support/suite"
import { github, githubToken } from "@svc/lab/github"
import type { GithubState } from "@svc/lab/github-state"
import type { VendorDefinition } from "@svc/lab/vendor"
import { Option, Result } from "effect"
import { aBench } from "./support.ts"

const bench = (settings: Readonly<Record<string, string>> = { org: "acme" }, definition = github) =>
  aBench({ protocol: "github", definition, vendors: ["github"], secrets: { access_token: githubToken }, settings })

const plain: VendorDefinition<GithubState> = { ...github, seed: () => ({ ...github.seed(), saml: false }) }

const isMember = (state: GithubState, login: string) =>
  (state.users.find((user) => user.login === login)?.membership ?? null) !== null

describe("GitHub", () => {
  // connectors-8: GitHub takes credentials, identity and membership away.
  it.live(
    "the recorded username: credentials, identity and membership end, and the membership is read back",
    function* () {
      const { asked, revoke, vendor } = yield* bench()
      const result = yield* revoke({ sourceControlUsername: "ann-lee" })
      assert.deepInclude(result, { outcome: "revoked", verified: true, vendorStatus: null })
      assert.include(result.message, "accepted the revocation of single sign-on credentials: 2")
      assert.include(result.message, "personal GitHub account")
      assert.deepStrictEqual(
        asked().filter((call) => !call.startsWith("GET") && !call.includes("graphql")),
        [
          "DELETE /orgs/acme/credential-authorizations/161195",
          "DELETE /orgs/acme/credential-authorizations/161196",
          "DELETE /scim/v2/organizations/acme/Users/8a1e0001-0000-4000-8000-000000000001",
          "DELETE /orgs/acme/memberships/ann-lee"
        ]
      )
      assert.deepStrictEqual(asked().slice(-2), ["GET /orgs/acme/memberships/ann-lee", "GET /orgs/acme"])
      assert.isTrue(isMember(vendor.state, "joann-lee"))
      assert.lengthOf(vendor.state.credentials, 2)
    }
  )

  for (const recorded of ["@Ann-Lee", " ann-lee ", "https://github.com/ann-lee", "github.com/ann-lee/"]) {
    it.live(`a username recorded as "${recorded}" is understood`, function* () {
      const { revoke, vendor } = yield* bench()
      assert.deepInclude(yield* revoke({ sourceControlUsername: recorded }), { outcome: "revoked", verified: true })
      assert.isFalse(isMember(vendor.state, "ann-lee"))
    })
  }

  for (const recorded of ["..", "../../orgs/acme", "ann lee", "ann/lee", "%2e%2e", "."]) {
    // connectors-30: A value that is not a valid GitHub username never becomes part of a URL.
    it.live(`what cannot be a username ("${recorded}") never becomes an address: manual, no request`, function* () {
      const { revoke, vendor } = yield* bench()
      assert.deepInclude(yield* revoke({ sourceControlUsername: recorded }), { outcome: "manual_required" })
      assert.lengthOf(vendor.requests, 0)
    })
  }

  it.live("an organisation whose name cannot be one is never called", function* () {
    const { prove, revoke, vendor } = yield* bench({ org: "../users" })
    assert.deepInclude(yield* revoke({ sourceControlUsername: "ann-lee" }), { outcome: "failed" })
    assert.deepInclude(Option.getOrUndefined(Result.getFailure(yield* prove())), { reason: "refused" })
    assert.lengthOf(vendor.requests, 0)
  })

  // connectors-29: A recorded GitHub username that belongs to another person is `manual_required`, and no account is
  //   changed.
  it.live("a recorded username that signs in as somebody else: manual, and nobody is touched", function* () {
    const { revoke, vendor } = yield* bench()
    assert.deepInclude(yield* revoke({ sourceControlUsername: "joann-lee" }), { outcome: "manual_required" })
    assert.strictEqual(vendor.writes(), 0)
  })

  it.live("an outside collaborator is removed from the repositories", function* () {
    const { asked, revoke, vendor } = yield* bench()
    const result = yield* revoke({ email: "cleo@contractor.test", sourceControlUsername: "cleo-contractor" })
    assert.deepInclude(result, { outcome: "revoked", verified: true })
    assert.include(asked(), "DELETE /orgs/acme/outside_collaborators/cleo-contractor")
    assert.isFalse(vendor.state.users.find(({ login }) => login === "cleo-contractor")?.collaborator)
  })

  it.live("a username that is neither member nor collaborator: skipped, which the message says", function* () {
    const { revoke, vendor } = yield* bench()
    const result = yield* revoke({ sourceControlUsername: "nobody-here" })
    assert.deepInclude(result, { outcome: "skipped", vendorStatus: null })
    assert.include(result.message, "neither a member")
    assert.strictEqual(vendor.writes(), 0)
  })

  for (const status of [403, 500]) {
    it.live(
      `collaborators that cannot be listed (${status}): failed, for nobody knows that there is no access`,
      function* () {
        const { revoke, vendor } = yield* bench(
          { org: "acme" },
          {
            ...github,
            handle: (request, state, faults) =>
              request.path.endsWith("/outside_collaborators")
                ? { status, body: { message: "no" } }
                : github.handle(request, state, faults)
          }
        )
        const result = yield* revoke({ sourceControlUsername: "nobody-here" })
        assert.deepInclude(result, { outcome: "failed", vendorStatus: status, verified: false })
        assert.strictEqual(vendor.writes(), 0)
      }
    )
  }

  it.live("an invitation that is still open is taken back", function* () {
    const { revoke, vendor } = yield* bench()
    const ann = vendor.state.users.find(({ login }) => login === "ann-lee")
    if (ann !== undefined) ann.membership = "pending"
    assert.deepInclude(yield* revoke({ sourceControlUsername: "ann-lee" }), { outcome: "revoked", verified: true })
    assert.isFalse(isMember(vendor.state, "ann-lee"))
  })

  it.live("without a username: the identity provider's record leads to the login, whatever its case", function* () {
    const { revoke, vendor } = yield* bench()
    assert.deepInclude(yield* revoke({ email: "mia.berg@acme.test" }), { outcome: "revoked", verified: true })
    assert.isFalse(isMember(vendor.state, "Mia_acme"))
    assert.isTrue(isMember(vendor.state, "ann-lee"))
  })

  it.live(
    "somebody whom the identity provider announced and who never signed in: the identity is removed",
    function* () {
      const { asked, revoke, vendor } = yield* bench()
      assert.deepInclude(yield* revoke({ email: "new.hire@acme.test" }), { outcome: "revoked", verified: true })
      assert.isFalse(vendor.state.identities.some(({ nameId }) => nameId === "new.hire@acme.test"))
      assert.deepStrictEqual(asked().slice(-2), [
        "GET /scim/v2/organizations/acme/Users/8a1e0001-0000-4000-8000-000000000005",
        "GET /orgs/acme"
      ])
    }
  )

  // connectors-31: Without single sign-on only a verified address identifies a GitHub account; else the username is
  //   required.
  it.live(
    "without single sign-on only a verified address is proof; else manual, which asks for the username",
    function* () {
      const { revoke, vendor } = yield* bench({ organization: "acme" }, plain)
      assert.deepInclude(yield* revoke(), { outcome: "revoked", verified: true })
      const result = yield* revoke({ email: "cleo@contractor.test" })
      assert.deepInclude(result, { outcome: "manual_required" })
      assert.include(result.message, "GitHub username")
      assert.strictEqual(vendor.state.users.find(({ login }) => login === "cleo-contractor")?.collaborator, true)
    }
  )

  it.live("the last owner: manual with the vendor's 403, and stays", function* () {
    const { revoke, vendor } = yield* bench()
    const result = yield* revoke({ email: "owner@acme.test", sourceControlUsername: "olivia-owner" })
    assert.deepInclude(result, { outcome: "manual_required", vendorStatus: 403, verified: false })
    assert.include(result.message, "last owner")
    assert.isTrue(isMember(vendor.state, "olivia-owner"))
  })

  it.live("the secondary limit, a 403 with Retry-After, is waited for once", function* () {
    const limited = { left: 1 }
    const { asked, revoke } = yield* bench(
      { org: "acme" },
      {
        ...github,
        handle: (request, state, faults) =>
          request.path === "/orgs/acme/memberships/ann-lee" && request.method === "DELETE" && limited.left-- > 0
            ? { status: 403, headers: { "retry-after": "0" }, body: { message: "secondary rate limit" } }
            : github.handle(request, state, faults)
      }
    )
    assert.deepInclude(yield* revoke({ sourceControlUsername: "ann-lee" }), { outcome: "revoked", verified: true })
    assert.lengthOf(
      asked().filter((call) => call === "DELETE /orgs/acme/memberships/ann-lee"),
      2
    )
  })

  it.live("connecting: an owner's token; the organisation is read where none is named", function* () {
    const { prove, vendor } = yield* bench()
    const acme = { org: "acme", org_id: "4711" }
    assert.deepStrictEqual(Option.getOrUndefined(Result.getSuccess(yield* prove())), acme)
    assert.deepStrictEqual(Option.getOrUndefined(Result.getSuccess(yield* prove({}))), acme)
    assert.deepInclude(Option.getOrUndefined(Result.getFailure(yield* prove({ org: "other" }))), {
      reason: "refused"
    })
    vendor.state.tokens.clear()
    assert.deepInclude(Option.getOrUndefined(Result.getFailure(yield* prove())), { reason: "refused" })
    assert.strictEqual(vendor.writes(), 0)
  })

  for (const saml of [true, false]) {
    for (const sourceControlUsername of ["ann-lee", null]) {
      const how = `${sourceControlUsername === null ? "by address" : "by username"}, ${saml ? "with" : "without"} SAML`
      // connectors-16
      it.live(`a renamed organization (${how}): failed, with the new name; never nobody`, function* () {
        const { revoke, recheck, vendor } = yield* bench({ org: "acme", org_id: "4711" })
        Object.assign(vendor.state, { org: "acme-corp", saml })
        for (const accountId of [null, "583232"]) {
          const result = yield* revoke({ sourceControlUsername, accountId })
          assert.deepInclude(result, { outcome: "failed", vendorStatus: 404, verified: false })
          assert.include(result.message, "renamed to acme-corp")
          assert.strictEqual((yield* recheck({ sourceControlUsername, accountId })).standing, "unknown")
        }
        assert.strictEqual(vendor.writes(), 0)
      })
    }
  }

  it.live("an organization renamed between the removal and its read-back: not verified", function* () {
    const { revoke, vendor } = yield* bench(
      { org: "acme", org_id: "4711" },
      {
        ...github,
        handle: (request, state, faults) => {
          const answer = github.handle(request, state, faults)
          if (request.method === "DELETE" && request.path.includes("/memberships/")) state.org = "acme-corp"
          return answer
        }
      }
    )
    const result = yield* revoke({ sourceControlUsername: "ann-lee" })
    assert.deepInclude(result, { outcome: "revoked", verified: false, stillActive: false })
    assert.strictEqual(vendor.state.org, "acme-corp")
  })

  it.live(
    "an account that is known by its number and left the organization: shown as not in it, and zero writes",
    function* () {
      const { revoke, recheck, vendor } = yield* bench()
      for (const user of vendor.state.users) if (user.login === "ann-lee") user.membership = null
      const known = { accountId: "583232", sourceControlUsername: "ann-lee" }
      assert.deepInclude(yield* revoke(known), { outcome: "revoked", verified: true })
      assert.strictEqual(vendor.writes(), 0)
      assert.deepStrictEqual(yield* recheck(known), {
        standing: "inactive",
        account: { id: "583232", name: "ann-lee" }
      })
    }
  )

  it.live("somebody announced is named by their identity, and found by it once they have signed in", function* () {
    const { recheck, vendor } = yield* bench()
    const email = "new.hire@acme.test"
    const { account, standing } = yield* recheck({ email })
    assert.deepStrictEqual([standing, account], ["active", { id: `scim:${guid}`, name: null }])
    vendor.state.identities.splice(
      0,
      vendor.state.identities.length,
      ...vendor.state.identities.map((one) => (one.guid === guid ? { ...one, login: "sean-oneil" } : one))
    )
    assert.deepInclude(yield* recheck({ email, accountId: `scim:${guid}` }), {
      standing: "active",
      account: { id: "583234", name: "sean-oneil" }
    })
  })
})

const guid = "8a1e0001-0000-4000-8000-000000000005"
