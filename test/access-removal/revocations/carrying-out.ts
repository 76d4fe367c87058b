import type { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import http from "node:http"
import type { AddressInfo } from "node:net"
import { type Limits, RevocationLimits } from "#access-removal/revocations/limits"
import { RevocationRuns } from "#access-removal/revocations/runs"
import { type CallLimits, VendorLimits } from "#connections/vendors/protocol/limits"
import { aSuperAdmin } from "#test/support/people"
import { aCase, aScimVendor, connect, revocationEvents, send } from "./support.ts"

/** Calls and reads of a fraction of a second, in real time: what a vendor does not answer is given up at once. */
export const quick = {
  ...RevocationLimits.defaultValue(),
  call: "300 millis",
  verifyWaits: ["0 seconds", "10 millis"]
} as const

/** Holds the work to these limits, on the real clock. */
export const within =
  (limits: Limits & CallLimits) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(
      Effect.provideService(RevocationLimits, limits),
      Effect.provideService(VendorLimits, limits),
      TestClock.withLive
    )

/** Carries out what waits in the organisation, and waits for its end. */
export const carryOut = Effect.fnUntraced(function* (orgId: OrgId) {
  const runs = yield* RevocationRuns
  yield* runs.settleScheduled(orgId).pipe(within(quick))
})

/** The result of each app of the case's latest run. */
export const lastResults = Effect.fnUntraced(function* (offboardingId: OffboardingId) {
  const last = (yield* revocationEvents(offboardingId)).at(-1)
  return last === undefined ? [] : last.results
})

/** An admin, a SCIM vendor connected as `Notion`, and a case of Ann's that selected it. */
export const annAtNotion = Effect.gen(function* () {
  const admin = yield* aSuperAdmin()
  const vendor = yield* aScimVendor()
  yield* connect(admin, { service_name: "Notion", protocol: "scim", base_url: vendor.baseUrl, token: vendor.token })
  const offboardingId = yield* aCase(admin.orgId, { email: "ann.lee@acme.test", apps: ["Notion"] })
  /** Starts a run, carries it out and answers what became of the app. */
  const revoke = Effect.gen(function* () {
    yield* send(admin, "POST", "/api/revoke-access", { offboardingId, apps: ["Notion"] })
    yield* carryOut(admin.orgId)
    return (yield* lastResults(offboardingId))[0]
  })
  return { admin, vendor, offboardingId, revoke }
})

/** A receiver of revocation webhooks that keeps what it was sent and answers as told. */
export const aReceiver = Effect.acquireRelease(
  Effect.callback<{
    readonly url: string
    readonly requests: Array<{ readonly headers: http.IncomingHttpHeaders; readonly body: string }>
    readonly answers: { status: number | "never"; body: string }
    readonly close: () => void
  }>((resume) => {
    const requests: Array<{ readonly headers: http.IncomingHttpHeaders; readonly body: string }> = []
    const answers: { status: number | "never"; body: string } = { status: 200, body: "" }
    const server = http.createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        requests.push({ headers: request.headers, body: Buffer.concat(chunks).toString("utf8") })
        if (answers.status !== "never") response.writeHead(answers.status).end(answers.body)
      })
    })
    server.listen(0, "127.0.0.1", () => {
      const address: AddressInfo | string | null = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      resume(
        Effect.succeed({
          url: `http://127.0.0.1:${port}/revoke`,
          requests,
          answers,
          close: () => {
            server.closeAllConnections()
            server.close()
          }
        })
      )
    })
  }),
  ({ close }) => Effect.sync(close)
)
