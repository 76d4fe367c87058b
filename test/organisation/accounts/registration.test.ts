import { assert, layer } from "#test/support/suite"
import { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Fiber, Option, Schema } from "effect"
import { Cookies } from "effect/http"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { SystemSql } from "#platform/database/db"
import { Jobs } from "#platform/jobs/jobs"
import { anAddress, cookie, send } from "#test/access/support"
import { mailedToken, queuedMails } from "#test/support/mails"
import { anOrganisation } from "#test/support/people"
import { asSystem, systemSql } from "#test/support/tables"
import { entriesOf, mailsTo } from "#test/support/log"
import { AccountsSurface, aUser, password } from "./support.ts"

const pending = {
  pending: true,
  message: "We sent a link to this email address. Open it within 24 hours to complete the registration"
}
const closed = { error: "Registration is closed. Ask an administrator of your organization for an invitation" }
const invalid = {
  error: "This link is no longer valid. It works once and for a limited time. Request a new one"
}

const form = (changed: Readonly<Record<string, unknown>> = {}) => ({
  fullName: "Ada Lovelace",
  email: `ada-${randomUUID().slice(0, 8)}@acme.test`,
  password,
  orgName: "Analytical Engines",
  acceptPrivacy: true,
  ...changed
})

const register = (body: unknown, from = anAddress()) =>
  send("POST", "/api/auth/register", { body: JSON.stringify(body), from })

const verify = (token: unknown, headers: Readonly<Record<string, string>> = {}) =>
  send("POST", "/api/auth/verify-email", { body: JSON.stringify({ token }), headers })

const logIn = (email: string, given = password) =>
  send("POST", "/api/auth/login", { body: JSON.stringify({ email, password: given }) })

const registered = Effect.fnUntraced(function* (changed: Readonly<Record<string, unknown>> = {}) {
  const sent = form(changed)
  assert.strictEqual((yield* register(sent)).status, 202)
  return { ...sent, token: yield* mailedToken(sent.email) }
})

const organisations = systemSql<{ id: string; name: string }>`SELECT id, name FROM organisations`
const users = systemSql<{ email: string }>`SELECT email FROM users`

/** An account whose organisation is gone. */
const aFormerMember = (email: string) =>
  systemSql`
      INSERT INTO users (id, email, full_name, created_at) VALUES (${randomUUID()}, ${email}, 'Ada', now())`

layer(AccountsSurface)("GET /api/auth/register", (it) => {
  // registration-19: `GET /api/auth/register` returns `open: true` until the first organization exists.
  it.status(200, "open to anybody until the first organisation is made", function* () {
    const shown = () => Effect.map(send("GET", "/api/auth/register"), ({ body, status }) => [status, body])
    assert.deepStrictEqual(yield* shown(), [200, { open: true }])
    const { token } = yield* registered()
    assert.deepStrictEqual(yield* shown(), [200, { open: true }])
    assert.strictEqual((yield* verify(token)).status, 200)
    assert.deepStrictEqual(yield* shown(), [200, { open: false }])
  })
})

layer(AccountsSurface)("POST /api/auth/register", (it) => {
  // registration-1: `POST /api/auth/register` returns 202 `{ pending: true, message }`; opening the emailed link within
  //   24 hours creates account and organization.
  it.status(
    202,
    "pending; account and organisation are made only once the link is opened, good for 24 hours",
    function* () {
      const sent = form()
      const { body, cookies, status } = yield* register(sent)
      assert.deepStrictEqual([status, body, Cookies.isEmpty(cookies)], [202, pending, true])
      assert.deepStrictEqual([yield* organisations, yield* users], [[], []])
      const [mail] = yield* mailsTo(sent.email)
      assert.match(mail?.text ?? "", /^http:\/\/svc\.test\/verify-email\?token=[\w-]{43}$/m)
      // What a stranger typed is not mailed to an address that nobody has confirmed.
      assert.notInclude(mail?.text, sent.orgName)
      assert.notInclude(mail?.text, sent.fullName)
      assert.strictEqual((yield* logIn(sent.email)).status, 401)
      yield* TestClock.adjust("24 hours")
      const late = yield* verify(yield* mailedToken(sent.email))
      assert.deepStrictEqual([late.status, late.body], [400, invalid])
    }
  )

  it.status(202, "neither the token nor the password is stored in readable form", function* () {
    const { token } = yield* registered()
    const rows = yield* systemSql<{ row: string }>`SELECT p::text AS row FROM pending_registrations p`
    const stored = JSON.stringify(rows)
    assert.notInclude(stored, token)
    assert.notInclude(stored, password)
    assert.include(stored, "$argon2id$")
  })

  // registration-12: Up to five registrations of one email address are pending side by side, each with its own link and
  //   password.
  it.status(
    202,
    "another registration of the same address takes no earlier link away; five of one address wait",
    function* () {
      const email = form().email
      const waiting = (name: string) =>
        systemSql<{ org_name: string }>`
            SELECT org_name FROM pending_registrations WHERE lower(email) = lower(${name}) ORDER BY created_at`
      const tokens = new Set<string>()
      for (let time = 1; time <= 6; time++) {
        tokens.add(
          (yield* registered({ email: time % 2 === 0 ? email : email.toUpperCase(), orgName: `Nr ${time}` })).token
        )
        yield* TestClock.adjust("1 second")
      }
      assert.strictEqual(tokens.size, 6)
      assert.deepStrictEqual(
        (yield* waiting(email)).map(({ org_name }) => org_name),
        ["Nr 2", "Nr 3", "Nr 4", "Nr 5", "Nr 6"]
      )
    }
  )

  // registration-6: Neither a response nor its timing reveals whether an email has an account.
  it.status(
    202,
    "the same answer for an address that has an account; it gets a mail that says so, and no link",
    function* () {
      const email = `known-${randomUUID()}@acme.test`
      yield* aFormerMember(email)
      const { body, headers, status } = yield* register(form({ email: email.toUpperCase() }))
      const unknown = yield* register(form())
      assert.deepStrictEqual([status, body], [202, pending])
      assert.deepStrictEqual(Object.keys(headers).toSorted(), Object.keys(unknown.headers).toSorted())
      const mails = (yield* queuedMails).filter(({ to }) => to === email.toUpperCase())
      assert.deepStrictEqual(
        mails.map(({ subject }) => subject),
        ["You already have an account"]
      )
      assert.notInclude(mails[0]?.text, "token=")
    }
  )

  it.status(202, "the email without an account is in the language of the page that asked", function* () {
    const subjects = Effect.fnUntraced(function* (language: string) {
      const sent = form()
      const headers = { "accept-language": language }
      assert.strictEqual(
        (yield* send("POST", "/api/auth/register", { body: JSON.stringify(sent), from: anAddress(), headers })).status,
        202
      )
      return (yield* queuedMails).filter(({ to }) => to === sent.email).map(({ subject }) => subject)
    })
    assert.deepStrictEqual(yield* subjects("de-AT,en;q=0.5"), ["E-Mail-Adresse bestätigen"])
    assert.deepStrictEqual(yield* subjects("fr"), ["Confirm your email"])
  })

  // registration-4: Missing and wrong fields are named, and the password is never repeated.
  it.status(400, "each field that is missing or wrong is named, and the password never repeated", function* () {
    const cases = [
      [{ fullName: undefined }, "fullName: is required"],
      [{ fullName: " \u200b" }, "fullName: must not be blank"],
      [{ email: "ada" }, "email: must be an email address, for example name@example.com"],
      [{ email: "ada@acme.test\r\nBcc: x@y.test" }, "email: must be an email address, for example name@example.com"],
      [{ password: "seven77" }, "password: must be at least 8 characters"],
      [{ password: "\u0000secret-of-mine" }, "password: must not contain the NUL character"],
      [{ orgName: "x".repeat(101) }, "orgName: must be at most 100 characters"],
      [{ orgName: " " }, "orgName: must not be blank"],
      [{ acceptPrivacy: false }, "acceptPrivacy: must be true: accept the privacy notice"],
      [{ acceptPrivacy: undefined }, "acceptPrivacy: is required"],
      [{ acceptPrivacy: "true" }, "acceptPrivacy: must be true or false"],
      [{ password: "Password1" }, "password: is one of the most common passwords. Choose a different one"],
      [
        { email: "ada@acme.test", password: "ADA@acme.test" },
        "password: must not be the email address. Choose a different one"
      ]
    ] as const
    for (const [changed, error] of cases) {
      const { body, status } = yield* register(form(changed))
      assert.deepStrictEqual([status, body], [400, { error }])
    }
  })

  // registration-5: An IP address registers at most five times an hour.
  it.status(429, "5 per hour per IP, whichever the address, with Retry-After", function* () {
    const from = anAddress()
    for (let time = 0; time < 5; time += 1) assert.strictEqual((yield* register(form(), from)).status, 202)
    const over = yield* register(form(), from)
    assert.deepStrictEqual([over.status, over.headers["retry-after"]], [429, "3600"])
    assert.strictEqual((yield* register(form())).status, 202)
    yield* TestClock.adjust("1 hour")
    assert.strictEqual((yield* register(form(), from)).status, 202)
  })

  // sign-in-18
  it.effect("sign-in-purge removes registrations that expired, and no other", function* () {
    const jobs = yield* Jobs
    yield* TestClock.adjust("2 days")
    yield* jobs.run("sign-in-purge", undefined)
    const { email } = yield* registered()
    yield* TestClock.adjust("23 hours")
    yield* jobs.run("sign-in-purge", undefined)
    const left = systemSql<{ email: string }>`SELECT email FROM pending_registrations`
    assert.deepStrictEqual(yield* left, [{ email }])
    yield* TestClock.adjust("1 hour")
    assert.deepInclude(yield* jobs.run("sign-in-purge", undefined), { registrations: 1 })
    assert.deepStrictEqual(yield* left, [])
  })

  // registration-3: Only the first organization of an instance is registered this way: later it is 403, also for two at
  //   the same time.
  it.status(403, "once an organisation exists", function* () {
    yield* anOrganisation()
    const { body, status } = yield* register(form())
    assert.deepStrictEqual([status, body], [403, closed])
  })
})

layer(AccountsSurface)("POST /api/auth/verify-email", (it) => {
  it.status(400, "a token that never was, of another purpose, empty or of the wrong type", function* () {
    for (const token of ["x", "A".repeat(43), "' OR true --"]) {
      const { body, status } = yield* verify(token)
      assert.deepStrictEqual([status, body], [400, invalid])
    }
    for (const token of ["", null, ["x"], "x".repeat(201), undefined]) {
      assert.strictEqual((yield* verify(token)).status, 400)
    }
  })

  // registration-2: The link signs in and creates the organization, on trial, with its Super Admin.
  it.status(
    200,
    "makes the organisation on trial and its Super Admin, signs in as login does, and is audited",
    function* () {
      const { email, token, ...sent } = yield* registered({ fullName: "  Ada Lovelace " })
      const waiting = yield* registered()
      const { body, cookies, status } = yield* verify(token, { "user-agent": "Browser/1.0" })
      assert.strictEqual(status, 200)
      const { user } = yield* Schema.decodeUnknownEffect(
        Schema.Struct({
          user: Schema.Struct({
            id: Schema.String,
            email: Schema.String,
            fullName: Schema.String,
            orgId: Schema.String,
            role: Schema.String
          })
        }),
        { onExcessProperty: "error" }
      )(body)
      assert.deepInclude(user, { email, fullName: "Ada Lovelace", role: "superadmin" })
      const set = Option.getOrThrow(Cookies.get(cookies, "access_token"))
      assert.deepInclude(set.options, { httpOnly: true, sameSite: "lax", path: "/" })
      const me = yield* send("GET", "/api/auth/me", { headers: cookie(set.value) })
      assert.deepInclude(me.body, { id: user.id, orgId: user.orgId, role: "superadmin" })
      const rows = yield* systemSql`SELECT id, name, plan, plan_status FROM organisations`
      assert.deepStrictEqual(rows, [{ id: user.orgId, name: sent.orgName, plan: "trial", plan_status: "trialing" }])
      const audited = yield* systemSql<{ action: string; actor_id: string | null; by_operator: boolean }>`
          SELECT action, actor_id, details LIKE '%by the operator%' AS by_operator FROM audit_entries WHERE org_id = ${user.orgId} ORDER BY seq`
      assert.deepStrictEqual(audited, [
        { action: "organization_created", actor_id: null, by_operator: false },
        { action: "user_created", actor_id: user.id, by_operator: false },
        { action: "login", actor_id: user.id, by_operator: false }
      ])

      const again = yield* verify(token)
      assert.deepStrictEqual([again.status, again.body, Cookies.isEmpty(again.cookies)], [400, invalid, true])
      // Of other registrations nothing is kept.
      const other = yield* verify(waiting.token)
      assert.deepStrictEqual([other.status, other.body], [400, invalid])
      assert.lengthOf(yield* systemSql`SELECT 1 FROM pending_registrations`, 0)
      assert.strictEqual((yield* logIn(email)).status, 200)
    }
  )
})

layer(AccountsSurface)("POST /api/auth/verify-email", (it) => {
  // registration-3
  it.status(
    403,
    "exactly one of two registrations becomes an organisation, also when both links are opened at once",
    function* () {
      const registrations = [yield* registered(), yield* registered(), yield* registered()]
      const opened = registrations.flatMap(({ token }) => [token, token])
      const answers = yield* Effect.forEach(opened, (token) => verify(token), { concurrency: "unbounded" })
      const statuses = answers.map(({ status }) => status)
      assert.strictEqual(statuses.filter((status) => status === 200).length, 1, String(statuses))
      assert.isTrue(
        statuses.every((status) => [200, 400, 403].includes(status)),
        String(statuses)
      )
      assert.lengthOf(yield* organisations, 1)
      assert.lengthOf(yield* users, 1)
    }
  )
})

layer(AccountsSurface)("POST /api/auth/verify-email", (it) => {
  it.status(403, "an organisation was made in between, by the operator", function* () {
    const { token } = yield* registered()
    yield* aUser()
    const { body, cookies, status } = yield* verify(token)
    assert.deepStrictEqual([status, body, Cookies.isEmpty(cookies)], [403, closed, true])
    assert.lengthOf(yield* users, 1)
  })
})

layer(AccountsSurface)("POST /api/auth/verify-email", (it) => {
  it.status(403, "an organisation that the operator is making at that moment is waited for", function* () {
    const { token } = yield* registered()
    const system = yield* SystemSql
    const waiting = Effect.map(
      Effect.orDie(
        system`SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid)
            WHERE NOT granted AND relation = 'organisations'::regclass AND datname = current_database()`
      ),
      (rows) => rows.length > 0
    )
    const answer = yield* asSystem(() =>
      Effect.gen(function* () {
        yield* anOrganisation()
        const opened = yield* Effect.forkDetach(Effect.provideContext(verify(token), yield* Effect.context<never>()))
        while (opened.pollUnsafe() === undefined && !(yield* waiting)) yield* Effect.yieldNow
        return opened
      })
    ).pipe(Effect.flatMap(Fiber.join))
    assert.deepStrictEqual([answer.status, answer.body], [403, closed])
    assert.lengthOf(yield* organisations, 1)
  })
})

layer(AccountsSurface)("POST /api/auth/verify-email", (it) => {
  it.status(200, "audited with personal values sealed", function* () {
    const { email, token } = yield* registered()
    yield* verify(token)
    const [organisation] = yield* organisations
    if (organisation === undefined) return assert.fail("there is no organisation")
    const [entry] = yield* entriesOf(OrgId.make(organisation.id), { action: "user_created" })
    assert.deepInclude(entry, {
      target: email,
      details: "name: Ada Lovelace, role: superadmin, registered, privacy notice accepted"
    })
    assert.notInclude(entry?.stored, email)
    assert.notInclude(entry?.stored, "Lovelace")
  })
})
