import { hash } from "@node-rs/argon2"
import type { PgClient } from "@effect/sql-pg"
import { OrgId, SiemTargetId } from "@svc/contract/kernel/ids"
import { addOktaAccount, okta, oktaToken, type OktaState } from "@svc/lab/okta"
import { type RunningVendor, startVendor } from "@svc/lab/vendor"
import { Effect, Schema } from "effect"
import { Secrets } from "#platform/keys/secrets"
import { placeOf } from "#outgoing/siem/credentials"
import { secret } from "./delivery-field.ts"
import { BenchFailed } from "./opponents.ts"
import { keyAt, keyDigest, masterKey, orgIdAt } from "./seed.ts"

/** What happens in an organisation of a soak beside its API keys' requests: people leave, and their access ends. */

const password = "correct horse battery staple"
export const orgId = orgIdAt(0)

/** So many keys, of so many organisations in turn. */
export const seedKeys = (owner: PgClient.PgClient, keys: number, organisations: number) => owner`
  INSERT INTO api_keys (org_id, id, name, key_prefix, key_digest, scopes, created_at)
  SELECT org_id, gen_random_uuid(), 'Soak', 'svc_live_', key_digest, '{offboardings:read,offboardings:write}', '2026-01-01'
  FROM jsonb_to_recordset(${JSON.stringify(
    Array.from({ length: keys }, (_, index) => ({
      org_id: orgIdAt(index % organisations),
      key_digest: keyDigest(keyAt(index))
    }))
  )}::jsonb) AS k (org_id uuid, key_digest text)`

/** The organisation's administrator, and a collector that is sent every entry of its log. */
export const seedOffice = Effect.fnUntraced(function* (owner: PgClient.PgClient, collector: string) {
  const passwordHash = yield* Effect.promise(() => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }))
  yield* owner`
    INSERT INTO users (id, email, full_name, password_hash, email_verified_at, created_at)
    VALUES (${orgId}, 'soak@example.test', 'Soak', ${passwordHash}, now(), now())`
  yield* owner`INSERT INTO memberships (org_id, user_id, role, created_at) VALUES (${orgId}, ${orgId}, 'superadmin', now())`
  const secrets = yield* Secrets.pipe(Effect.provide(Secrets.layerWith({ masterKey, previous: [] })))
  const id = SiemTargetId.make(orgIdAt(900))
  const sealed = yield* secrets.seal(secret, placeOf("sealed_token", OrgId.make(orgId), id))
  yield* owner`INSERT INTO siem_streams (org_id, forwarded_seq) SELECT org_id, seq FROM audit_heads WHERE org_id = ${orgId}`
  yield* owner`
    INSERT INTO siem_targets (org_id, id, name, type, endpoint_url, sealed_token, events, all_events, after_seq, created_at)
    SELECT org_id, ${id}, 'soak', 'generic', ${collector}, ${sealed}, '{}', true, seq, now()
    FROM audit_heads WHERE org_id = ${orgId}`
})

/** The lab's stand-in for Okta, with nobody in it yet. */
export const startOkta = (tls: { readonly key: string; readonly cert: string }) =>
  Effect.acquireRelease(
    Effect.promise(() => startVendor<OktaState>({ ...okta, seed: () => ({ ...okta.seed(), accounts: [] }) }, { tls })),
    (running) => Effect.promise(() => running.close())
  )

const asked = (port: number, method: string, path: string, token: string, body?: unknown) =>
  Effect.tryPromise({
    try: async () => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      const text = await response.text()
      if (response.status >= 300) throw new Error(`${response.status} ${text.slice(0, 300)}`)
      return { text, cookie: response.headers.get("set-cookie") ?? "" }
    },
    catch: (cause) => new BenchFailed({ message: `${method} ${path}: ${String(cause)}` })
  })

const read = <S extends Schema.Decoder<unknown>>(schema: S, { text }: { readonly text: string }) =>
  Effect.orDie(Schema.decodeUnknownEffect(Schema.fromJsonString(schema))(text))

const Token = Schema.Struct({ token: Schema.String })
const Id = Schema.Struct({ id: Schema.String })

/** Okta is connected and provisioning set up, by the administrator; answers one leaver after another. */
export const leavers = Effect.fnUntraced(function* (
  owner: PgClient.PgClient,
  port: number,
  vendor: RunningVendor<OktaState>
) {
  const { cookie } = yield* asked(port, "POST", "/api/auth/login", "", { email: "soak@example.test", password })
  const session = /access_token=([^;]+)/.exec(cookie)?.[1] ?? ""
  yield* asked(port, "POST", "/api/auth/step-up", session, { password })
  yield* asked(port, "POST", "/api/integrations/okta/connect", session, {
    domain: "acme.okta.com",
    api_token: oktaToken
  })
  const { token } = yield* read(
    Token,
    yield* asked(port, "POST", "/api/integrations/scim/setup", session, { mode: "compat" })
  )
  let people = 0
  /** The identity provider makes somebody known and takes them back; then their access ends. */
  return Effect.gen(function* () {
    const email = `leaver${people++}@example.test`
    addOktaAccount(vendor.state, { login: email, email })
    const body = { userName: email, displayName: `Leaver ${people}` }
    const { id } = yield* read(Id, yield* asked(port, "POST", "/scim/v2/Users", token, body))
    const operations = { Operations: [{ op: "replace", path: "active", value: false }] }
    yield* asked(port, "PATCH", `/scim/v2/Users/${id}`, token, operations)
    const [made] = yield* owner<{ readonly id: string }>`
      SELECT id FROM offboardings WHERE org_id = ${orgId} AND org_employee_id = ${id}`
    if (made === undefined) return yield* new BenchFailed({ message: `Provisioning made no case of ${email}` })
    yield* asked(port, "POST", "/api/revoke-access", session, { offboardingId: made.id })
  })
})
