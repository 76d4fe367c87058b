import { createCipheriv, createHash, createHmac, createSecretKey, hkdfSync, randomBytes, randomUUID } from "node:crypto"
import { Redacted } from "effect"
import { contentLines } from "@svc/contract/audit/chain"
import {
  created,
  fastify,
  type Key,
  newCase,
  pg,
  type Request,
  shownCase,
  statement,
  tasksStatement
} from "./fastify-parts.ts"
import { keyDigest, masterKey } from "./seed.ts"

/**
 * Creates cases with all that the service does in the request: row-level security in every statement, the person's key made
 * and wrapped, their name sealed, the chain's entry by the function of the schema. Nobody hands its events out.
 */

const pipeline = process.env["PIPELINE"] === "on"
const pools = (role: string) =>
  new pg.Pool({
    connectionString: process.env["DATABASE_URL"],
    max: 10,
    options: `-c role=${role}`,
    pipeline
  })
const system = pools("svc_system")
const tenants = pools("svc_app")

const derived = (info: string) =>
  createSecretKey(new Uint8Array(hkdfSync("sha256", Redacted.value(masterKey), new Uint8Array(), info, 32)))
const addressKey = derived("svc/hmac/v1/audit-person-email")
const sealingKey = derived("svc/seal/v1")

const digest = (value: string) => createHash("sha256").update(value).digest("hex")

const sealed = (key: Parameters<typeof createCipheriv>[1], value: string, bound: string) => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", key, nonce)
  cipher.setAAD(Buffer.from(bound))
  return Buffer.concat([nonce, cipher.update(value, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url")
}

const findKey = async (request: Request) => {
  const bearer = request.headers["authorization"]
  if (bearer === undefined || !bearer.startsWith("Bearer ")) return undefined
  const { rows } = await system.query<Key>({
    name: "key",
    text: `SELECT k.org_id, k.id, k.name, k.key_prefix, o.plan, o.suspended
      FROM api_keys k JOIN organisations o ON o.id = k.org_id
      WHERE k.key_digest = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`,
    values: [keyDigest(bearer.slice("Bearer ".length))]
  })
  return rows[0]
}

interface Facts {
  readonly plan: string
  readonly timezone: string
  readonly default_jurisdiction: string | null
  readonly open_id: string | null
  readonly employee: { readonly id: string; readonly manager_email: string | null } | null
  readonly person_key: { readonly id: string; readonly wrapped_key: string } | null
}

const findFacts = async (orgId: string, email: string, emailDigest: string) => {
  const { rows } = await tenants.query<Facts>({
    name: "facts",
    text: `WITH tenant AS MATERIALIZED (SELECT set_config('svc.org_id', $1, true)::uuid AS org_id)
      SELECT o.plan, o.timezone, o.auto_revoke_at_exit, o.default_jurisdiction,
        (SELECT c.id FROM offboardings c WHERE c.org_id = tenant.org_id AND c.lower_employee_email = lower($2)
          AND c.status NOT IN ('completed', 'cancelled')) AS open_id,
        (SELECT json_build_object('id', e.id, 'manager_email', e.manager_email) FROM org_employees e
          WHERE e.org_id = tenant.org_id AND e.lower_email = lower($2)) AS employee,
        (SELECT t.items FROM checklist_templates t WHERE t.org_id = tenant.org_id AND t.is_active
          AND t.role_folded IS NULL AND t.separation_type = 'resignation' ORDER BY t.created_at LIMIT 1) AS template,
        (SELECT json_build_object('id', k.id, 'wrapped_key', k.wrapped_key) FROM audit_person_keys k
          WHERE k.org_id = tenant.org_id AND k.email_digest = $3 AND k.destroyed_at IS NULL LIMIT 1) AS person_key
      FROM tenant JOIN organisations o ON o.id = tenant.org_id`,
    values: [orgId, email, emailDigest]
  })
  return rows[0]
}

const append = `SELECT append_audit_entry($1::uuid, $2::uuid, $3::timestamptz, NULL, $4::text, $5::text, $6::text, $7::text,
  $8::uuid, NULL, $9::uuid, NULL, false, NULL)`

const server = fastify({ logger: false })

server.get("/ready", {}, async () => ({ status: "ok" }))

server.post(
  "/api/v1/offboardings",
  { schema: { body: newCase, response: { 201: created } } },
  async (request, reply) => {
    const key = await findKey(request)
    if (key === undefined) return reply.code(401).send({ error: "Invalid API key" })
    if (key.suspended || key.plan === "none") return reply.code(403).send({ error: "Not in this plan" })
    const orgId = key.org_id
    const email = request.body.employee_email
    const emailDigest = createHmac("sha256", addressKey).update(`${orgId}:${email.toLowerCase()}`).digest("hex")
    const facts = await findFacts(orgId, email, emailDigest)
    if (facts === undefined) return reply.code(404).send({ error: "No such organisation" })
    if (facts.open_id !== null) return reply.code(409).send({ error: "There is an open offboarding" })
    // Only new persons come: whoever is known has a key that would be unwrapped instead.
    if (facts.person_key !== null) return reply.code(501).send({ error: "Not in this comparison" })

    const now = new Date()
    const shown = shownCase(request.body, now)
    const personKeyId = randomUUID()
    const personKey = randomBytes(32)
    const entryId = randomUUID()
    const target = `Offboarding of [[aps:v1:${personKeyId}:${sealed(personKey, shown.employee_name, personKeyId)}]]`
    const details = `source: api, last day: ${shown.exit_date} | by API key ${key.name} (${key.key_prefix}) | key ${key.id} | case ${shown.id}`
    const statements = [
      // Ids of ours, so they may stand in the text: one round trip for both.
      `BEGIN; SELECT set_config('role', 'svc_app', true), set_config('svc.org_id', '${orgId}', true)`,
      statement("person-key", "audit_person_keys", {
        org_id: orgId,
        id: personKeyId,
        email_digest: emailDigest,
        wrapped_key: `svc:v1:00000000:${sealed(sealingKey, personKey.toString("base64"), `audit_person_keys:${orgId}:${personKeyId}`)}`,
        created_at: now
      }),
      statement("case", "offboardings", {
        ...shown,
        org_id: orgId,
        source: "api",
        jurisdiction: facts.default_jurisdiction,
        person_key_id: personKeyId,
        updated_at: now
      }),
      tasksStatement(orgId, shown.id, now),
      statement("event", "outbox_copy", {
        org_id: orgId,
        event: JSON.stringify({
          _tag: "offboarding.created",
          offboardingId: shown.id,
          employeeName: shown.employee_name,
          source: "api"
        }),
        recorded_at: now
      }),
      {
        name: "entry",
        text: append,
        values: [
          orgId,
          entryId,
          now,
          "offboarding_created",
          target,
          details,
          digest(
            contentLines({
              orgId,
              id: entryId,
              createdAt: now.toISOString(),
              actorId: null,
              action: "offboarding_created",
              target,
              details
            })
          ),
          shown.id,
          key.id
        ]
      },
      "COMMIT"
    ]
    const client = await tenants.connect()
    try {
      // Side by side they are written at once where the driver can; else one waits for the other.
      await Promise.all(statements.map((one) => client.query(one)))
    } catch (error) {
      await client.query("ROLLBACK")
      throw error
    } finally {
      client.release()
    }
    return reply.code(201).send({ ...shown, apps_to_revoke: [], revoke_at: null })
  }
)

await server.listen({ port: Number(process.env["PORT"]), host: "127.0.0.1" })
