import { assert, layer } from "#test/support/suite"
import { CreateUser } from "@svc/contract/accounts/schema"
import { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Redacted, Result, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { Accounts } from "#organisation/accounts/service"
import { AccessServices } from "#test/access/support"
import { anOrganisation, type OrganisationOptions } from "#test/support/people"
import { entriesOf } from "#test/support/log"
import { password } from "./support.ts"

const decodeInput = Schema.decodeUnknownEffect(Schema.toCodecJson(CreateUser))

const inputFor = (orgId: OrgId, changed: object = {}) =>
  decodeInput({ orgId, email: `ada-${randomUUID()}@acme.test`, fullName: "Ada", role: "hr", password, ...changed })

const create = Effect.fnUntraced(function* (orgId: OrgId, changed: object = {}) {
  const accounts = yield* Accounts
  return yield* accounts.createUser(yield* inputFor(orgId, changed))
})

const aFullHouse = Effect.fnUntraced(function* (options: OrganisationOptions, seats: number) {
  const orgId = yield* anOrganisation(options)
  yield* Effect.replicateEffect(
    Effect.suspend(() => create(orgId)),
    seats,
    { discard: true }
  )
  return orgId
})

layer(AccessServices)("users.create", (it) => {
  it.effect("a member with a verified address, who can sign in; it is audited without the password", function* () {
    const accounts = yield* Accounts
    const orgId = yield* anOrganisation()
    const created = yield* create(orgId, { role: "superadmin" })
    assert.strictEqual(created.role, "superadmin")
    const signIn = yield* accounts.login({
      email: created.email,
      password: Redacted.make(password),
      address: "192.0.2.1",
      userAgent: null,
      device: null
    })
    assert.strictEqual(signIn._tag, "SignedIn")
    const [entry] = yield* entriesOf(orgId, { action: "user_created" })
    assert.deepInclude(entry, { actor_id: null, target: created.email, details: "name: Ada, role: superadmin" })
    assert.notInclude(entry?.stored, created.email)
  })

  it.effect("EmailTaken: an address belongs to one account, whatever its case and organisation", function* () {
    const { email } = yield* create(yield* anOrganisation())
    const error = yield* Effect.flip(create(yield* anOrganisation(), { email: email.toUpperCase() }))
    assert.strictEqual(error._tag, "EmailTaken")
  })

  it.effect("EmailTaken: of two at once one wins", function* () {
    const orgId = yield* anOrganisation()
    const email = `${randomUUID()}@acme.test`
    const results = yield* Effect.replicateEffect(Effect.result(create(orgId, { email })), 4, { concurrency: 4 })
    assert.strictEqual(results.filter(Result.isSuccess).length, 1)
  })

  it.effect(
    "PlanLimitReached without a plan, PlanLimitExceeded on one: the seats, exactly, also when many join at once",
    function* () {
      for (const [plan, seats, tag] of [
        ["none", 2, "PlanLimitReached"],
        ["starter", 3, "PlanLimitExceeded"]
      ] as const) {
        const orgId = yield* aFullHouse({ plan }, seats)
        const error = yield* Effect.flip(create(orgId))
        assert.strictEqual(error._tag, tag)
      }
      const orgId = yield* anOrganisation({ plan: "team" })
      const results = yield* Effect.replicateEffect(Effect.result(Effect.suspend(() => create(orgId))), 18, {
        concurrency: 6
      })
      assert.strictEqual(results.filter(Result.isSuccess).length, 15)
    }
  )

  it.effect("OrganisationNotFound: an organisation that does not exist", function* () {
    const error = yield* Effect.flip(create(OrgId.make(randomUUID())))
    assert.strictEqual(error._tag, "OrganisationNotFound")
  })

  const refused = {
    "7 characters": "1234567",
    "7 characters once composed": "é".normalize("NFD").repeat(7),
    "1025 characters": "x".repeat(1025),
    NUL: "12345678\u0000"
  }
  for (const [name, given] of Object.entries(refused)) {
    it.effect(`a password is refused: ${name}`, function* () {
      const error = yield* Effect.flip(inputFor(OrgId.make(randomUUID()), { password: given }))
      assert.notInclude(error.message, given)
    })
  }

  it.effect("a password is taken: 8 characters, 1024 characters; the admin command can send it", function* () {
    for (const given of ["12345678", "x".repeat(1024), "🔑".repeat(8)]) {
      const input = yield* inputFor(OrgId.make(randomUUID()), { password: given })
      assert.notInclude(String(input.password), given)
      const sent = yield* Schema.encodeEffect(Schema.toCodecJson(CreateUser))(input)
      assert.deepInclude(sent, { password: given })
    }
  })
})
