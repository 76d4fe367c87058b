import { Effect, Option, Redacted } from "effect"
import { createHmac, hash } from "node:crypto"
import type { Connection } from "#connections/vendors/protocol/connection"
import type { Attempt, Connector, Leaver } from "#connections/vendors/protocol/connector"
import type { MakeVendor } from "#connections/vendors/protocol/revoker"
import { andTokens } from "#connections/vendors/protocol/global-token-revocation"
import { manualRequired, refused, revoked, statusText } from "#connections/vendors/protocol/outcome"
import { refusedInBody, statedFailure } from "#connections/vendors/protocol/stated-failure"

const address = (service: Connection) => String(service.settings["base_url"] ?? "")

/** Parts of such an address may be secret, so a preview shows none of its query. */
const shownAddress = (service: Connection) => address(service).replace(/\?.*$/, "")

/**
 * Identifies one request for one app of one run: a resend, also after a crash, has the same id, by which the receiver
 * detects the repetition (a version 8 UUID, RFC 9562).
 */
export const deliveryId = (runId: string, serviceName: string): string => {
  const digits = hash("sha256", JSON.stringify([runId, serviceName.toLowerCase()]))
  const variant = (8 + (Number.parseInt(digits.slice(16, 17), 16) % 4)).toString(16)
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20, 32)
  ].join("-")
}

/** The signature of the webhooks' deliveries (deliveries-2): the HMAC key is the target's token. */
const signature = (token: string, body: string) => `sha256=${createHmac("sha256", token).update(body).digest("hex")}`

const bodyFor = (service: Connection, leaver: Leaver, attempt: Attempt) =>
  JSON.stringify({
    event: "access.revoke",
    run_id: attempt.runId,
    requested_at: attempt.runCreatedAt,
    service: service.serviceName,
    offboarding_id: leaver.offboardingId,
    employee_name: leaver.name,
    employee_email: leaver.email,
    exit_date: leaver.exitDate
  })

const namesNoAccount = manualRequired(
  "The account has an ID, but this app only receives an email address. Remove the access manually and confirm it"
)

/** A tenant's own service that revokes access on request: there is no state to verify. */
const connector: Connector<Leaver> = {
  plan: (service) => [{ method: "POST", url: shownAddress(service) }],

  effects: () => ["requests_removal"],

  find: (_calls, _service, leaver) => Effect.succeed({ _tag: "Account", account: leaver }),

  // It gets an email and shows no account: an id from another connection cannot mean one here.
  findById: () => Effect.succeed({ _tag: "Result", result: namesNoAccount }),

  nameOf: () => null,

  act: Effect.fn("WebhookConnector.act")(function* (calls, service, leaver, attempt) {
    const token = service.secrets.get("token")
    const body = bodyFor(service, leaver, attempt)
    const answer = yield* calls.write({
      method: "POST",
      url: address(service),
      headers: {
        "content-type": "application/json",
        "x-svc-event": "access.revoke",
        "x-svc-delivery": deliveryId(attempt.runId, service.serviceName),
        "x-svc-signature": signature(token === undefined ? "" : Redacted.value(token), body)
      },
      body
    })
    const stated = statedFailure(answer)
    if (Option.isSome(stated)) return refusedInBody(answer, stated.value)
    return answer.status >= 200 && answer.status < 300
      ? revoked(`The app accepted the request (${statusText(answer.status)})`, { verified: false })
      : refused(answer.status)
  }),

  standing: () => Effect.succeed("unknown")
}

/** A tenant's own address. Nothing is sent when it is connected: a receiver could take it for a revocation. */
export const genericWebhook: MakeVendor<Leaver> = () => ({
  connector: andTokens(connector, () => true),
  prove: (_calls, { settings }) => Effect.succeed(settings)
})
