import { RevocationResult } from "@svc/contract/revocations/schema"
import { DateTime, Effect, Option, Schedule, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { close, equip } from "./closing.ts"
import { apiCustomer, signIn } from "./customer.ts"
import { DemoFailed } from "./demo-failed.ts"
import { showEvidence, showReport } from "./evidence.ts"
import { showLeaverTest } from "./leaver-test.ts"
import { type KeptState, writeState } from "./kept-state.ts"
import type { NeighboursControl } from "./neighbours-control.ts"
import { say, step } from "./printer.ts"
import { connectOkta, deprovision } from "./provisioning.ts"
import { exampleReceivers } from "../../test/receivers/verifiers.ts"
import type { ReceivedDelivery } from "./received-delivery.ts"
import type { Settings } from "./settings.ts"
import { connectSplunk, showCopy } from "./siem.ts"
import { connectDocuSign, sign } from "./signing.ts"

interface Stage {
  readonly settings: Settings
  readonly baseUrl: string
  /** The file of the authority that vouches for the neighbours. */
  readonly authority: string
  readonly account: { readonly email: string; readonly password: string }
  /** The connected app. */
  readonly vendor: string
  readonly neighbours: NeighboursControl
  readonly state: KeptState
}

const readResults = Schema.decodeUnknownOption(
  Schema.Struct({ data: Schema.Struct({ results: Schema.Array(RevocationResult) }) })
)

const resultsIn = ({ body }: ReceivedDelivery) =>
  Option.match(readResults(body), { onNone: () => [], onSome: ({ data }) => data.results })

const isAbout = ({ body }: ReceivedDelivery, offboardingId: string) =>
  JSON.stringify(body["data"] ?? {}).includes(offboardingId)

type Session = Effect.Success<ReturnType<typeof signIn>>

/** The kept key while it works; else a new one, as a person would make it. */
const workingKey = Effect.fnUntraced(function* ({ baseUrl, settings, state }: Stage, session: Session) {
  if (state.apiKey !== null && (yield* apiCustomer(baseUrl, state.apiKey).keyWorks)) return state.apiKey
  const { key_prefix, raw_key, scopes } = yield* session.createKey("Demo")
  yield* writeState(settings, { ...state, apiKey: raw_key })
  step("Create an API key: POST /api/keys", `201 ${key_prefix}… with ${scopes.length} scopes; the key is shown once`)
  return raw_key
})

/** Starts a run and waits for the webhook that reports its end. */
const revoke = Effect.fnUntraced(function* (
  { neighbours }: Stage,
  session: Session,
  run: {
    readonly offboardingId: string
    readonly event: string
    /** By app, in the run's order. */
    readonly outcomes: ReadonlyArray<readonly [string, string]>
    readonly title: string
  }
) {
  const started = yield* session.revoke(run.offboardingId)
  const delivery = yield* neighbours.awaitDelivery(
    run.event,
    (one) => one.event === run.event && isAbout(one, run.offboardingId)
  )
  const results = resultsIn(delivery)
  const came = results.map(({ outcome, service }) => `${service} ${outcome}`).join()
  if (came !== run.outcomes.map((expected) => expected.join(" ")).join()) {
    return yield* new DemoFailed({ message: `The run did not end as expected: ${JSON.stringify(delivery.body)}` })
  }
  step(
    `${run.title}: POST /api/revoke-access`,
    `202 ${started.status}; the webhook ${delivery.event} reports the results:`,
    ...results.map(
      ({ message, outcome, service, verified }) => `${service}: ${outcome}, verified ${verified}. ${message}`
    )
  )
})

const showVendorRecord = Effect.fnUntraced(function* (neighbours: NeighboursControl, email: string, active: boolean) {
  const record = yield* neighbours.vendorRecord(email)
  if (record?.active !== active) {
    return yield* new DemoFailed({ message: `The vendor's own record is not as expected: ${JSON.stringify(record)}` })
  }
  return `the vendor's own record: ${record.userName} is ${active ? "still active" : "inactive"}`
})

const showOktaRecord = Effect.fnUntraced(function* (neighbours: NeighboursControl, email: string) {
  const record = yield* neighbours.oktaRecord(email)
  if (record?.status !== "SUSPENDED") {
    return yield* new DemoFailed({ message: `Okta's own record is not as expected: ${JSON.stringify(record)}` })
  }
  return `Okta's own record: ${record.login} is ${record.status}`
})

/** The receiver refused the delivery once with 500. Redelivering sends it at once, before the next retry is due. */
const redeliver = Effect.fnUntraced(function* (
  { neighbours }: Stage,
  api: ReturnType<typeof apiCustomer>,
  webhookId: string,
  refused: ReceivedDelivery
) {
  const failed = yield* api.delivery(webhookId, refused.delivery_id).pipe(
    Effect.filterOrFail(
      ({ status }) => status === "failed",
      () => undefined
    ),
    Effect.retry({ schedule: Schedule.spaced("100 millis"), times: 50, while: (error) => error === undefined }),
    Effect.mapError(
      (error) => error ?? new DemoFailed({ message: `The log does not show ${refused.delivery_id} as failed` })
    )
  )
  yield* api.redeliver(webhookId, refused.delivery_id)
  const again = yield* neighbours.awaitDelivery(
    "second attempt",
    (one) => one.delivery_id === refused.delivery_id && one.attempt === 2
  )
  step(
    `Redeliver: POST /api/v1/webhooks/{id}/deliveries/${refused.delivery_id}/redeliver`,
    `the delivery log showed ${failed.status} after ${failed.attempts} attempt, response ${failed.last_status_code}, next attempt ${
      failed.next_attempt_at === null ? "never" : DateTime.formatIso(failed.next_attempt_at)
    }`,
    `200; ${again.event} arrived again with the same delivery ID, and the receiver responded ${again.answered}`
  )
})

const showDeliveries = Effect.fnUntraced(function* (neighbours: NeighboursControl, offboardingId: string) {
  const deliveries = (yield* neighbours.deliveries).filter((one) => isAbout(one, offboardingId))
  if (deliveries.some(({ signature }) => signature !== "valid")) {
    return yield* new DemoFailed({ message: "A delivery has an invalid signature" })
  }
  step(
    "The webhooks, checked by the receiver",
    ...deliveries.map(
      ({ answered, attempt, delivery_id, event, signature }) =>
        `signature ${signature}  ${event.padEnd(25)}  ${delivery_id}  attempt ${attempt}  answered ${answered}`
    )
  )
  const names = exampleReceivers.map(([name]) => name)
  const doubted = deliveries.filter(({ verified_by }) => names.some((name) => !verified_by.includes(name)))
  if (doubted.length > 0) {
    return yield* new DemoFailed({
      message: `Not every example receiver could verify ${doubted.map(({ delivery_id }) => delivery_id).join(", ")}`
    })
  }
  step(
    "The same webhooks, checked by the example receivers in test/receivers",
    ...names.map((name) => {
      const count = deliveries.filter(({ verified_by }) => verified_by.includes(name)).length
      return `verified by ${name}: ${count} of ${deliveries.length}`
    })
  )
})

const verifyChain = Effect.fnUntraced(function* (session: Session) {
  const first = yield* session.verifyChain
  if (first === undefined) say("    429: the chain can be verified twice a minute; waiting for the next minute…")
  const report = yield* first === undefined
    ? session.verifyChain.pipe(
        Effect.filterOrFail(
          (report) => report !== undefined,
          () => undefined
        ),
        Effect.retry({ schedule: Schedule.spaced("5 seconds"), times: 13, while: (error) => error === undefined }),
        Effect.mapError((error) => error ?? new DemoFailed({ message: "The chain could not be verified in time" }))
      )
    : Effect.succeed(first)
  if (!report.ok) return yield* new DemoFailed({ message: `The chain is broken: ${JSON.stringify(report.broken)}` })
  step(
    "Verify the audit chain: GET /api/audit-log/verify",
    `200 ok ${report.ok}: ${report.checked} entries checked, ${report.brokenCount} broken, complete ${report.complete}`
  )
})

/** Plays an offboarding through the public surfaces. Returns the API key and the person whose offboarding stays open. */
export const play = Effect.fnUntraced(function* (stage: Stage) {
  const { account, baseUrl, neighbours, settings, state, vendor } = stage
  if (state.webhook === null)
    return yield* new DemoFailed({ message: "The demo has no webhook. Remove its folder and start it again" })

  const session = yield* signIn(baseUrl, account)
  step(
    `Sign in: POST /api/auth/login as ${account.email}`,
    `200 ${session.user.fullName}, ${session.user.role}, with the cookie access_token`
  )
  yield* session.stepUp
  step("Step up: POST /api/auth/step-up with the password again", "200, valid for ten minutes")
  const key = yield* workingKey(stage, session)
  yield* connectOkta(session)
  yield* connectDocuSign(session, neighbours)
  const streaming = yield* connectSplunk(session, neighbours)
  const api = apiCustomer(baseUrl, key)

  const mark = randomBytes(3).toString("hex")
  const name = `Robin Vale (${mark})`
  const email = `robin.vale.${mark}@larkspur.example`
  yield* neighbours.hire([email])
  const laptop = yield* equip(session, { name, email, mark })
  yield* neighbours.refuse({ event: "offboarding.created", contains: name, times: 1 })
  const created = yield* api.create({
    employee_name: name,
    employee_email: email,
    employee_role: "Support Lead",
    employee_department: "Support",
    exit_date: DateTime.formatIsoDateUtc(DateTime.add(yield* DateTime.now, { days: 14 })),
    manager_email: "ines.carvalho@larkspur.example",
    apps_to_revoke: [vendor, "okta"]
  })
  const refused = yield* neighbours.awaitDelivery(
    "offboarding.created",
    (one) => one.event === "offboarding.created" && isAbout(one, created.id)
  )
  step(
    `Create by API: POST /api/v1/offboardings for ${name}`,
    `201 ${created.status}, apps ${created.apps_to_revoke.join(", ")}, automatic revocation at ${
      created.revoke_at === null ? "no set time" : DateTime.formatIso(created.revoke_at)
    }`,
    `the receiver refuses the webhook ${refused.event} with ${refused.answered}, once, as the demo instructs it`
  )

  const gate = yield* api.moveRefused(created.id, "asset_recovery")
  step(
    "The stage gate before: PATCH /api/v1/offboardings/{id} to asset_recovery",
    `409 ${gate.code}, missing: ${gate.missing.map(({ kind, name }) => `${kind} ${name}`).join(", ")}`
  )

  yield* sign({ ...stage, mark }, session, { name, email, offboardingId: created.id })

  yield* neighbours.failVendor
  yield* revoke(stage, session, {
    title: "Revoke access while one vendor fails",
    offboardingId: created.id,
    event: "revocation.failed",
    outcomes: [
      ["okta", "revoked"],
      [vendor, "failed"]
    ]
  })
  step(
    "What the vendors' own records show",
    yield* showOktaRecord(neighbours, email),
    yield* showVendorRecord(neighbours, email, true)
  )

  yield* neighbours.healVendor
  yield* revoke(stage, session, {
    title: "Retry now that the vendor works",
    offboardingId: created.id,
    event: "revocation.completed",
    outcomes: [[vendor, "revoked"]]
  })
  step("Read back at the vendor", yield* showVendorRecord(neighbours, email, false))

  const moved = yield* api.move(created.id, "asset_recovery")
  step("The stage gate after: the same PATCH", `200 ${moved.status}`)
  yield* neighbours.awaitDelivery(
    "offboarding.stage_changed",
    (one) => one.event === "offboarding.stage_changed" && isAbout(one, created.id)
  )

  yield* close({ api, neighbours, session }, { id: created.id, laptop })
  yield* redeliver(stage, api, state.webhook.id, refused)
  yield* showDeliveries(neighbours, created.id)
  const provisioned = yield* deprovision(stage, session, {
    name: `Kim Ode (${mark})`,
    email: `kim.ode.${mark}@larkspur.example`
  })
  yield* verifyChain(session)
  yield* showCopy(neighbours, streaming)
  const keyFile = yield* showEvidence(settings, mark, yield* session.evidence(created.id))
  yield* showReport(settings, mark, yield* session.report(created.id))
  yield* showLeaverTest(settings, mark, session, keyFile)
  return { key, provisioned }
})
