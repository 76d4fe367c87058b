import { assert, layer } from "#test/support/suite"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { aUser } from "#test/organisation/accounts/support"
import { mailedToken, queuedMails } from "#test/support/mails"
import { start, TestApp } from "#test/support/TestApp"
import { aMember, aSuperAdmin, type Member } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { invite, invites, makeRole, members } from "./support.ts"

const post = (by: Member, body: unknown) => as(by).post("/api/invites", body)

const anAddress = (name = "new") => `${name}-${randomUUID().slice(0, 8)}@acme.test`

const accept = (token: string) =>
  send("POST", "/api/auth/accept-invite", { body: { token, fullName: "Ada", password: "correct horse battery" } })

layer(TestApp)("GET /api/invites", (it) => {
  // members-21: The list of invitations shows open ones only.
  it.status(
    200,
    "the open ones, newest first; not those accepted, withdrawn, expired or of another organisation",
    function* () {
      const admin = yield* aSuperAdmin()
      yield* invite(yield* aSuperAdmin(), anAddress())
      yield* invite(admin, anAddress())
      yield* TestClock.adjust("7 days")
      const [accepted, second, withdrawn, third] = yield* Effect.forEach(["a", "b", "c", "d"], (name) =>
        invite(admin, anAddress(name))
      )
      if (accepted === undefined || withdrawn === undefined) return assert.fail("four were made")
      yield* accept(yield* mailedToken(accepted.email))
      yield* as(admin).delete(`/api/invites/${withdrawn.id}`)
      assert.deepStrictEqual(
        (yield* invites(admin)).map(({ id }) => id),
        [third?.id, second?.id]
      )
    }
  )
})

layer(TestApp)("POST /api/invites", (it) => {
  // members-5: An invitation is valid for seven days, by a link whose token is stored as a digest.
  it.status(201, "the invitation, good for seven days", function* () {
    const admin = yield* aSuperAdmin()
    const email = anAddress()
    const { body, status } = yield* post(admin, { email, role: "manager" })
    const [listed] = yield* invites(admin)
    assert.strictEqual(status, 201)
    assert.deepStrictEqual(body, {
      id: listed?.id,
      email,
      role: "manager",
      role_id: null,
      role_name: "manager",
      scope: "direct_reports",
      departments: null,
      invited_by_name: "The superadmin",
      created_at: DateTime.formatIso(start),
      expires_at: DateTime.formatIso(DateTime.add(start, { days: 7 })),
      status: "pending"
    })
  })

  // members-5
  it.status(201, "the mail has the link, and only a digest of its token is stored", function* () {
    const admin = yield* aSuperAdmin()
    const email = anAddress()
    yield* invite(admin, email)
    const token = yield* mailedToken(email)
    assert.match(token, /^[\w-]{43}$/)
    const mail = (yield* queuedMails).find(({ to }) => to === email)
    assert.strictEqual(mail?.orgId, admin.orgId)
    assert.match(mail?.subject ?? "", /^The superadmin invited you to Acme /)
    assert.include(mail?.text, `The superadmin (${admin.email}) invited you to join Acme `)
    assert.include(mail?.text ?? "", `http://svc.test/accept-invite?token=${token}`)
    assert.include(mail?.text ?? "", "until Mar 9, 2026 (UTC)")
    const rows = yield* systemSql`SELECT to_jsonb(i)::text AS row FROM invites i WHERE email = ${email}`
    assert.lengthOf(rows, 1)
    assert.notInclude(JSON.stringify(rows), token)
  })

  // members-23: The email names the account of the inviter, and drops a name that reads like a link.
  it.status(
    201,
    "the mail names the inviter's account; what they call themselves is neither followed nor a letter",
    function* () {
      const mailOf = Effect.fnUntraced(function* (name: string) {
        const admin = yield* aSuperAdmin()
        const email = anAddress()
        yield* systemSql`UPDATE users SET full_name = ${name} WHERE id = ${admin.userId}`
        yield* invite(admin, email)
        const mail = (yield* queuedMails).find(({ to }) => to === email)
        return { admin, subject: mail?.subject ?? "", text: mail?.text ?? "" }
      })
      for (const name of ["Pay at evil.example/now", "ceo@bank.test", "https://evil.test", "www.evil", "evil.test"]) {
        const { admin, subject, text } = yield* mailOf(name)
        assert.include(subject, `${admin.email} invited you to `)
        assert.notInclude(subject + text, name)
      }
      const long = yield* mailOf(`Your account is closed ${"unless you pay now ".repeat(9)}`.slice(0, 200))
      assert.isBelow(long.subject.length, 140)
      assert.include(long.text, `(${long.admin.email}) invited you to join `)
      const turned = yield* mailOf("Ada\u202egnp.\u2028Lovelace J. R.")
      assert.match(turned.subject, /^Ada gnp\. Lovelace J\. R\. invited you to /)
    }
  )

  it.status(201, "audited as member_invited, the address sealed", function* () {
    const admin = yield* aSuperAdmin()
    const email = anAddress()
    yield* invite(admin, email, { role: "hr", scope: "departments", departments: ["Sales"] })
    const [entry] = yield* entriesOf(admin.orgId, { action: "member_invited" })
    assert.strictEqual(entry?.actor_id, admin.userId)
    assert.strictEqual(entry?.target, email)
    assert.strictEqual(entry?.details, "role: hr, scope: departments (Sales)")
    assert.notInclude(entry?.stored ?? "", email)
  })

  it.status(201, "a custom role, and a scope of its own", function* () {
    const admin = yield* aSuperAdmin()
    const role = yield* makeRole(admin)
    const made = yield* invite(admin, anAddress(), {
      role_id: role.id,
      scope: "departments",
      departments: ["Sales"]
    })
    assert.deepInclude(made, { role: "custom", role_id: role.id, role_name: "Auditor", scope: "departments" })
    assert.deepStrictEqual(made.departments, ["Sales"])
  })

  // members-6: A second invitation of the same email replaces the first.
  it.status(
    201,
    "a second invitation of the same address, however written, replaces the first and its link",
    function* () {
      const admin = yield* aSuperAdmin({ plan: "none" })
      const email = anAddress()
      const first = yield* invite(admin, email)
      const firstToken = yield* mailedToken(email)
      const again = yield* invite(admin, email.toUpperCase(), { role: "manager" })
      assert.notStrictEqual(again.id, first.id)
      assert.deepStrictEqual(
        (yield* invites(admin)).map(({ id }) => id),
        [again.id]
      )
      assert.strictEqual((yield* accept(firstToken)).status, 400)
      assert.strictEqual((yield* accept(yield* mailedToken(email.toUpperCase()))).status, 200)
    }
  )

  // members-7: Members and open invitations share the seats: 3 on Starter, 15 on Team, 2 without a plan.
  it.status(
    403,
    "members and open invitations together take the seats of the plan; exceeding them says how many, without a code",
    function* () {
      const admin = yield* aSuperAdmin({ plan: "starter" })
      yield* aMember(admin.orgId, "hr")
      const open = yield* invite(admin, anAddress())
      const { body } = yield* withStatus(403, post(admin, { email: anAddress(), role: "hr" }))
      assert.deepStrictEqual(body, {
        error: "The plan starter has 3 seats, and all are taken. Remove a member, or upgrade",
        limit: 3,
        used: 3,
        currentPlan: "starter",
        upgradeRequired: true
      })
      yield* as(admin).delete(`/api/invites/${open.id}`)
      yield* invite(admin, anAddress())
      yield* TestClock.adjust("7 days")
      assert.strictEqual((yield* post(admin, { email: anAddress(), role: "hr" })).status, 201)
    }
  )

  // members-7
  it.status(
    403,
    "PLAN_LIMIT_REACHED: without a plan there are 2 seats; of five at once for the last one is sent",
    function* () {
      const admin = yield* aSuperAdmin({ plan: "none" })
      const answers = yield* Effect.replicateEffect(
        Effect.suspend(() => post(admin, { email: anAddress(), role: "hr" })),
        5,
        { concurrency: 5 }
      )
      assert.deepStrictEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [201, 403, 403, 403, 403]
      )
      assert.deepInclude(answers.find(({ status }) => status === 403)?.body, {
        code: "PLAN_LIMIT_REACHED",
        limit: 2,
        used: 2,
        currentPlan: "none",
        upgradeRequired: true
      })
      assert.lengthOf(yield* invites(admin), 1)
    }
  )

  it.status(400, "no role, two roles, an unknown one, or an address that is none", function* () {
    const admin = yield* aSuperAdmin()
    const foreign = yield* makeRole(yield* aSuperAdmin())
    const email = anAddress()
    const cases: ReadonlyArray<readonly [unknown, string]> = [
      [{ email }, "The body must have role (superadmin, admin, hr or manager) or role_id (a custom role)"],
      [{ email, role: "hr", role_id: randomUUID() }, "The body must have either role or role_id, not both"],
      [{ email, role_id: foreign.id }, "role_id: role not found in this organization"],
      [{ role: "hr" }, "email: is required"],
      [{ email: "ada", role: "hr" }, "email: must be an email address, for example name@example.com"],
      [
        { email, role: "hr", scope: "departments" },
        "departments: is required with the scope departments, as a list of 1 to 200 names"
      ]
    ]
    for (const [body, sentence] of cases) {
      const answer = yield* post(admin, body)
      assert.deepStrictEqual([answer.status, answer.error], [400, sentence])
    }
    assert.lengthOf(yield* invites(admin), 0)
  })

  it.status(403, "nobody invites somebody to more than they hold, nor replaces such an invitation", function* () {
    const superadmin = yield* aSuperAdmin()
    const admin = yield* aMember(superadmin.orgId, "admin")
    const email = anAddress()
    assert.strictEqual((yield* post(admin, { email, role: "superadmin" })).status, 403)
    const promised = yield* invite(superadmin, email, { role: "superadmin" })
    assert.strictEqual((yield* post(admin, { email, role: "hr" })).status, 403)
    assert.strictEqual((yield* as(admin).delete(`/api/invites/${promised.id}`)).status, 403)
    const limited = yield* aMember(superadmin.orgId, {
      permissions: ["members_manage"],
      scope: "departments",
      departments: ["Sales"]
    })
    assert.strictEqual((yield* post(limited, { email: anAddress(), role: "hr" })).status, 403)
    const role = yield* makeRole(superadmin, { permissions: [] })
    assert.strictEqual((yield* post(limited, { email: anAddress(), role_id: role.id })).status, 403)
    const within = { role_id: role.id, scope: "departments", departments: ["Sales"] }
    assert.strictEqual((yield* post(limited, { email: anAddress(), ...within })).status, 201)
  })

  it.status(409, "already_member: whoever has the address, however it is written", function* () {
    const user = yield* aUser()
    const admin = yield* aMember(user.orgId)
    const { body } = yield* withStatus(409, post(admin, { email: user.email.toUpperCase(), role: "hr" }))
    assert.deepInclude(body, { code: "already_member" })
    assert.lengthOf(yield* members(admin), 2)
  })

  // members-22: An organization sends at most 50 invitations an hour.
  it.status(429, "more than 50 in an hour by one organisation", function* () {
    const admin = yield* aSuperAdmin()
    const email = anAddress()
    yield* Effect.replicateEffect(invite(admin, email), 50)
    assert.strictEqual((yield* post(admin, { email, role: "hr" })).status, 429)
    assert.strictEqual((yield* post(yield* aSuperAdmin(), { email, role: "hr" })).status, 201)
    yield* TestClock.adjust("1 hour")
    assert.strictEqual((yield* post(admin, { email, role: "hr" })).status, 201)
  })
})

layer(TestApp)("DELETE /api/invites/{id}", (it) => {
  it.status(200, "the link stops working at once, audited", function* () {
    const admin = yield* aSuperAdmin()
    const { email, id } = yield* invite(admin, anAddress())
    const token = yield* mailedToken(email)
    assert.deepInclude(yield* as(admin).delete(`/api/invites/${id}`), { status: 200, body: { success: true } })
    assert.strictEqual((yield* accept(token)).status, 400)
    assert.lengthOf(yield* invites(admin), 0)
    const [entry] = yield* entriesOf(admin.orgId, { action: "invite_revoked" })
    assert.deepStrictEqual([entry?.target, entry?.details], [email, "role: hr"])
  })

  it.status(400, "an id that is not a UUID", function* () {
    const answer = yield* as(yield* aSuperAdmin()).delete("/api/invites/17")
    assert.deepStrictEqual([answer.status, answer.error], [400, "Invalid id"])
  })

  it.status(404, "unknown, of another organisation, withdrawn before, or expired", function* () {
    const admin = yield* aSuperAdmin()
    const other = yield* aSuperAdmin()
    const expired = yield* invite(admin, anAddress())
    yield* TestClock.adjust("7 days")
    const foreign = yield* invite(other, anAddress())
    const withdrawn = yield* invite(admin, anAddress())
    yield* as(admin).delete(`/api/invites/${withdrawn.id}`)
    for (const id of [randomUUID(), foreign.id, withdrawn.id, expired.id]) {
      assert.strictEqual((yield* as(admin).delete(`/api/invites/${id}`)).status, 404)
    }
    assert.lengthOf(yield* invites(other), 1)
  })
})
