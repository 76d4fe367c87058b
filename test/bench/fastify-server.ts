import { randomUUID, createHash } from "node:crypto"
import {
  created,
  fastify,
  item,
  type Key,
  newCase,
  pg,
  type Request,
  shownCase,
  statement,
  tasksStatement,
  whole
} from "./fastify-parts.ts"
import { keyDigest } from "./seed.ts"

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 })

const data = { type: "array", items: item }
const meta = {
  type: "object",
  properties: { page: whole, limit: whole, total: whole, total_pages: whole, has_next: { type: "boolean" } }
}
const querystring = {
  type: "object",
  properties: {
    limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    page: { type: "integer", minimum: 1, default: 1 }
  }
}
const respond = (properties: object) => ({ schema: { querystring, response: { 200: { type: "object", properties } } } })

const findKey = async (request: Request) => {
  const bearer = request.headers["authorization"]
  if (bearer === undefined || !bearer.startsWith("Bearer ")) return undefined
  const { rows } = await pool.query<Key>({
    name: "key",
    text: `SELECT k.org_id, k.id, o.plan, o.suspended FROM api_keys k JOIN organisations o ON o.id = k.org_id
      WHERE k.key_digest = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`,
    values: [keyDigest(bearer.slice("Bearer ".length))]
  })
  return rows[0]
}

const list = async (orgId: string, { limit, page }: Request["query"]) => {
  const { rows } = await pool.query({
    name: "list",
    text: `SELECT id, employee_name, employee_email, employee_role, employee_department, exit_date::text, status,
      separation_type, manager_email, created_at FROM offboardings
      WHERE org_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3`,
    values: [orgId, limit, (page - 1) * limit]
  })
  return rows
}

const count = async (orgId: string) => {
  const { rows } = await pool.query<{ readonly total: number }>({
    name: "count",
    text: "SELECT count(*)::int AS total FROM offboardings WHERE org_id = $1",
    values: [orgId]
  })
  return rows[0]?.total ?? 0
}

const server = fastify({ logger: false })

server.get("/ready", {}, async () => ({ status: "ok" }))

server.get("/api/v1/offboardings", respond({ data, meta }), async (request, reply) => {
  const key = await findKey(request)
  if (key === undefined) return reply.code(401).send({ error: "Invalid API key" })
  const { limit, page } = request.query
  const [rows, total] = await Promise.all([list(key.org_id, request.query), count(key.org_id)])
  const pages = Math.ceil(total / limit)
  return { data: rows, meta: { page, limit, total, total_pages: pages, has_next: page < pages } }
})

const onlyOrganisation = process.env["ORGANISATION"] ?? ""
server.get("/list-only", respond({ data }), async (request) => ({ data: await list(onlyOrganisation, request.query) }))

server.post(
  "/api/v1/offboardings",
  { schema: { body: newCase, response: { 201: created } } },
  async (request, reply) => {
    const key = await findKey(request)
    if (key === undefined) return reply.code(401).send({ error: "Invalid API key" })
    const now = new Date()
    const shown = shownCase(request.body, now)
    const personKeyId = randomUUID()
    const digest = (value: string) => createHash("sha256").update(value).digest("hex")
    const entry = { org_id: key.org_id, id: randomUUID(), created_at: now, action: "offboarding_created" }
    const details = {
      target: `Offboarding of ${shown.employee_name}`,
      details: `source: api, last day: ${shown.exit_date}`
    }
    const contentHash = digest(JSON.stringify({ ...entry, ...details }))
    const client = await pool.connect()
    try {
      await client.query("BEGIN")
      await client.query(
        statement("person-key", "audit_person_keys", {
          org_id: key.org_id,
          id: personKeyId,
          email_digest: digest(shown.employee_email),
          wrapped_key: digest(personKeyId),
          created_at: now
        })
      )
      await client.query(
        statement("case", "offboardings", {
          ...shown,
          org_id: key.org_id,
          source: "api",
          person_key_id: personKeyId,
          updated_at: now
        })
      )
      await client.query(tasksStatement(key.org_id, shown.id, now))
      await client.query(
        statement("event", "outbox_copy", {
          org_id: key.org_id,
          event: JSON.stringify({
            _tag: "offboarding.created",
            offboardingId: shown.id,
            employeeName: shown.employee_name
          }),
          recorded_at: now
        })
      )
      await client.query(
        statement("entry", "audit_copy", {
          ...entry,
          ...details,
          content_hash: contentHash,
          prev_hash: digest(entry.id),
          entry_hash: digest(contentHash),
          offboarding_id: shown.id
        })
      )
      await client.query("COMMIT")
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
