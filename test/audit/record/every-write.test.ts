import { assert, layer } from "#test/support/suite"
import { OperatorClient } from "@svc/client/operator"
import { OperatorRpcs } from "@svc/contract/operator-rpcs"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Context, Effect, Layer, Redacted } from "effect"
import { FetchHttpClient, HttpServer } from "effect/http"
import * as NotificationsDomain from "#outgoing/notifications/index"
import { Accounts } from "#organisation/accounts/service"
import { PasswordChanges } from "#organisation/accounts/password-changes"
import { AppConfig } from "#platform/config/config"
import * as WebhooksDomain from "#outgoing/webhooks/index"
import { contractRoutes } from "#test/support/contract-routes"
import { mailedToken } from "#test/support/mails"
import { bodyOf, cardOf } from "#test/support/route-cards"
import { ConfigWithVendors } from "#test/support/route-cards/stand-ins"
import { aWorld, password, type World, type Write } from "#test/support/route-cards/prepare"
import { hrisAppOver } from "#test/offboarding/hris/support"
import { send } from "#test/support/requests"
import { systemSql } from "#test/support/tables"

const Surface = Layer.mergeAll(WebhooksDomain.reactions, NotificationsDomain.reactions).pipe(
  Layer.provideMerge(hrisAppOver(ConfigWithVendors))
)

interface Entry {
  readonly org_id: string
  readonly action: string
  readonly target: string
  readonly details: string
}

const entriesAfter = Effect.fnUntraced(function* (known: ReadonlySet<string>) {
  const rows = yield* systemSql<
    Entry & { readonly id: string }
  >`SELECT org_id, id, action, target, details FROM audit_entries`
  return rows.filter(({ id }) => !known.has(id))
})

/** What this adds to the chains of all organisations. */
const addedBy = Effect.fnUntraced(function* <A, E, R>(change: Effect.Effect<A, E, R>) {
  const known = new Set((yield* entriesAfter(new Set())).map(({ id }) => id))
  const answer = yield* change
  return { answer, added: yield* entriesAfter(known) }
})

/** The names of everybody who occurs in these tests, any e-mail address, and where the requests come from. */
const personalValue =
  /\b(Ada|Lovelace|King|Grace|Hopper|Alan|The superadmin|The manager)\b|[^\s:]@[^\s:]|127\.0\.0\.1(?!:9)/

/** What stands in the entry beside sealed values. */
const inClear = ({ details, target }: Entry) => `${target} | ${details}`.replaceAll(/\[\[aps:v1:[^\]]*\]\]/g, "")

const assertSealed = (entries: ReadonlyArray<Entry>) => {
  for (const entry of entries) assert.notMatch(inClear(entry), personalValue, entry.action)
}

/** Those whose entry another test shows are not called here. */
const writing = contractRoutes
  .filter(({ method }) => method !== "GET")
  .map((route) => ({ route, card: cardOf(route) }))
  .filter(({ card: { audited = {} } }) => !("elsewhere" in audited))

/** Some work goes on after the answer, so that its duration tells nothing. */
const settled = Effect.gen(function* () {
  yield* (yield* PasswordChanges).settled
  yield* (yield* Accounts).settled
})

const bearerOf = (surface: "public" | "app", world: World, { bearer }: Write) =>
  bearer === null ? {} : { bearer: bearer ?? (surface === "public" ? world.key : world.bearer) }

// entries-1: Every change on any surface leaves an entry, appended in the transaction of the change itself.
layer(Surface)("every change on any surface leaves an entry", (it) => {
  for (const { card, route } of writing) {
    const reason = card.audited !== undefined && "not" in card.audited ? card.audited.not : undefined
    it.effect(reason === undefined ? `${route.name} is recorded` : `${route.name} is not: ${reason}`, function* () {
      const world = yield* aWorld
      const write: Write = yield* card.prepare?.(world) ?? Effect.succeed({})
      const body = write.body ?? bodyOf(route)
      const path =
        route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => write.parameters?.[name] ?? "unknown") +
        (write.query ?? "")
      const call = send(route.method, path, {
        ...bearerOf(route.surface, world, write),
        body,
        ...(write.headers === undefined ? {} : { headers: write.headers })
      }).pipe(Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }))
      const { added, answer } = yield* addedBy(Effect.tap(call, settled))
      assert.isBelow(answer.status, 400, answer.text)
      assertSealed(added)
      if (reason !== undefined) return assert.deepStrictEqual(added, [])
      assert.isNotEmpty(
        added.filter(({ org_id }) => org_id === world.orgId),
        `${route.name} answered ${answer.status} and left no entry: ${answer.text}`
      )
    })
  }
})

layer(Surface)("the first organisation of an instance", (it) => {
  it.effect(
    "POST /api/auth/register leaves no entry, for there is no chain yet; POST /api/auth/verify-email does",
    function* () {
      const email = "ada@acme.test"
      const form = { fullName: "Ada", email, password, orgName: "Acme", acceptPrivacy: true }
      const registered = yield* addedBy(send("POST", "/api/auth/register", { body: form }))
      assert.deepStrictEqual([registered.answer.status, registered.added], [202, []])
      const token = yield* mailedToken(email)
      const verified = yield* addedBy(send("POST", "/api/auth/verify-email", { body: { token } }))
      assert.strictEqual(verified.answer.status, 200)
      assert.include(
        verified.added.map(({ action }) => action),
        "organization_created"
      )
    }
  )
})

const operator = Effect.gen(function* () {
  const { operatorToken } = yield* AppConfig
  const { address } = yield* HttpServer.HttpServer
  if (address._tag === "UnixPathAddress") return yield* Effect.die("The suite's server listens on a port")
  return yield* Layer.build(
    OperatorClient.layer({ baseUrl: `http://127.0.0.1:${address.port}`, token: operatorToken }).pipe(
      Layer.provide(FetchHttpClient.layer)
    )
  )
})

/** How each procedure of the operator's is called; the value says why one leaves no entry. */
const procedures: Readonly<Record<string, "recorded" | "reads" | "records what it changes by its own verbs">> = {
  "organisations.create": "recorded",
  "organisations.update": "recorded",
  "organisations.list": "reads",
  "organisations.show": "reads",
  "users.create": "recorded",
  "users.passwordLink": "recorded",
  "keys.create": "recorded",
  "keys.import": "recorded",
  "jobs.list": "reads",
  // Each job's changes are entries of the domain that has it, and its own tests show them.
  "jobs.run": "records what it changes by its own verbs",
  "audit.verify": "recorded",
  "instance.show": "reads"
}

// entries-2: Every procedure of the operator that changes something leaves an entry, too.
layer(Surface)("every procedure of the operator that changes something leaves an entry", (it) => {
  it.effect("each is called here, or reads", function* () {
    assert.sameMembers([...OperatorRpcs.requests.keys()], Object.keys(procedures))
    const client = Context.get(yield* operator, OperatorClient)
    const { id: orgId } = yield* client["organisations.create"]({ name: "Acme", plan: "enterprise" })
    const user = { orgId, email: EmailAddress.make("ada@acme.test"), fullName: "Ada", role: "hr" as const }
    const calls: Readonly<Record<string, Effect.Effect<unknown, unknown>>> = {
      "organisations.create": client["organisations.create"]({ name: "Other", plan: "trial" }),
      "organisations.update": client["organisations.update"]({ orgId, plan: "team" }),
      "users.create": client["users.create"]({ ...user, password: Redacted.make(password) }),
      "users.passwordLink": client["users.passwordLink"]({ email: user.email }),
      "keys.create": client["keys.create"]({ orgId, name: "HR", scopes: ["employees:read"], expires_at: null }),
      "keys.import": client["keys.import"]({
        orgId,
        name: "Payroll",
        scopes: ["employees:read"],
        key: Redacted.make(`old_live_${"0123456789abcdef".repeat(2)}`)
      }),
      "audit.verify": client["audit.verify"]({ orgId })
    }
    for (const [name, kind] of Object.entries(procedures)) {
      const call = calls[name]
      assert.strictEqual(kind === "recorded", call !== undefined, name)
      if (call !== undefined) assert.isNotEmpty((yield* addedBy(call)).added, name)
    }
  })
})

layer(Surface)("personal values in what was recorded", (it) => {
  // entries-3
  it.effect("names, e-mail addresses, IP addresses and reasons are stored sealed, whoever's they are", function* () {
    const world = yield* aWorld
    yield* world.post("/api/invites", { email: "grace@acme.test", role: "hr" })
    const stage = { status: "cancelled", reason: "Grace and Alan changed their minds" }
    yield* send("PATCH", `/api/v1/offboardings/${world.offboardingId}`, { bearer: world.key, body: stage })
    yield* send("POST", "/api/auth/login", { body: { email: world.admin.email, password: "a wrong one" } })
    yield* settled
    const entries = (yield* entriesAfter(new Set())).filter(({ org_id }) => org_id === world.orgId)
    assertSealed(entries)
    const sealed = entries.filter(({ details, target }) => (target + details).includes("[[aps:v1:"))
    assert.includeMembers(
      sealed.map(({ action }) => action),
      ["offboarding_created", "offboarding_cancelled", "member_invited", "user_created"]
    )
  })
})
