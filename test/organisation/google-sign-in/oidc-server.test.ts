import { assert, layer } from "#test/support/suite"
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { OidcServer } from "#test/support/oidc-server"
import { testAppWith } from "#test/support/TestApp"
import { anAdmin, aSuperAdmin } from "#test/support/people"
import { base, begin, configWith, sessionIn, visit } from "./support.ts"

const App = Layer.unwrap(Effect.map(OidcServer, ({ issuer }) => testAppWith(configWith(issuer)))).pipe(
  Layer.provideMerge(OidcServer.layer)
)

/** The callback's own path and query, as the browser is sent there. */
const pathOf = (url: URL) => url.pathname + url.search

const refused = (code: string) => `${base}/login?error=${code}`

layer(App)("GET /api/auth/google/callback, with a certified provider", (it) => {
  it.status(302, "a member signs in there, and is signed in here", function* () {
    const provider = yield* OidcServer
    const member = yield* anAdmin()
    const { authorization, cookie } = yield* begin("/cases")
    const back = yield* provider.consent(authorization.href, member.email)
    assert.strictEqual(back.origin + back.pathname, `${base}/api/auth/google/callback`)
    const answer = yield* visit(pathOf(back), cookie)
    assert.strictEqual(answer.location, `${base}/cases`)
    const me = yield* visit("/api/auth/me", `access_token=${sessionIn(answer.cookies)}`)
    assert.deepInclude(JSON.parse(me.text), { id: member.userId, role: "admin" })
    // Again, now by the link.
    const again = yield* begin()
    const second = yield* visit(pathOf(yield* provider.consent(again.authorization.href, member.email)), again.cookie)
    assert.isDefined(sessionIn(second.cookies))
  })

  it.status(302, "google_cancelled: the person turns back there", function* () {
    const provider = yield* OidcServer
    const { authorization, cookie } = yield* begin()
    const back = yield* provider.abort(authorization.href)
    assert.strictEqual(back.searchParams.get("error"), "access_denied")
    assert.strictEqual((yield* visit(pathOf(back), cookie)).location, refused("google_cancelled"))
  })

  it.status(
    302,
    "no_account, google_email_unverified: people that the provider knows, and nobody invited",
    function* () {
      const provider = yield* OidcServer
      for (const [email, code] of [
        [`${randomUUID()}@acme.test`, "no_account"],
        [`unverified-${randomUUID()}@acme.test`, "google_email_unverified"]
      ] as const) {
        const { authorization, cookie } = yield* begin()
        const back = yield* provider.consent(authorization.href, email)
        assert.strictEqual((yield* visit(pathOf(back), cookie)).location, refused(code))
      }
    }
  )

  it.status(
    302,
    "google_failed: the provider refuses a code of another client, of another verifier, and one used before",
    function* () {
      const provider = yield* OidcServer
      const member = yield* aSuperAdmin()
      const finish = Effect.fnUntraced(function* (code: string | null, state: string, cookie: string) {
        const query = new URLSearchParams({ code: code ?? "", state, iss: provider.issuer })
        return (yield* visit(`/api/auth/google/callback?${query.toString()}`, cookie)).location
      })

      const another = yield* begin()
      const foreign = new URL(another.authorization)
      foreign.searchParams.set("client_id", "another-client")
      const foreignCode = (yield* provider.consent(foreign.href, member.email)).searchParams.get("code")
      assert.strictEqual(yield* finish(foreignCode, another.state, another.cookie), refused("google_failed"))

      const [owner, thief] = [yield* begin(), yield* begin()]
      const code = (yield* provider.consent(owner.authorization.href, member.email)).searchParams.get("code")
      assert.strictEqual(yield* finish(code, thief.state, thief.cookie), refused("google_failed"))

      const [first, later] = [yield* begin(), yield* begin()]
      const used = (yield* provider.consent(first.authorization.href, member.email)).searchParams.get("code")
      assert.strictEqual(yield* finish(used, first.state, first.cookie), `${base}/`)
      assert.strictEqual(yield* finish(used, later.state, later.cookie), refused("google_failed"))
    }
  )
})
