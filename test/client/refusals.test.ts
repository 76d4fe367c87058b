import { assert, layer } from "#test/support/suite"
import {
  ApiKeyInvalid,
  FeatureMissing,
  OrganisationSuspended,
  ReadOnly,
  ScopeMissing
} from "@svc/contract/kernel/errors"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { DeliveryId, OffboardingId, WebhookId } from "@svc/contract/kernel/ids"
import { EmailAddress } from "@svc/contract/kernel/text"
import {
  CancelReasonRequired,
  CompletedNotCancellable,
  JurisdictionUnknown,
  ManagerIsEmployee,
  OffboardingCancelled,
  OffboardingDuplicate,
  OffboardingNotFound,
  StageGateClosed,
  UnknownApps
} from "@svc/contract/offboardings/errors"
import {
  DeliveryArrived,
  DeliveryNotFound,
  DeliveryPending,
  WebhookNotFound,
  WebhookPaused,
  WebhookUrlRefused
} from "@svc/contract/webhooks/errors"
import { DateTime, Effect, Fiber } from "effect"
import { HttpServer } from "effect/http"
import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { Webhooks } from "#outgoing/webhooks/service"
import { aTask, finishTasks } from "#test/offboarding/offboardings/support"
import { listen } from "#test/support/outbound-servers"
import { TestApp } from "#test/support/TestApp"
import * as events from "#test/outgoing/webhooks/events"
import { aKey } from "#test/support/people"
import { asSystem, systemSql } from "#test/support/tables"
import { aConnection } from "#test/support/cases"
import { aCustomer, byKey, type Client, clientOf, whileTimePasses } from "./support.ts"

const page = { page: 1, limit: 20 }
const leaver = { employee_name: "Ada Lovelace", exit_date: CalendarDate.make("2026-03-31") }
const ada = EmailAddress.make("ada@acme.test")
const hooks = "https://127.0.0.1:8443/hooks"
const subscription = { url: hooks, events: ["offboarding.created"] } as const

type Call = (client: Client) => Effect.Effect<unknown, { readonly _tag: string }>

const list: Call = (client) => client.employees.list({ query: page })
const create = (client: Client) => client.offboardings.create({ payload: leaver })
const subscribe = (client: Client) => client.webhooks.create({ payload: subscription })

const calls: ReadonlyArray<Call> = [list, create, subscribe]
const noPeople = { data: [], meta: { ...page, total: 0, total_pages: 0, has_next: false } }

/** A case without apps of which that is confirmed, so that nothing but tasks and assets holds it. */
const anOpenCase = Effect.fnUntraced(function* ({ client, orgId }: Effect.Success<ReturnType<typeof aCustomer>>) {
  const { id } = yield* create(client)
  yield* finishTasks(orgId, id)
  yield* systemSql`UPDATE offboardings SET no_apps_confirmed_at = now(), asset_return_confirmed_at = now() WHERE org_id = ${orgId} AND id = ${id}`
  return id
})

/** An endpoint with one delivery in its log, of this status. */
const aDelivery = Effect.fnUntraced(function* (status: "pending" | "delivered" | "dead") {
  const { client, orgId } = yield* aCustomer()
  const { id } = yield* subscribe(client)
  const webhooks = yield* Webhooks
  yield* asSystem((sql) =>
    Effect.gen(function* () {
      yield* webhooks.announce({ orgId, event: events.created, recordedAt: yield* DateTime.now })
      yield* sql`UPDATE webhook_deliveries SET status = ${status} WHERE org_id = ${orgId}`
    })
  )
  const [delivery] = (yield* client.webhooks.listDeliveries({ params: { id }, query: page })).data
  if (delivery === undefined) return assert.fail("no delivery")
  const redeliver = client.webhooks.redeliver({ params: { id, deliveryId: delivery.id } })
  return { client, orgId, id, redeliver }
})

/** Passes requests on to the service, and loses the answer of the first. */
const aLosingProxy = Effect.gen(function* () {
  const { address } = yield* HttpServer.HttpServer
  const service = HttpServer.formatAddress(address)
  let passed = 0
  const server = createServer(async (request, response) => {
    const { authorization = "" } = request.headers
    const answer = await fetch(`${service}${request.url}`, {
      method: request.method ?? "",
      headers: { authorization, "content-type": "application/json" },
      body: await text(request)
    })
    passed += 1
    if (passed === 1) return response.socket?.destroy()
    return response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text())
  })
  const { port } = yield* listen(server)
  yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
  return `http://127.0.0.1:${port}`
})

layer(TestApp)("a refusal arrives as its class of the contract", (it) => {
  it.status(401, "of a wrong key", function* () {
    const client = yield* byKey(`svc_live_${"0".repeat(32)}`)
    assert.instanceOf(yield* Effect.flip(list(client)), ApiKeyInvalid)
  })

  // refusals-1: A refusal is `{ error }`, in some cases with a `code`.
  it.status(402, "read_only: of a write, while reads work", function* () {
    const { client } = yield* aCustomer({ planStatus: "canceled" })
    assert.deepStrictEqual(yield* list(client), noPeople)
    const writes: ReadonlyArray<Call> = [create, subscribe]
    for (const write of writes) {
      const refusal = yield* Effect.flip(write(client))
      assert.instanceOf(refusal, ReadOnly)
      assert.strictEqual(refusal.code, "read_only")
    }
  })

  it.status(403, "of a suspended organisation, on every route alike", function* () {
    const { client } = yield* aCustomer({ suspended: true })
    for (const call of calls) {
      assert.instanceOf(yield* Effect.flip(call(client)), OrganisationSuspended)
    }
  })

  it.status(403, "of a plan without the public API: what is missing, and that an upgrade helps", function* () {
    const { client } = yield* aCustomer({ plan: "starter" })
    for (const call of calls) {
      const refusal = yield* Effect.flip(call(client))
      assert.instanceOf(refusal, FeatureMissing)
      assert.deepStrictEqual(
        [refusal.feature, refusal.currentPlan, refusal.upgradeRequired],
        ["publicApi", "starter", true]
      )
    }
  })

  it.status(403, "of a key without the scope, which is named", function* () {
    const { client } = yield* aCustomer({ scopes: ["webhooks:write"] })
    const needed: ReadonlyArray<readonly [Call, string]> = [
      [list, "employees:read"],
      [create, "offboardings:write"],
      [subscribe, "offboardings:read"]
    ]
    for (const [call, scope] of needed) {
      const refusal = yield* Effect.flip(call(client))
      assert.instanceOf(refusal, ScopeMissing)
      assert.include(refusal.error, scope)
    }
  })

  it.status(429, "waited for, so that the call succeeds in the next minute", function* () {
    const { client } = yield* aCustomer()
    yield* Effect.forEach(Array.from({ length: 120 }), () => list(client), { concurrency: 8, discard: true })
    const late = yield* Effect.forkChild(list(client))
    assert.deepStrictEqual(yield* whileTimePasses(late), noPeople)
  })

  it.status(404, "of an offboarding, a webhook and a delivery", function* () {
    const { client } = yield* aCustomer()
    const nobody = OffboardingId.make(randomUUID())
    assert.instanceOf(yield* Effect.flip(client.offboardings.get({ params: { id: nobody } })), OffboardingNotFound)
    const moved = client.offboardings.update({ params: { id: nobody }, payload: { status: "notice_period" } })
    assert.instanceOf(yield* Effect.flip(moved), OffboardingNotFound)
    const nothing = WebhookId.make(randomUUID())
    assert.instanceOf(yield* Effect.flip(client.webhooks.delete({ params: { id: nothing } })), WebhookNotFound)
    const { id } = yield* subscribe(client)
    const params = { id, deliveryId: DeliveryId.make(randomUUID()) }
    assert.instanceOf(yield* Effect.flip(client.webhooks.getDelivery({ params })), DeliveryNotFound)
  })

  // versions-3
  it.status(409, "duplicate: with the id of the open offboarding", function* () {
    const { client } = yield* aCustomer()
    const payload = { ...leaver, employee_email: ada }
    const { id } = yield* client.offboardings.create({ payload })
    const refusal = yield* Effect.flip(client.offboardings.create({ payload }))
    assert.instanceOf(refusal, OffboardingDuplicate)
    assert.strictEqual(refusal.id, id)
  })

  it.status(
    409,
    "duplicate: also when only the answer of the first try was lost, so nothing is created twice",
    function* () {
      const { client, member } = yield* aCustomer()
      const distant = yield* clientOf(yield* aLosingProxy, yield* aKey(member))
      const creating = yield* Effect.forkChild(
        Effect.flip(distant.offboardings.create({ payload: { ...leaver, employee_email: ada } }))
      )
      yield* whileTimePasses(creating)
      const refusal = yield* Fiber.join(creating)
      assert.instanceOf(refusal, OffboardingDuplicate)
      const { data } = yield* client.offboardings.list({ query: page })
      assert.deepStrictEqual(
        data.map(({ id }) => id),
        [refusal.id]
      )
    }
  )

  // refusals-1
  it.status(409, "stage_gate: with everything that is missing", function* () {
    const customer = yield* aCustomer()
    const { client, orgId } = customer
    yield* aConnection(orgId, "github")
    const { id } = yield* client.offboardings.create({ payload: { ...leaver, apps_to_revoke: ["GitHub"] } })
    const gate = yield* Effect.flip(
      client.offboardings.update({ params: { id }, payload: { status: "asset_recovery" } })
    )
    assert.instanceOf(gate, StageGateClosed)
    assert.deepStrictEqual(gate.missing, [{ kind: "app", name: "github" }])

    const open = yield* anOpenCase(customer)
    yield* aTask(orgId, open, "Hand over the keys")
    const last = yield* Effect.flip(
      client.offboardings.update({ params: { id: open }, payload: { status: "completed" } })
    )
    assert.instanceOf(last, StageGateClosed)
    assert.deepStrictEqual(last.missing, [{ kind: "task", name: "Hand over the keys" }])
  })

  it.status(409, "without a code: cancelled is final, and completed cannot be cancelled", function* () {
    const customer = yield* aCustomer()
    const { client } = customer
    const cancel = { status: "cancelled", reason: "They stay with us" } as const
    const { id } = yield* create(client)
    yield* client.offboardings.update({ params: { id }, payload: cancel })
    const reopened = client.offboardings.update({ params: { id }, payload: { status: "pending" } })
    assert.instanceOf(yield* Effect.flip(reopened), OffboardingCancelled)

    const done = yield* anOpenCase(customer)
    yield* client.offboardings.update({ params: { id: done }, payload: { status: "completed" } })
    const undone = client.offboardings.update({ params: { id: done }, payload: cancel })
    assert.instanceOf(yield* Effect.flip(undone), CompletedNotCancellable)
  })

  it.status(409, "of a redelivery: pending, arrived, paused", function* () {
    assert.instanceOf(yield* Effect.flip((yield* aDelivery("pending")).redeliver), DeliveryPending)
    assert.instanceOf(yield* Effect.flip((yield* aDelivery("delivered")).redeliver), DeliveryArrived)
    const { orgId, redeliver } = yield* aDelivery("dead")
    yield* systemSql`UPDATE webhook_endpoints SET active = false WHERE org_id = ${orgId}`
    assert.instanceOf(yield* Effect.flip(redeliver), WebhookPaused)
  })

  it.status(400, "unknown_apps: with the names", function* () {
    const { client } = yield* aCustomer()
    const refusal = yield* Effect.flip(
      client.offboardings.create({ payload: { ...leaver, apps_to_revoke: ["Minitel"] } })
    )
    assert.instanceOf(refusal, UnknownApps)
    assert.deepStrictEqual([refusal.code, refusal.apps], ["unknown_apps", ["Minitel"]])
  })

  it.status(400, "manager_email_is_employee, and the others that only the service can know", function* () {
    const { client } = yield* aCustomer()
    const own = client.offboardings.create({ payload: { ...leaver, employee_email: ada, manager_email: ada } })
    const refusal = yield* Effect.flip(own)
    assert.instanceOf(refusal, ManagerIsEmployee)
    assert.strictEqual(refusal.code, "manager_email_is_employee")

    const nowhere = client.offboardings.create({ payload: { ...leaver, jurisdiction: "ZZ" } })
    assert.instanceOf(yield* Effect.flip(nowhere), JurisdictionUnknown)

    const { id } = yield* create(client)
    const silent = client.offboardings.update({ params: { id }, payload: { status: "cancelled" } })
    assert.instanceOf(yield* Effect.flip(silent), CancelReasonRequired)

    const inside = client.webhooks.create({ payload: { ...subscription, url: "https://10.0.0.8/hooks" } })
    assert.instanceOf(yield* Effect.flip(inside), WebhookUrlRefused)
  })

  it.effect("what the contract does not allow is refused before it is sent", function* () {
    const { client } = yield* aCustomer()
    const refusal = yield* Effect.flip(client.offboardings.create({ payload: { ...leaver, employee_name: " " } }))
    assert.strictEqual(refusal._tag, "SchemaError")
  })
})
