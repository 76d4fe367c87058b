import { CreatedApiKey } from "@svc/contract/api-keys/schema"
import { ChainReport } from "@svc/contract/audit-verification/schema"
import { ApiScope } from "@svc/contract/kernel/permissions"
import { CreatedOffboarding, UpdatedOffboarding } from "@svc/contract/offboardings/schema"
import { StartedRun } from "@svc/contract/revocations/schema"
import { Delivery } from "@svc/contract/webhooks/schema"
import { Effect, Schema } from "effect"
import { DemoFailed } from "./demo-failed.ts"
import type { Evidence } from "./evidence.ts"
import { call, download, expecting, read } from "./http-call.ts"

const SignedIn = Schema.Struct({ user: Schema.Struct({ fullName: Schema.String, role: Schema.String }) })
const SigningKey = Schema.Struct({ keyId: Schema.String, publicKeyPem: Schema.String })
const SteppedUp = Schema.Struct({ ok: Schema.Boolean })

const StageGate = Schema.Struct({
  error: Schema.String,
  code: Schema.Literal("stage_gate"),
  missing: Schema.Array(Schema.Struct({ kind: Schema.String, name: Schema.String }))
})

/** The organisation's own software: the public API with its key, and nothing else. */
export const apiCustomer = (baseUrl: string, key: string) => {
  const headers = { authorization: `Bearer ${key}` }
  const at = (path: string) => `${baseUrl}/api/v1${path}`
  const move = (id: string, status: string) =>
    ({ method: "PATCH", url: at(`/offboardings/${id}`), headers, body: { status } }) as const
  const delivery = (webhookId: string, deliveryId: string) => at(`/webhooks/${webhookId}/deliveries/${deliveryId}`)
  return {
    keyWorks: Effect.map(
      call({ method: "GET", url: at("/offboardings?limit=1"), headers }),
      ({ status }) => status === 200
    ),
    create: (body: Readonly<Record<string, unknown>>) =>
      expecting({ method: "POST", url: at("/offboardings"), headers, body }, 201, CreatedOffboarding),
    moveRefused: (id: string, status: string) => expecting(move(id, status), 409, StageGate),
    move: (id: string, status: string) => expecting(move(id, status), 200, UpdatedOffboarding),
    delivery: (webhookId: string, deliveryId: string) =>
      expecting({ method: "GET", url: delivery(webhookId, deliveryId), headers }, 200, Delivery),
    redeliver: (webhookId: string, deliveryId: string) =>
      expecting({ method: "POST", url: `${delivery(webhookId, deliveryId)}/redeliver`, headers }, 200, Delivery)
  }
}

/** A person with the dashboard's cookie. */
export const signIn = Effect.fnUntraced(function* (
  baseUrl: string,
  { email, password }: { readonly email: string; readonly password: string }
) {
  const login = { method: "POST", url: `${baseUrl}/api/auth/login`, body: { email, password } } as const
  const answer = yield* call(login)
  const { user } = yield* read(login, answer, 200, SignedIn)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0] ?? "")
    .find((pair) => pair.startsWith("access_token="))
  if (cookie === undefined) return yield* new DemoFailed({ message: `POST ${login.url} set no cookie access_token` })
  const headers = { cookie }
  return {
    user,
    /** One call of the app's own routes. */
    ask: <A>(
      method: "GET" | "POST" | "PATCH",
      path: string,
      status: number,
      schema: Schema.Decoder<A>,
      body?: Readonly<Record<string, unknown>>
    ) =>
      expecting({ method, url: `${baseUrl}${path}`, headers, ...(body === undefined ? {} : { body }) }, status, schema),
    /** A form with a file, as the dashboard uploads one. */
    upload: <A>(path: string, form: FormData, schema: Schema.Decoder<A>) =>
      expecting({ method: "POST", url: `${baseUrl}${path}`, headers, form }, 201, schema),
    stepUp: expecting(
      { method: "POST", url: `${baseUrl}/api/auth/step-up`, headers, body: { password } },
      200,
      SteppedUp
    ),
    createKey: (name: string) =>
      expecting(
        {
          method: "POST",
          url: `${baseUrl}/api/keys`,
          headers,
          body: { name, scopes: ApiScope.literals, expires_at: null }
        },
        201,
        CreatedApiKey
      ),
    revoke: (offboardingId: string) =>
      expecting(
        { method: "POST", url: `${baseUrl}/api/revoke-access`, headers, body: { offboardingId } },
        202,
        StartedRun
      ),
    report: (offboardingId: string) =>
      download({ method: "GET", url: `${baseUrl}/api/reports/offboarding/${offboardingId}/pdf`, headers }),
    evidence: Effect.fnUntraced(function* (offboardingId: string) {
      const { keyId, publicKeyPem } = yield* expecting(
        { method: "GET", url: `${baseUrl}/api/audit-log/signing-key`, headers },
        200,
        SigningKey
      )
      const zip = yield* download({ method: "GET", url: `${baseUrl}/api/employees/${offboardingId}/evidence`, headers })
      const evidence: Evidence = { zip, keyId, publicKeyPem }
      return evidence
    }),
    /** Undefined when the chain was verified twice within the minute: more is not allowed. */
    verifyChain: Effect.gen(function* () {
      const request = { method: "GET", url: `${baseUrl}/api/audit-log/verify`, headers } as const
      const answer = yield* call(request)
      return answer.status === 429 ? undefined : yield* read(request, answer, 200, ChainReport)
    })
  }
})
