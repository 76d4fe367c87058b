import { assert, layer } from "#test/support/suite"
import { Deferred, Duration, Effect, Fiber, Layer, Option } from "effect"
import { Cookies } from "effect/http"
import { IpNetwork } from "effect/net"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { HashBounds } from "#organisation/accounts/hash-queue"
import { PasswordChanges } from "#organisation/accounts/password-changes"
import { Accounts } from "#organisation/accounts/service"
import { AppConfig } from "#platform/config/config"
import { anAddress, cookie, send } from "#test/access/support"
import { invite } from "#test/organisation/members/support"
import { mailedToken } from "#test/support/mails"
import { testAppWith, TestConfig } from "#test/support/TestApp"
import { systemSql } from "#test/support/tables"
import { aSuperAdmin } from "#test/support/people"
import { mailsTo, subjectsTo } from "#test/support/log"
import { AccountsSurface, QuickAccounts, aSignedIn, aUser, logIn, password, sessionOf, stepUp } from "./support.ts"

const deviceIn = (answer: { readonly cookies: Cookies.Cookies }) =>
  Option.getOrElse(Cookies.getValue(answer.cookies, "known_device"), () => "")

const browser = { "sec-fetch-site": "same-origin" }

const fromDevice = (token: string) => ({ headers: { ...browser, cookie: `known_device=${token}` } })

/** So many wrong passwords for an address, each from somewhere else. */
const guess = (email: string, times: number) =>
  Effect.forEach(Array.from({ length: times }), () => logIn(email, "wrong password"))

const outcome = ({ body, headers, status }: Effect.Success<ReturnType<typeof logIn>>) => [
  status,
  body,
  headers["retry-after"]
]

const slowed = [429, { error: "Too many requests. Please slow down." }, "60"]

const warningsTo = (email: string) =>
  Effect.gen(function* () {
    yield* (yield* Accounts).settled
    return yield* subjectsTo(email)
  })

layer(QuickAccounts, { timeout: "120 seconds" })("wrong passwords of an account", (it) => {
  // sign-in-7: Wrong passwords slow an account down and never lock it, and the owner gets one email a day.
  it.effect(
    "slow down who comes from somewhere new, one a minute and address block, and lock nobody out",
    function* () {
      const user = yield* aUser()
      for (const { status } of yield* guess(user.email, 20)) assert.strictEqual(status, 401)
      const from = "203.0.113.60"
      assert.strictEqual((yield* logIn(user.email, "wrong password", { from })).status, 401)
      assert.deepStrictEqual(outcome(yield* logIn(user.email, "wrong password", { from })), slowed)
      // The right one waits as well, or the answer would tell it; from elsewhere it is looked at.
      assert.deepStrictEqual(outcome(yield* logIn(user.email, password, { from })), slowed)
      assert.strictEqual((yield* logIn(user.email, password, { from: "2001:db8:6::1" })).status, 200)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* logIn(user.email, password, { from })).status, 200)
    }
  )

  // sign-in-21: An email without an account is slowed down like one with an account.
  it.effect("slow down an address that has no account just the same, however it is spelled", function* () {
    const nobody = `Nobody-${randomUUID()}@acme.test`
    for (const { status } of yield* guess(nobody, 20)) assert.strictEqual(status, 401)
    const from = "203.0.113.61"
    assert.strictEqual((yield* logIn(` ${nobody.toUpperCase()}`, "wrong password", { from })).status, 401)
    assert.deepStrictEqual(outcome(yield* logIn(nobody.toLowerCase(), "wrong password", { from })), slowed)
    assert.deepStrictEqual(yield* warningsTo(nobody), [])
  })

  // sign-in-20: Wrong passwords of others do not slow down a browser or network that signed the account in.
  it.effect("hinder neither the browser nor the address that the account was signed in from", function* () {
    const user = yield* aUser()
    const home = "203.0.113.62"
    const device = deviceIn(yield* logIn(user.email, password, { from: home, headers: browser }))
    assert.match(device, /^[\w-]{43}$/)
    yield* guess(user.email, 22)
    for (const _ of [1, 2, 3]) {
      assert.strictEqual((yield* logIn(user.email, "mistyped", { from: home })).status, 401)
    }
    assert.strictEqual((yield* logIn(user.email, password, { from: home })).status, 200)
    const away = "203.0.113.63"
    for (const _ of [1, 2, 3]) {
      const answer = yield* logIn(user.email, "mistyped", { from: away, ...fromDevice(device) })
      assert.strictEqual(answer.status, 401)
    }
    const there = yield* logIn(user.email, password, { from: away, ...fromDevice(device) })
    assert.deepStrictEqual([there.status, deviceIn(there)], [200, device])
  })

  it.effect("a program is sent the cookie of its session and no other", function* () {
    const { cookies } = yield* logIn((yield* aUser()).email)
    assert.deepStrictEqual(Object.keys(cookies.cookies), ["access_token"])
  })

  // sign-in-24: A browser cookie is worth ten attempts, for its own account only.
  it.effect(
    "are not made quicker by a cookie of another account, a planted one, or one that was tried too often",
    function* () {
      const user = yield* aUser()
      const other = yield* aUser()
      const planted = "p".repeat(43)
      const theirs = deviceIn(yield* logIn(other.email, password, { headers: browser }))
      const own = deviceIn(yield* logIn(user.email, password, fromDevice(planted)))
      assert.notStrictEqual(own, planted)
      yield* guess(user.email, 20)
      for (const device of [theirs, planted]) {
        const from = anAddress()
        const twice = [1, 2].map(() => logIn(user.email, "wrong password", { from, ...fromDevice(device) }))
        assert.deepStrictEqual(
          (yield* Effect.all(twice)).map(({ status }) => status),
          [401, 429]
        )
      }
      const elsewhere = () => logIn(user.email, "wrong password", { from: anAddress(), ...fromDevice(own) })
      yield* Effect.replicateEffect(Effect.suspend(elsewhere), 10)
      const from = anAddress()
      const twice = [1, 2].map(() => logIn(user.email, "wrong password", { from, ...fromDevice(own) }))
      assert.deepStrictEqual(
        (yield* Effect.all(twice)).map(({ status }) => status),
        [401, 429]
      )
    }
  )

  // sign-in-7
  it.effect("send their owner one mail a day, which says that nothing is locked", function* () {
    const user = yield* aUser()
    yield* guess(user.email, 20)
    assert.deepStrictEqual(yield* warningsTo(user.email), [])
    yield* guess(user.email, 5)
    assert.deepStrictEqual(yield* warningsTo(user.email), ["Failed sign-in attempts on your account"])
    yield* TestClock.adjust("2 hours")
    yield* guess(user.email, 25)
    assert.lengthOf(yield* warningsTo(user.email), 1)
    const [mail] = yield* mailsTo(user.email)
    assert.include(mail?.text, "Your account is not locked.")
  })

  it.effect("count, of a hundred at once, no more than twenty free ones", function* () {
    const user = yield* aUser()
    const from = Array.from({ length: 10 }, anAddress)
    const answers = yield* Effect.forEach(
      Array.from({ length: 100 }, (_, index) => from[index % 10] ?? ""),
      (address) => logIn(user.email, "wrong password", { from: address }),
      { concurrency: "unbounded" }
    )
    const judged = answers.filter(({ status }) => status === 401).length
    assert.isAtMost(judged, 30)
    assert.isTrue(answers.every(({ status }) => [401, 429, 503].includes(status)))
  })

  it.effect("count wherever they are given, a step-up's and a change's too", function* () {
    const user = yield* aSignedIn()
    const change = (token: string) =>
      send("POST", "/api/auth/change-password", {
        headers: cookie(token),
        body: JSON.stringify({ currentPassword: "wrong password", newPassword: "another horse, another battery" })
      })
    for (let round = 0; round < 5; round += 1) {
      assert.strictEqual((yield* stepUp(user.token, { password: "wrong password" })).status, 403)
      assert.strictEqual((yield* change(user.token)).status, 403)
    }
    yield* guess(user.email, 10)
    const from = anAddress()
    const twice = [1, 2].map(() => logIn(user.email, "wrong password", { from }))
    assert.deepStrictEqual(
      (yield* Effect.all(twice)).map(({ status }) => status),
      [401, 429]
    )
    assert.deepStrictEqual(yield* warningsTo(user.email), ["Failed sign-in attempts on your account"])
  })

  // sign-in-22: A new password makes every known browser and network of the account unknown.
  it.effect(
    "are slow again everywhere after a new password, for whoever knew the former may have signed in",
    function* () {
      const user = yield* aUser()
      const intruder = anAddress()
      const theirs = deviceIn(yield* logIn(user.email, password, { from: intruder, headers: browser }))
      const owner = yield* sessionOf(user)
      const better = "another horse, another battery"
      const changed = yield* send("POST", "/api/auth/change-password", {
        headers: { ...browser, ...cookie(owner.token) },
        body: JSON.stringify({ currentPassword: password, newPassword: better })
      })
      yield* guess(user.email, 20)
      const twice = [1, 2].map(() => logIn(user.email, password, { from: intruder, ...fromDevice(theirs) }))
      assert.deepStrictEqual(
        (yield* Effect.all(twice)).map(({ status }) => status),
        [401, 429]
      )
      const own = deviceIn(changed)
      for (const given of ["mistyped", "mistyped", better]) {
        const { status } = yield* logIn(user.email, given, fromDevice(own))
        assert.strictEqual(status, given === better ? 200 : 401)
      }
    }
  )

  // sign-in-23: An account keeps its latest 20 browsers and 20 networks, as digests.
  it.effect("keep no address and no token readable, and of each account twenty of a kind at most", function* () {
    const user = yield* aUser()
    const from = anAddress()
    const device = deviceIn(yield* logIn(user.email, password, { from, headers: browser }))
    yield* Effect.forEach(Array.from({ length: 24 }), () => logIn(user.email))
    const rows = yield* systemSql<{ kind: string; digest: string }>`
          SELECT kind, digest FROM known_sign_ins WHERE user_id = ${user.userId}`
    assert.lengthOf(rows, 40)
    for (const { digest } of rows) assert.match(digest, /^[0-9a-f]{64}$/)
    assert.notInclude(JSON.stringify(rows), device)
  })
})

/** One hash at a time, and nobody may wait. */
const Impatient = AccountsSurface.pipe(Layer.provide(Layer.succeed(HashBounds, { places: 1, patience: Duration.zero })))

const busy = { error: "Too many passwords are being checked right now. Try again in a few seconds" }

const refusedOf = (answers: ReadonlyArray<Effect.Success<ReturnType<typeof send>>>) => {
  const refused = answers.filter(({ status }) => status === 503)
  for (const { body, headers } of refused) assert.deepStrictEqual([body, headers["retry-after"]], [busy, "1"])
  return refused.length
}

const atOnce = (request: (index: number) => ReturnType<typeof send>) =>
  Effect.forEach([0, 1, 2, 3, 4, 5], request, { concurrency: "unbounded" })

/** How many of several requests were sent away while others' hashing filled the line; after it they are served. */
const sentAway = Effect.fnUntraced(function* (request: (index: number) => ReturnType<typeof send>) {
  const begun = yield* Deferred.make<void>()
  // The operator's users, who are never sent away: one after the other in each place, until all have been answered.
  const oneAfterTheOther = Effect.forever(Effect.andThen(aUser(), Deferred.succeed(begun, undefined)))
  const line = yield* Effect.forkChild(Effect.replicateEffect(oneAfterTheOther, 20, { concurrency: 20 }))
  yield* Deferred.await(begun)
  const answers = yield* atOnce(request)
  yield* Fiber.interrupt(line)
  assert.notStrictEqual((yield* request(6)).status, 503)
  return refusedOf(answers)
})

const asOne = (path: string, token: string, body: object) =>
  send("POST", path, { headers: cookie(token), body: JSON.stringify(body) })

const given = { password: "wrong password", code: "000000" }

layer(Impatient)("POST /api/auth/login", (it) => {
  it.status(503, "with Retry-After while more hashing waits than gets done in time", function* () {
    const user = yield* aUser()
    assert.isAbove(yield* sentAway(() => logIn(user.email)), 0)
    assert.strictEqual((yield* logIn(user.email)).status, 200)
  })
})

layer(Impatient)("POST /api/auth/step-up", (it) => {
  it.status(503, "with Retry-After while more hashing waits than gets done in time", function* () {
    const { token } = yield* aSignedIn()
    assert.isAbove(yield* sentAway(() => asOne("/api/auth/step-up", token, given)), 0)
  })
})

layer(Impatient)("POST /api/auth/change-password", (it) => {
  it.status(503, "with Retry-After while more hashing waits than gets done in time", function* () {
    const { token } = yield* aSignedIn()
    assert.isAbove(
      yield* sentAway(() =>
        asOne("/api/auth/change-password", token, {
          currentPassword: "wrong password",
          newPassword: "a horse and a battery"
        })
      ),
      0
    )
  })
})

layer(Impatient)("POST /api/auth/2fa/disable", (it) => {
  it.status(503, "with Retry-After while more hashing waits than gets done in time", function* () {
    const { token } = yield* aSignedIn()
    assert.isAbove(yield* sentAway(() => asOne("/api/auth/2fa/disable", token, given)), 0)
  })
})

layer(Impatient)("POST /api/auth/2fa/recovery-codes", (it) => {
  it.status(503, "with Retry-After while more hashing waits than gets done in time", function* () {
    const { token } = yield* aSignedIn()
    assert.isAbove(yield* sentAway(() => asOne("/api/auth/2fa/recovery-codes", token, given)), 0)
  })
})

layer(Impatient)("POST /api/auth/register", (it) => {
  it.status(503, "with Retry-After while more hashing waits than gets done in time", function* () {
    const body = (index: number) =>
      JSON.stringify({ fullName: "Ada", email: `${index}@acme.test`, password, orgName: "Acme", acceptPrivacy: true })
    // Nobody else hashes, for an organisation would end registering.
    const answers = yield* atOnce((index) => send("POST", "/api/auth/register", { body: body(index) }))
    assert.isTrue(answers.some(({ status }) => status !== 503))
    assert.isAbove(refusedOf(answers), 0)
  })
})

layer(Impatient)("POST /api/auth/reset-password", (it) => {
  it.status(503, "with Retry-After while more hashing waits than gets done in time; the link stays good", function* () {
    const user = yield* aUser()
    yield* send("POST", "/api/auth/forgot-password", { body: JSON.stringify({ email: user.email }) })
    yield* (yield* PasswordChanges).settled
    const body = JSON.stringify({ token: yield* mailedToken(user.email), password: "a horse and a battery" })
    const others = yield* Effect.forkChild(
      Effect.replicateEffect(
        Effect.suspend(() => logIn(user.email, "wrong password")),
        6,
        { concurrency: 6 }
      )
    )
    assert.isAbove(yield* sentAway(() => send("POST", "/api/auth/reset-password", { body })), 0)
    yield* Fiber.join(others)
  })
})

const behindProxy = Layer.effect(
  AppConfig,
  Effect.map(AppConfig, (config) =>
    AppConfig.of({
      ...config,
      trustedProxies: [IpNetwork.fromStringUnsafe("127.0.0.0/8"), IpNetwork.fromStringUnsafe("::1/128")]
    })
  )
).pipe(Layer.provide(TestConfig))

const ImpatientApp = testAppWith(behindProxy).pipe(
  Layer.provide(Layer.succeed(HashBounds, { places: 1, patience: Duration.zero }))
)

layer(ImpatientApp)("POST /api/auth/accept-invite", (it) => {
  it.status(
    503,
    "with Retry-After while more hashing waits than gets done in time; the invitation stays open",
    function* () {
      const email = `${randomUUID()}@acme.test`
      yield* invite(yield* aSuperAdmin(), email)
      const body = JSON.stringify({ token: yield* mailedToken(email), fullName: "Ada", password })
      assert.isAbove(yield* sentAway(() => send("POST", "/api/auth/accept-invite", { body })), 0)
    }
  )

  it.status(429, "wrong passwords are slowed down as at sign-in", function* () {
    const user = yield* aUser()
    yield* invite(yield* aSuperAdmin(), user.email)
    const body = JSON.stringify({ token: yield* mailedToken(user.email), password: "wrong password" })
    yield* guess(user.email, 20)
    const from = anAddress()
    const last = [1, 2].map(() => send("POST", "/api/auth/accept-invite", { body, from }))
    assert.deepStrictEqual(
      (yield* Effect.all(last)).map(({ status }) => status),
      [401, 429]
    )
  })
})
