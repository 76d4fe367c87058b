import { assert, layer } from "#test/support/suite"
import { labClientId, labClientSecret } from "@svc/lab/oauth"
import { Effect, Option, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { createHash } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { aMember, anOrganisation, aSession } from "#test/support/people"
import { send, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { layerOfFile } from "#test/support/layer-of-file"
import { type Admin, aSignedInAdmin, bullets, disconnect, listed, opened, saved, storedText } from "./support.ts"
import { LabApp, UnregisteredApp, VendorLab } from "./vendor-lab.ts"

type Service = "github" | "google-workspace" | "google-calendar"

const base = "http://svc.test"

const get = (path: string, bearer: string, accept?: string) =>
  send("GET", path, { bearer, ...(accept === undefined ? {} : { headers: { accept } }) }).pipe(
    Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual", keepalive: false })
  )

const begin = Effect.fnUntraced(function* (service: Service, bearer: string, query = "") {
  const answer = yield* withStatus(302, get(`/api/integrations/${service}/oauth/start${query}`, bearer))
  return new URL(answer.headers["location"] ?? "")
})

/** The vendor's consent page: answers the query with which the browser comes back. */
const consent = Effect.fnUntraced(function* (page: URL) {
  const answer = yield* Effect.promise(() => fetch(page, { redirect: "manual" }))
  const back = new URL(answer.headers.get("location") ?? "")
  assert.strictEqual(back.origin, base)
  return back
})

const comeBack = Effect.fnUntraced(function* (service: Service, bearer: string, search: string) {
  const answer = yield* withStatus(302, get(`/api/integrations/${service}/oauth/callback${search}`, bearer))
  assert.notInclude(answer.text, "code")
  return answer.headers["location"]
})

const wholeWay = Effect.fnUntraced(function* (service: Service, admin: Admin, query = "") {
  const back = yield* consent(yield* begin(service, admin.bearer, query))
  return { back, location: yield* comeBack(service, admin.bearer, back.search) }
})

const refusedAs = (service: Service, code: string) => `${base}/integrations?error=${code}&service=${service}`

const planOf = (orgId: string, status: string) =>
  systemSql`UPDATE organisations SET plan_status = ${status} WHERE id = ${orgId}`

const starts: ReadonlyArray<readonly [Service, string, string, ReadonlyArray<string>]> = [
  ["github", "github", "/login/oauth/authorize", ["admin:org", "read:user"]],
  [
    "google-workspace",
    "google",
    "/o/oauth2/v2/auth",
    [
      "admin.directory.user",
      "admin.directory.user.security",
      "admin.directory.group.readonly",
      "admin.directory.group.member",
      "admin.datatransfer",
      "gmail.settings.basic"
    ].map((scope) => `https://www.googleapis.com/auth/${scope}`)
  ],
  [
    "google-calendar",
    "google",
    "/o/oauth2/v2/auth",
    ["calendar.readonly", "calendar.events"].map((scope) => `https://www.googleapis.com/auth/${scope}`)
  ]
]

const startsAs = Effect.fnUntraced(function* (service: Service) {
  const [, vendor, path, scopes] = starts.find(([name]) => name === service) ?? assert.fail("unknown")
  const lab = yield* VendorLab
  const admin = yield* aSignedInAdmin()
  const page = yield* begin(service, admin.bearer)
  assert.strictEqual(page.origin, new URL(vendor === "github" ? lab.github.url : lab["google-workspace"].url).origin)
  assert.strictEqual(page.pathname, path)
  const query = Object.fromEntries(page.searchParams)
  assert.deepInclude(query, {
    client_id: labClientId,
    redirect_uri: `${base}/api/integrations/${service}/oauth/callback`,
    code_challenge_method: "S256",
    scope: scopes.join(" ")
  })
  assert.match(query["state"] ?? "", /^[\w-]{43}$/)
  assert.match(query["code_challenge"] ?? "", /^[\w-]{43}$/)
  if (vendor === "google")
    assert.deepInclude(query, { response_type: "code", access_type: "offline", prompt: "consent" })
  const other = yield* begin(service, admin.bearer)
  assert.notStrictEqual(other.searchParams.get("state"), query["state"])
  assert.notStrictEqual(other.searchParams.get("code_challenge"), query["code_challenge"])
  assert.notInclude(yield* storedText(admin.orgId), query["state"] ?? "")
  assert.lengthOf(yield* listed(admin), 0)
})

const toldInJson = Effect.fnUntraced(function* (service: Service) {
  const { bearer } = yield* aSignedInAdmin()
  const answer = yield* withStatus(200, get(`/api/integrations/${service}/oauth/start`, bearer, "application/json"))
  assert.hasAllKeys(answer.body, ["url"])
  assert.include(answer.text, "code_challenge")
})

/** 428 before anything else, also for those who may not manage integrations. */
const needsStepUp = Effect.fnUntraced(function* (path: string) {
  const orgId = yield* anOrganisation()
  for (const role of ["superadmin", "manager"] as const) {
    const bearer = yield* aSession(yield* aMember(orgId, role), { steppedUp: false })
    assert.strictEqual((yield* get(path, bearer)).status, 428)
  }
  assert.strictEqual((yield* get(path, yield* aSession(yield* aMember(orgId, "hr")))).status, 403)
})

const withLabApp = layerOfFile(LabApp)

withLabApp("GET /api/integrations/github/oauth/start", (it) => {
  // connecting-4: GitHub, Google Workspace and Google Calendar are connected by OAuth, with state and PKCE.
  it.status(302, "to the vendor with state and PKCE; nothing is saved yet", () => startsAs("github"))
  it.status(200, "asked for JSON it says where to", () => toldInJson("github"))
  it.status(428, "before any permission", () => needsStepUp("/api/integrations/github/oauth/start"))

  it.status(400, "an organisation that cannot be one", function* () {
    const { bearer } = yield* aSignedInAdmin()
    const answer = yield* withStatus(400, get("/api/integrations/github/oauth/start?org=a%2Fb", bearer))
    assert.include(answer.text, "org")
  })

  it.status(402, "read_only: what ends in a connection is a write", function* () {
    const admin = yield* aSignedInAdmin()
    yield* planOf(admin.orgId, "canceled")
    assert.strictEqual((yield* get("/api/integrations/github/oauth/start", admin.bearer)).status, 402)
  })
})

withLabApp("GET /api/integrations/google-workspace/oauth/start", (it) => {
  it.status(302, "to the vendor with state and PKCE, for offline access", () => startsAs("google-workspace"))
  it.status(200, "asked for JSON it says where to", () => toldInJson("google-workspace"))
  it.status(400, "an organisation that cannot be one", function* () {
    const { bearer } = yield* aSignedInAdmin()
    assert.strictEqual((yield* get("/api/integrations/google-workspace/oauth/start?org=%20", bearer)).status, 400)
  })
})

withLabApp("GET /api/integrations/google-calendar/oauth/start", (it) => {
  it.status(302, "to the vendor with state and PKCE, for offline access", () => startsAs("google-calendar"))
  it.status(200, "asked for JSON it says where to", () => toldInJson("google-calendar"))
  it.status(400, "an organisation that cannot be one", function* () {
    const { bearer } = yield* aSignedInAdmin()
    assert.strictEqual((yield* get("/api/integrations/google-calendar/oauth/start?org=%20", bearer)).status, 400)
  })
})

withLabApp("GET /api/integrations/github/oauth/callback", (it) => {
  // connecting-4
  it.status(302, "exchanges the code with the verifier, proves the token, saves it sealed", function* () {
    const { github } = yield* VendorLab
    const admin = yield* aSignedInAdmin()
    const page = yield* begin("github", admin.bearer)
    const back = yield* consent(page)
    assert.strictEqual(yield* comeBack("github", admin.bearer, back.search), `${base}/integrations?connected=github`)
    const exchange = github.requests.findLast(({ path }) => path === "/login/oauth/access_token")
    const verifier = exchange?.form().get("code_verifier") ?? ""
    assert.strictEqual(
      createHash("sha256").update(verifier).digest("base64url"),
      page.searchParams.get("code_challenge")
    )
    const [record] = yield* listed(admin)
    assert.deepInclude(record, { service_name: "github", connection_status: true })
    assert.deepInclude(record?.config, { org: github.state.org, org_id: "4711", access_token: bullets })
    const secret = Option.getOrThrow(yield* opened(admin.member, "github")).secrets.get("access_token")
    const token = secret === undefined ? "" : Redacted.value(secret)
    assert.isTrue(github.state.tokens.has(token))
    assert.notInclude(
      `${yield* storedText(admin.orgId)}${JSON.stringify(yield* entriesOf(admin.orgId, { action: "integration%" }))}`,
      token
    )
    assert.deepStrictEqual(
      (yield* entriesOf(admin.orgId, { action: "integration%" })).map(({ action, target }) => [action, target]),
      [["integration_connected", "github"]]
    )
  })

  // connecting-23: GitHub connects the organization named at the start, and refuses one that the account does not own.
  it.status(
    302,
    "the organisation that was named at the start; one that the account does not own is refused",
    function* () {
      const { github } = yield* VendorLab
      const admin = yield* aSignedInAdmin()
      const { location } = yield* wholeWay("github", admin, "?org=somebody-elses")
      assert.strictEqual(location, refusedAs("github", "credential_refused"))
      assert.lengthOf(yield* listed(admin), 0)
      assert.strictEqual(
        (yield* wholeWay("github", admin, `?org=${github.state.org}`)).location,
        `${base}/integrations?connected=github`
      )
    }
  )

  // connecting-21: An OAuth state works once.
  it.status(302, "oauth_expired: a state that was used, never given, given twice, left out", function* () {
    const admin = yield* aSignedInAdmin()
    const { back } = yield* wholeWay("github", admin)
    yield* disconnect(admin, (yield* listed(admin))[0]?.id ?? "")
    const code = back.searchParams.get("code") ?? ""
    for (const search of [back.search, `?code=${code}&state=guessed`, `?code=${code}`, ""]) {
      assert.strictEqual(yield* comeBack("github", admin.bearer, search), refusedAs("github", "oauth_expired"))
    }
    assert.lengthOf(yield* listed(admin), 0)
  })

  // connecting-20: An OAuth callback counts only for the session, member, organization and service that started it.
  it.status(302, "oauth_expired: another session, another member, another organisation, another service", function* () {
    const admin = yield* aSignedInAdmin()
    const back = yield* consent(yield* begin("github", admin.bearer))
    const strangers = [
      yield* aSession(admin.member),
      yield* aSession(yield* aMember(admin.orgId)),
      (yield* aSignedInAdmin()).bearer
    ]
    for (const bearer of strangers) {
      assert.strictEqual(yield* comeBack("github", bearer, back.search), refusedAs("github", "oauth_expired"))
      assert.lengthOf(yield* listed({ bearer }), 0)
    }
    assert.strictEqual(
      yield* comeBack("google-calendar", admin.bearer, back.search),
      refusedAs("google-calendar", "oauth_expired")
    )
    // Nobody else used it up.
    assert.strictEqual(yield* comeBack("github", admin.bearer, back.search), `${base}/integrations?connected=github`)
  })

  it.status(302, "oauth_failed: somebody else's code does not pass with one's own verifier", function* () {
    const [thief, victim] = [yield* aSignedInAdmin(), yield* aSignedInAdmin()]
    const stolen = (yield* consent(yield* begin("github", thief.bearer))).searchParams.get("code") ?? ""
    const own = (yield* begin("github", victim.bearer)).searchParams.get("state") ?? ""
    const search = `?${new URLSearchParams({ code: stolen, state: own }).toString()}`
    assert.strictEqual(yield* comeBack("github", victim.bearer, search), refusedAs("github", "oauth_failed"))
    assert.lengthOf(yield* listed(victim), 0)
  })

  it.status(302, "oauth_denied: the person said no; the attempt is over", function* () {
    const { github } = yield* VendorLab
    const admin = yield* aSignedInAdmin()
    github.state.oauth.deniesConsent = true
    const { back, location } = yield* wholeWay("github", admin)
    github.state.oauth.deniesConsent = false
    assert.strictEqual(location, refusedAs("github", "oauth_denied"))
    const state = back.searchParams.get("state") ?? ""
    assert.strictEqual(
      yield* comeBack("github", admin.bearer, `?code=x&state=${state}`),
      refusedAs("github", "oauth_expired")
    )
  })

  it.status(302, "oauth_unavailable: the vendor gives no answer; 302 read_only", function* () {
    const { github } = yield* VendorLab
    const admin = yield* aSignedInAdmin()
    const back = yield* consent(yield* begin("github", admin.bearer))
    const later = yield* consent(yield* begin("github", admin.bearer))
    github.faults.drops = true
    const location = yield* comeBack("github", admin.bearer, back.search)
    github.behave()
    assert.strictEqual(location, refusedAs("github", "oauth_unavailable"))
    yield* planOf(admin.orgId, "canceled")
    assert.strictEqual(yield* comeBack("github", admin.bearer, later.search), refusedAs("github", "read_only"))
    assert.lengthOf(yield* listed(admin), 0)
  })

  it.status(400, "a parameter that is too long; 428 before any permission", function* () {
    const { bearer } = yield* aSignedInAdmin()
    const path = "/api/integrations/github/oauth/callback"
    assert.strictEqual((yield* get(`${path}?state=${"x".repeat(300)}`, bearer)).status, 400)
    yield* needsStepUp(path)
  })
})

withLabApp("GET /api/integrations/google-calendar/oauth/callback", (it) => {
  it.status(302, "keeps both tokens sealed and when the access token ends", function* () {
    const admin = yield* aSignedInAdmin()
    const { location } = yield* wholeWay("google-calendar", admin)
    assert.strictEqual(location, `${base}/integrations?connected=google-calendar`)
    const [record] = yield* listed(admin)
    assert.deepInclude(record?.config, {
      access_token: bullets,
      refresh_token: bullets,
      expires_at: "2026-03-02T09:59:59.000Z"
    })
  })

  // connecting-22: An OAuth state expires after 10 minutes.
  it.status(302, "oauth_expired: more than 10 minutes at the vendor", function* () {
    const admin = yield* aSignedInAdmin()
    const back = yield* consent(yield* begin("google-calendar", admin.bearer))
    yield* TestClock.adjust("599 seconds")
    const late = yield* consent(yield* begin("google-calendar", admin.bearer))
    assert.strictEqual(
      yield* comeBack("google-calendar", admin.bearer, back.search),
      `${base}/integrations?connected=google-calendar`
    )
    yield* systemSql`UPDATE sessions SET stepped_up_until = '2027-01-01', expires_at = '2027-01-01' WHERE org_id = ${admin.orgId}`
    yield* TestClock.adjust("10 minutes")
    assert.strictEqual(
      yield* comeBack("google-calendar", admin.bearer, late.search),
      refusedAs("google-calendar", "oauth_expired")
    )
  })

  it.status(400, "a parameter that is too long", function* () {
    const { bearer } = yield* aSignedInAdmin()
    const path = "/api/integrations/google-calendar/oauth/callback"
    assert.strictEqual((yield* get(`${path}?code=${"x".repeat(3000)}`, bearer)).status, 400)
  })
})

withLabApp("GET /api/integrations/google-workspace/oauth/callback", (it) => {
  it.status(302, "proven by a read of the directory, saved sealed", function* () {
    const admin = yield* aSignedInAdmin()
    const { location } = yield* wholeWay("google-workspace", admin)
    assert.strictEqual(location, `${base}/integrations?connected=google-workspace`)
    const [record] = yield* listed(admin)
    assert.deepInclude(record?.config, { access_token: bullets, refresh_token: bullets })
  })

  it.status(400, "a parameter that is too long", function* () {
    const { bearer } = yield* aSignedInAdmin()
    const path = "/api/integrations/google-workspace/oauth/callback"
    assert.strictEqual((yield* get(`${path}?code=${"x".repeat(3000)}`, bearer)).status, 400)
  })
})

withLabApp("DELETE /api/integrations/{id}", (it) => {
  const token = Effect.fnUntraced(function* (admin: Admin, service: Service, name: string) {
    const secret = Option.getOrThrow(yield* opened(admin.member, service)).secrets.get(name)
    return secret === undefined ? "" : Redacted.value(secret)
  })

  // integrations-7: The stored token of GitHub and Google is revoked upstream, and a failure of that stops nothing.
  it.status(200, "GitHub is told to forget the grant", function* () {
    const { github } = yield* VendorLab
    const admin = yield* aSignedInAdmin()
    yield* wholeWay("github", admin)
    const granted = yield* token(admin, "github", "access_token")
    assert.isTrue(github.state.tokens.has(granted))
    yield* disconnect(admin, (yield* listed(admin))[0]?.id ?? "")
    assert.isFalse(github.state.tokens.has(granted))
  })

  // integrations-7
  it.status(
    200,
    "a vendor that refuses or is gone does not keep the record, nor the entry, from being made",
    function* () {
      const { github } = yield* VendorLab
      for (const fault of ["drops", "forbids"] as const) {
        const admin = yield* aSignedInAdmin()
        yield* wholeWay("github", admin)
        github.faults[fault] = true
        const answer = yield* disconnect(admin, (yield* listed(admin))[0]?.id ?? "")
        github.behave()
        assert.deepStrictEqual([answer.status, answer.body], [200, { success: true }])
        assert.lengthOf(yield* listed(admin), 0)
        assert.lengthOf(
          (yield* entriesOf(admin.orgId, { action: "integration%" })).filter(
            ({ action }) => action === "integration_disconnected"
          ),
          1
        )
      }
    }
  )

  it.status(200, "Google is told in the body, where no log shows the token", function* () {
    const { "google-workspace": google } = yield* VendorLab
    const admin = yield* aSignedInAdmin()
    yield* wholeWay("google-workspace", admin)
    const granted = yield* token(admin, "google-workspace", "refresh_token")
    yield* disconnect(admin, (yield* listed(admin))[0]?.id ?? "")
    const revocation = google.requests.findLast(({ path }) => path === "/revoke")
    assert.strictEqual(revocation?.form().get("token"), granted)
    assert.strictEqual(revocation?.query.toString(), "")
  })
})

layer(UnregisteredApp)("DELETE /api/integrations/{id}, where the operator registered no client", (it) => {
  const deleted = Effect.fnUntraced(function* (service_name: Service, config: Readonly<Record<string, string>>) {
    const admin = yield* aSignedInAdmin()
    const { id } = yield* saved(admin, { service_name, connection_status: true, config })
    const answer = yield* disconnect(admin, id)
    assert.deepStrictEqual([answer.status, answer.body], [200, { success: true }])
    assert.lengthOf(yield* listed(admin), 0)
  })

  it.status(200, "a token of Google that was saved by hand is revoked upstream as well", function* () {
    const { "google-workspace": google } = yield* VendorLab
    yield* deleted("google-workspace", { access_token: "ya29.by-hand" })
    const revocation = google.requests.findLast(({ path }) => path === "/revoke")
    assert.strictEqual(revocation?.form().get("token"), "ya29.by-hand")
  })

  it.status(
    200,
    "a token of GitHub is revoked by the client that was saved beside it; without any it is left alone",
    function* () {
      const { github } = yield* VendorLab
      const revocations = () => github.requests.filter(({ path }) => path.startsWith("/applications/"))
      yield* deleted("github", { access_token: "gho_by-hand", org: "acme" })
      assert.lengthOf(revocations(), 0)
      const client = { client_id: labClientId, client_secret: labClientSecret }
      yield* deleted("github", { token: "gho_by-hand", org: "acme", ...client })
      const [revocation] = revocations()
      assert.strictEqual(revocation?.path, `/applications/${labClientId}/grant`)
      assert.deepStrictEqual(revocation?.json(), { access_token: "gho_by-hand" })
    }
  )
})

const unconfigured = (service: Service, variable: string) =>
  Effect.gen(function* () {
    const { bearer } = yield* aSignedInAdmin()
    for (const step of ["start", "callback?code=x&state=y"]) {
      const answer = yield* withStatus(503, get(`/api/integrations/${service}/oauth/${step}`, bearer))
      assert.include(answer.text, variable)
    }
  })

const withTestApp = layerOfFile(TestApp)

withTestApp("GET /api/integrations/github/oauth/start", (it) => {
  it.status(503, "the operator has not registered the service", () => unconfigured("github", "GITHUB_CLIENT_ID"))
})
withTestApp("GET /api/integrations/github/oauth/callback", (it) => {
  it.status(503, "the operator has not registered the service", () => unconfigured("github", "GITHUB_CLIENT_ID"))
})
withTestApp("GET /api/integrations/google-workspace/oauth/start", (it) => {
  it.status(503, "the operator has not registered the service", () =>
    unconfigured("google-workspace", "GOOGLE_CLIENT_ID")
  )
})
withTestApp("GET /api/integrations/google-workspace/oauth/callback", (it) => {
  it.status(503, "the operator has not registered the service", () =>
    unconfigured("google-workspace", "GOOGLE_CLIENT_ID")
  )
})
withTestApp("GET /api/integrations/google-calendar/oauth/start", (it) => {
  it.status(503, "the operator has not registered the service", () =>
    unconfigured("google-calendar", "GOOGLE_CLIENT_ID")
  )
})
withTestApp("GET /api/integrations/google-calendar/oauth/callback", (it) => {
  it.status(503, "the operator has not registered the service", () =>
    unconfigured("google-calendar", "GOOGLE_CLIENT_ID")
  )
})
