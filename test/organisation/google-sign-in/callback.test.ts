import { assert, layer } from "#test/support/suite"
import { Cookies } from "effect/http"
import { Deferred, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { StandIn } from "#test/support/google-stand-in"
import { withStatus } from "#test/support/requests"
import { aMember, anOrganisation, type Member } from "#test/support/people"
import { asSystem, systemSql } from "#test/support/tables"
import { entriesOf, mailsTo } from "#test/support/log"
import { base, begin, comeBack, GoogleApp, sessionIn, signIn, visit } from "./support.ts"

const someone = (email: string) => ({ sub: `google-${randomUUID()}`, email })

const aPerson = Effect.gen(function* () {
  const member = yield* aMember(yield* anOrganisation(), "hr")
  return { member, person: someone(member.email) }
})

const linksOf = (member: Member) =>
  systemSql<{ sub: string; email: string }>`SELECT sub, email FROM google_identities WHERE user_id = ${member.userId}`

const sessionsOf = (member: Member) =>
  systemSql<{ method: string; org_id: string }>`
      SELECT method, org_id FROM sessions WHERE user_id = ${member.userId} ORDER BY created_at`

const me = (token: string | undefined) =>
  Effect.map(visit("/api/auth/me", `access_token=${token}`), ({ status, text }) => ({ status, body: JSON.parse(text) }))

const without = (name: string) => (claims: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name))

const html = { status: 200, type: "text/html", body: "<h1>Hello</h1>" }

const failsWith = (code: string) => `${base}/login?error=${code}`

/** Nobody got in: no session cookie, and the attempt's own is cleared. */
const assertRefused = (answer: Effect.Success<ReturnType<typeof visit>>, code: string, label = code) => {
  assert.strictEqual(answer.status, 302, label)
  assert.strictEqual(answer.location, failsWith(code), label)
  assert.isUndefined(sessionIn(answer.cookies), label)
}

layer(GoogleApp)("GET /api/auth/google/callback", (it) => {
  // sign-in-14: Google signs in existing members only, still requires two-factor authentication, and creates no
  //   account.
  it.status(302, "a member is signed in, with a cookie as login sets it, and comes back to returnTo", function* () {
    const { member, person } = yield* aPerson
    const answer = yield* withStatus(302, signIn(person, "/cases?tab=mine"))
    assert.strictEqual(answer.location, `${base}/cases?tab=mine`)
    const session = Option.getOrThrow(Cookies.get(answer.cookies, "access_token"))
    assert.deepInclude(session.options, { httpOnly: true, sameSite: "lax", path: "/" })
    const cleared = Option.getOrThrow(Cookies.get(answer.cookies, "google_sign_in"))
    assert.deepInclude(cleared, { value: "" })
    assert.deepInclude(cleared.options, { path: "/api/auth/google" })
    const { body } = yield* withStatus(200, me(session.value))
    assert.deepInclude(body, { id: member.userId, orgId: member.orgId, email: member.email })
    assert.deepStrictEqual(yield* sessionsOf(member), [{ method: "google", org_id: member.orgId }])
  })

  it.status(302, "a returnTo of another site is /", function* () {
    for (const returnTo of ["//evil.test", "/\\evil.test", "https://evil.test", "/\t/evil.test", "/.//evil.test"]) {
      const { person } = yield* aPerson
      assert.strictEqual((yield* signIn(person, returnTo)).location, `${base}/`)
    }
  })

  // sign-in-25: The first Google sign-in links the account, which is recorded in the audit log and emailed to the user.
  it.status(
    302,
    "the first sign-in links the Google account; link and session are audited, the link is mailed",
    function* () {
      const { member, person } = yield* aPerson
      yield* signIn({ ...person, email: member.email.toUpperCase() })
      yield* signIn(person)
      assert.deepStrictEqual(yield* linksOf(member), [{ sub: person.sub, email: member.email.toUpperCase() }])
      const [linked, ...more] = yield* entriesOf(member.orgId, { action: "google_linked" })
      assert.strictEqual(more.length, 0)
      assert.deepInclude(linked, { actor_id: member.userId, target: member.email })
      assert.notInclude(linked?.stored, member.email)
      assert.strictEqual((yield* entriesOf(member.orgId, { action: "login" })).length, 2)
      const mails = yield* mailsTo(member.email)
      assert.deepStrictEqual(
        mails.map(({ subject }) => subject),
        ["Your account is linked to Google"]
      )
    }
  )

  // sign-in-26: A linked Google account is recognized by its `sub`, whatever its email is; a second one is refused with
  //   `google_linked`.
  it.status(302, "the link holds when the address at Google changes, even to another user's", function* () {
    const { member, person } = yield* aPerson
    const other = yield* aMember(member.orgId, "admin")
    yield* signIn(person)
    const answer = yield* signIn({ ...person, email: other.email })
    const { body } = yield* me(sessionIn(answer.cookies))
    assert.deepInclude(body, { id: member.userId })
    assert.deepStrictEqual(yield* linksOf(other), [])
    assert.deepStrictEqual(yield* linksOf(member), [{ sub: person.sub, email: member.email }])
  })

  // sign-in-26
  it.status(
    302,
    "google_linked: an account that is linked to another Google account, and its organisation sees the try",
    function* () {
      const { member, person } = yield* aPerson
      yield* signIn(person)
      assertRefused(yield* signIn(someone(member.email)), "google_linked")
      assert.strictEqual((yield* linksOf(member))[0]?.sub, person.sub)
      const [entry, ...more] = yield* entriesOf(member.orgId, { action: "login_failed" })
      assert.strictEqual(more.length, 0)
      assert.deepInclude(entry, { actor_id: member.userId, target: member.email })
      assert.match(entry?.details ?? "", /^address: 198\.51\.\d+\.\d+, another Google account is linked$/)
      assert.notInclude(entry?.stored, "198.51.")
    }
  )

  it.status(302, "two first sign-ins at once make one link; of two Google accounts one wins", function* () {
    const { member, person } = yield* aPerson
    const same = yield* Effect.all([signIn(person), signIn(person)], { concurrency: 2 })
    for (const { cookies } of same) assert.isDefined(sessionIn(cookies))
    assert.strictEqual((yield* entriesOf(member.orgId, { action: "google_linked" })).length, 1)

    const { member: wanted } = yield* aPerson
    const rivals = yield* Effect.all([signIn(someone(wanted.email)), signIn(someone(wanted.email))], {
      concurrency: 2
    })
    assert.strictEqual(rivals.filter(({ cookies }) => sessionIn(cookies) !== undefined).length, 1)
    assert.strictEqual(rivals.filter(({ location }) => location === failsWith("google_linked")).length, 1)
    assert.strictEqual((yield* linksOf(wanted)).length, 1)
  })

  // sign-in-14
  it.status(302, "no_account: an unknown address, and one never confirmed here", function* () {
    const unknown = someone(`${randomUUID()}@acme.test`)
    assertRefused(yield* signIn(unknown), "no_account", "unknown")
    const made = yield* systemSql`SELECT id FROM users WHERE lower(email) = lower(${unknown.email})`
    assert.strictEqual(made.length, 0)

    const { member: unconfirmed, person } = yield* aPerson
    yield* systemSql`UPDATE users SET email_verified_at = NULL WHERE id = ${unconfirmed.userId}`
    assertRefused(yield* signIn(person), "no_account", "unconfirmed")
    assert.deepStrictEqual(yield* linksOf(unconfirmed), [])
  })

  it.status(
    302,
    "the organisation that the user last switched to, while they are its member; else the first",
    function* () {
      const { member, person } = yield* aPerson
      const second = yield* anOrganisation()
      yield* systemSql`
          INSERT INTO memberships (org_id, user_id, role, created_at)
          SELECT ${second}::uuid, user_id, 'admin', created_at + interval '1 day' FROM memberships WHERE user_id = ${member.userId}`
      const opened = Effect.gen(function* () {
        const { cookies } = yield* signIn(person)
        return (yield* me(sessionIn(cookies))).body.orgId
      })
      assert.strictEqual(yield* opened, member.orgId)
      yield* systemSql`UPDATE users SET active_org_id = ${second} WHERE id = ${member.userId}`
      assert.strictEqual(yield* opened, second)
      yield* systemSql`DELETE FROM memberships WHERE user_id = ${member.userId} AND org_id = ${second}`
      assert.strictEqual(yield* opened, member.orgId)
    }
  )

  it.status(302, "a second factor that is being switched on is asked for, too", function* () {
    const { member, person } = yield* aPerson
    const begun = yield* Deferred.make<void>()
    const end = yield* Deferred.make<void>()
    const enabling = yield* asSystem((sql) =>
      Effect.gen(function* () {
        yield* sql`UPDATE users SET totp_enabled = true WHERE id = ${member.userId}`
        yield* Deferred.succeed(begun, undefined)
        yield* Deferred.await(end)
      })
    ).pipe(Effect.forkChild)
    yield* Deferred.await(begun)
    const entering = yield* Effect.forkChild(signIn(person))
    const waits = Effect.repeat(
      systemSql`
            SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid)
            WHERE NOT granted AND datname = current_database()`,
      { until: (rows) => rows.length > 0 }
    )
    yield* Effect.race(waits, Fiber.await(entering))
    yield* Deferred.succeed(end, undefined)
    yield* Fiber.join(enabling)
    assert.include((yield* Fiber.join(entering)).location, "/login#challenge=")
    assert.lengthOf(yield* sessionsOf(member), 0)
  })

  // sign-in-14
  it.status(302, "a second factor is still asked for: a challenge in the fragment, and no session", function* () {
    const { member, person } = yield* aPerson
    yield* systemSql`UPDATE users SET totp_enabled = true WHERE id = ${member.userId}`
    const answer = yield* signIn(person)
    const [page, token] = (answer.location ?? "").split("#challenge=")
    assert.strictEqual(page, `${base}/login`)
    assert.isUndefined(sessionIn(answer.cookies))
    assert.strictEqual((yield* me(token)).status, 401)
    assert.deepStrictEqual(yield* sessionsOf(member), [])
    const towards = yield* signIn(person, "/offboardings?open=true")
    assert.strictEqual(towards.location?.split("#")[0], `${base}/login?next=%2Foffboardings%3Fopen%3Dtrue`)
  })

  // sign-in-27: Where single sign-on is enforced, a Google sign-in continues at the identity provider, without a
  //   session or a link; exempt members sign in.
  it.status(
    302,
    "where the organisation enforces single sign-on, to its identity provider: no session, no link; not for who bypasses it",
    function* () {
      const { member, person } = yield* aPerson
      const { orgId, userId } = member
      yield* systemSql`
            INSERT INTO sso_configurations
              (org_id, entry_point, idp_issuer, certificates, enforce_sso, domains, created_at, updated_at)
            VALUES (${orgId}, 'https://idp.test/sso', 'https://idp.test', '{a}', true, '{}', now(), now())`
      const sentOn = yield* signIn(person)
      assert.strictEqual(sentOn.location, `${base}/api/auth/saml/${orgId}/login`)
      const towards = yield* signIn(person, "/cases")
      assert.strictEqual(towards.location, `${base}/api/auth/saml/${orgId}/login?returnTo=%2Fcases`)
      assert.isUndefined(sessionIn(sentOn.cookies))
      assert.deepStrictEqual(yield* linksOf(member), [])
      assert.deepStrictEqual(yield* sessionsOf(member), [])

      yield* systemSql`INSERT INTO sso_bypasses (org_id, user_id) VALUES (${orgId}, ${userId})`
      assert.isDefined(sessionIn((yield* signIn(person)).cookies))
      yield* systemSql`DELETE FROM sso_bypasses WHERE org_id = ${orgId}`
      // The link does not go before it.
      assert.strictEqual((yield* signIn(person)).location, `${base}/api/auth/saml/${orgId}/login`)
      yield* systemSql`UPDATE sso_configurations SET enforce_sso = false WHERE org_id = ${orgId}`
      assert.isDefined(sessionIn((yield* signIn(person)).cookies))
    }
  )

  it.status(302, "a session that the browser held before is not the one that it gets (fixation)", function* () {
    const standIn = yield* StandIn
    const { member, person } = yield* aPerson
    const planted = sessionIn((yield* signIn(person)).cookies)
    const { authorization, cookie, state } = yield* begin()
    const code = yield* standIn.consent(authorization, person)
    const answer = yield* comeBack({ code, state }, `${cookie}; access_token=${planted}`)
    assert.notStrictEqual(sessionIn(answer.cookies), planted)
    assert.strictEqual((yield* sessionsOf(member)).length, 2)
  })

  // sign-in-15
  it.status(302, "google_expired: a replayed callback, also when two arrive at once", function* () {
    const standIn = yield* StandIn
    const { member, person } = yield* aPerson
    const { authorization, cookie, state } = yield* begin()
    const code = yield* standIn.consent(authorization, person)
    const both = yield* Effect.all([comeBack({ code, state }, cookie), comeBack({ code, state }, cookie)], {
      concurrency: 2
    })
    assert.strictEqual(both.filter(({ cookies }) => sessionIn(cookies) !== undefined).length, 1)
    // A fresh code does not help: the sign-in itself is used up.
    const fresh = yield* standIn.consent(authorization, person)
    assertRefused(yield* comeBack({ code: fresh, state }, cookie), "google_expired")
    assert.strictEqual((yield* sessionsOf(member)).length, 1)
  })

  it.status(302, "a user without any organisation is signed in to their account, linked or not", function* () {
    for (const linked of [true, false]) {
      const { member, person } = yield* aPerson
      if (linked) yield* signIn(person)
      yield* systemSql`DELETE FROM memberships WHERE user_id = ${member.userId}`
      const { body } = yield* withStatus(200, me(sessionIn((yield* signIn(person)).cookies)))
      assert.deepInclude(body, { id: member.userId, orgId: null, role: null })
      assert.lengthOf(yield* linksOf(member), 1)
    }
  })

  // sign-in-15
  it.status(
    302,
    "google_expired: without the cookie, and with the state of another browser (login CSRF)",
    function* () {
      const standIn = yield* StandIn
      const { person } = yield* aPerson
      const attacker = yield* begin()
      const victim = yield* begin()
      const code = yield* standIn.consent(attacker.authorization, person)
      const callback = { code, state: attacker.state }
      assertRefused(yield* comeBack(callback), "google_expired", "no cookie")
      assertRefused(yield* comeBack(callback, victim.cookie), "google_expired", "another's cookie")
      assertRefused(
        yield* comeBack({ code, state: victim.state }, attacker.cookie),
        "google_expired",
        "another's state"
      )
      const forged = [
        "google_sign_in=",
        "google_sign_in=nonsense",
        `google_sign_in=${Buffer.from(JSON.stringify({ state: attacker.state })).toString("base64url")}`,
        `${attacker.cookie.slice(0, -2)}AA`
      ]
      for (const cookie of forged) assertRefused(yield* comeBack(callback, cookie), "google_expired", cookie)
      // The refusals used nothing up.
      assert.isDefined(sessionIn((yield* comeBack(callback, attacker.cookie)).cookies))
    }
  )

  it.status(302, "google_expired: a missing, an empty and a repeated state", function* () {
    const standIn = yield* StandIn
    const { person } = yield* aPerson
    const { authorization, cookie, state } = yield* begin()
    const code = yield* standIn.consent(authorization, person)
    for (const query of [
      "",
      `?code=${code}`,
      `?code=${code}&state=`,
      `?code=${code}&state=${state}&state=${state}`,
      `?code=${code}&state[]=${state}`,
      `?code=${code}&STATE=${state}`,
      `?code=${code}&state=${state}%00`
    ]) {
      assertRefused(yield* visit(`/api/auth/google/callback${query}`, cookie), "google_expired", query)
    }
  })

  it.status(302, "google_expired: after 10 minutes", function* () {
    const standIn = yield* StandIn
    const { person } = yield* aPerson
    const [inTime, late] = [yield* begin(), yield* begin()]
    yield* TestClock.adjust("9 minutes")
    const code = yield* standIn.consent(inTime.authorization, person)
    assert.isDefined(sessionIn((yield* comeBack({ code, state: inTime.state }, inTime.cookie)).cookies))
    yield* TestClock.adjust("1 minute")
    const second = yield* standIn.consent(late.authorization, person)
    assertRefused(yield* comeBack({ code: second, state: late.state }, late.cookie), "google_expired")
  })

  it.status(302, "what was used up is forgotten once it has expired", function* () {
    const { person } = yield* aPerson
    yield* signIn(person)
    yield* TestClock.adjust("11 minutes")
    yield* signIn(person)
    const rows = yield* systemSql`SELECT id FROM google_sign_ins_used`
    assert.strictEqual(rows.length, 1)
  })

  it.status(
    302,
    "google_cancelled: the person said no; any other refusal of the provider is google_failed",
    function* () {
      for (const [error, code] of [
        ["access_denied", "google_cancelled"],
        ["server_error", "google_failed"],
        ["<script>alert(1)</script>", "google_failed"]
      ] as const) {
        const { cookie, state } = yield* begin()
        assertRefused(yield* comeBack({ error, error_description: "why", state }, cookie), code, error)
      }
      const { cookie } = yield* begin()
      assertRefused(yield* comeBack({ error: "access_denied" }, cookie), "google_expired", "without state")
    }
  )

  it.status(302, "google_email_unverified: Google has not confirmed the address", function* () {
    const { member, person } = yield* aPerson
    for (const email_verified of [false, "true", 1, null, undefined]) {
      assertRefused(yield* signIn({ ...person, email_verified }), "google_email_unverified", String(email_verified))
    }
    // Also for an account that is linked already: the word of the provider is worth nothing then.
    yield* signIn(person)
    assertRefused(yield* signIn({ ...person, email_verified: false }), "google_email_unverified")
    assert.strictEqual((yield* sessionsOf(member)).length, 1)
  })
})

layer(GoogleApp)("GET /api/auth/google/callback, of a hostile or broken provider", (it) => {
  const forgeries: ReadonlyArray<readonly [name: string, change: Parameters<StandIn["Service"]["behave"]>[0]]> = [
    ["a token signed by a key that the provider does not publish", { signedBy: "stranger" }],
    ["alg none", { signedBy: "nobody" }],
    ["alg HS256 with the public key as the secret", { signedBy: "public-key" }],
    [
      "a claim changed after it was signed",
      {
        token: (token) => {
          const [head = "", body = "", signature = ""] = token.split(".")
          const claims = { ...JSON.parse(Buffer.from(body, "base64url").toString()), sub: "another" }
          return [head, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".")
        }
      }
    ],
    ["an altered signature", { token: (token) => `${token.slice(0, -6)}AAAAAA` }],
    ["no signature", { token: (token) => token.replace(/[^.]*$/, "") }],
    ["another audience", { claims: (claims) => ({ ...claims, aud: "another-client" }) }],
    ["two audiences, for another party", { claims: (it) => ({ ...it, aud: [it["aud"], "other"], azp: "other" }) }],
    ["another issuer", { claims: (claims) => ({ ...claims, iss: "https://evil.test" }) }],
    ["no issuer", { claims: without("iss") }],
    ["an expired token", { claims: (claims) => ({ ...claims, exp: Number(claims["iat"]) - 60 }) }],
    ["a token without expiry", { claims: without("exp") }],
    ["a token that is not valid yet", { claims: (claims) => ({ ...claims, nbf: Number(claims["iat"]) + 600 }) }],
    ["another nonce", { claims: (claims) => ({ ...claims, nonce: "another" }) }],
    ["no nonce", { claims: without("nonce") }],
    ["no id_token", { withoutToken: true }],
    ["no sub", { claims: without("sub") }],
    ["an empty sub", { claims: (claims) => ({ ...claims, sub: "" }) }],
    ["a sub that is no text", { claims: (claims) => ({ ...claims, sub: 17 }) }],
    ["a sub with a NUL", { claims: (claims) => ({ ...claims, sub: "a\u0000b" }) }],
    ["no e-mail address", { claims: without("email") }],
    ["a list of addresses", { claims: (claims) => ({ ...claims, email: [claims["email"]] }) }],
    ["an address with a line break", { claims: (claims) => ({ ...claims, email: `${String(claims["email"])}\n` }) }]
  ]
  it.status.each(forgeries)(302, "google_failed: %s", function* ([name, change]) {
    const standIn = yield* StandIn
    const { member, person } = yield* aPerson
    yield* standIn.behave(change)
    assertRefused(yield* signIn(person), "google_failed", name)
    yield* standIn.behave()
    assert.deepStrictEqual(yield* linksOf(member), [])
    assert.isDefined(sessionIn((yield* signIn(person)).cookies), "it was this alone that was refused")
  })

  it.status(
    302,
    "google_failed: an invented code, a code of another client, and a PKCE verifier that is not the code's",
    function* () {
      const standIn = yield* StandIn
      const { person } = yield* aPerson
      const invented = yield* begin()
      assertRefused(yield* comeBack({ code: "invented", state: invented.state }, invented.cookie), "google_failed")
      const another = yield* begin()
      const code = yield* standIn.consent(another.authorization, person, { clientId: "another-client" })
      assertRefused(yield* comeBack({ code, state: another.state }, another.cookie), "google_failed", "client")
      // Stolen from another browser's flow: that browser's challenge goes with it.
      const [thief, owner] = [yield* begin(), yield* begin()]
      const stolen = yield* standIn.consent(owner.authorization, person)
      assertRefused(yield* comeBack({ code: stolen, state: thief.state }, thief.cookie), "google_failed", "PKCE")
      const withoutCode = yield* begin()
      assertRefused(yield* comeBack({ state: withoutCode.state }, withoutCode.cookie), "google_failed", "no code")
      const twice = yield* begin()
      const query = `code=a&code=b&state=${twice.state}`
      assertRefused(yield* visit(`/api/auth/google/callback?${query}`, twice.cookie), "google_failed", "two codes")
    }
  )

  it.status(302, "google_failed: an answer that names another issuer (mix-up)", function* () {
    const standIn = yield* StandIn
    const { person } = yield* aPerson
    const { authorization, cookie, state } = yield* begin()
    const code = yield* standIn.consent(authorization, person)
    assertRefused(yield* comeBack({ code, state, iss: "https://evil.test" }, cookie), "google_failed")
  })

  const outages: ReadonlyArray<readonly [string, Parameters<StandIn["Service"]["behave"]>[0]]> = [
    ["the token endpoint hangs", { answers: { "/token": "hang" } }],
    ["the token endpoint answers 500", { answers: { "/token": { status: 500 } } }],
    [
      "the token endpoint answers 503 with an error of its own",
      {
        answers: { "/token": { status: 503, body: `{"error":"temporarily_unavailable"}` } }
      }
    ],
    ["the token endpoint answers HTML", { answers: { "/token": html } }],
    ["the token endpoint answers broken JSON", { answers: { "/token": { status: 200, body: "{" } } }],
    ["the token endpoint sends elsewhere", { answers: { "/token": { status: 307, location: "/jwks" } } }],
    [
      "the token endpoint answers without end",
      {
        answers: { "/token": { status: 200, body: `{"a":"${"x".repeat(1_100_000)}"}` } }
      }
    ],
    [
      "the client's credentials are not those that the provider knows",
      {
        answers: { "/token": { status: 401, body: `{"error":"invalid_client"}` } }
      }
    ]
  ]
  it.status.each(outages)(302, "google_unavailable: %s", function* ([name, change]) {
    const standIn = yield* StandIn
    const { member, person } = yield* aPerson
    yield* standIn.behave(change)
    assertRefused(yield* signIn(person), "google_unavailable", name)
    yield* standIn.behave()
    assert.deepStrictEqual(yield* sessionsOf(member), [])
  })
})

layer(GoogleApp)("the provider's metadata and keys", (it) => {
  it.effect("are fetched once for many sign-ins, the metadata anew after an hour", function* () {
    const standIn = yield* StandIn
    for (let round = 0; round < 3; round += 1) {
      const { person } = yield* aPerson
      assert.isDefined(sessionIn((yield* signIn(person)).cookies))
    }
    const asked = (path: string) => standIn.requests.filter((request) => request === path).length
    assert.strictEqual(asked("/.well-known/openid-configuration"), 1)
    assert.strictEqual(asked("/jwks"), 1)
    assert.strictEqual(asked("/token"), 3)
    yield* TestClock.adjust("61 minutes")
    const { person } = yield* aPerson
    yield* signIn(person)
    assert.strictEqual(asked("/.well-known/openid-configuration"), 2)
  })
})

layer(GoogleApp)("GET /api/auth/google/callback, before the provider's keys are known", (it) => {
  it.status(
    302,
    "google_unavailable: the keys cannot be fetched; they are asked for anew by the next sign-in",
    function* () {
      const standIn = yield* StandIn
      const { person } = yield* aPerson
      for (const broken of ["hang", { status: 500 }, html, { status: 302, location: "/elsewhere" }] as const) {
        yield* standIn.behave({ answers: { "/jwks": broken } })
        assertRefused(yield* signIn(person), "google_unavailable", JSON.stringify(broken))
      }
      yield* standIn.behave()
      assert.isDefined(sessionIn((yield* signIn(person)).cookies))
    }
  )
})
