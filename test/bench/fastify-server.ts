import { randomUUID, createHash } from "node:crypto"
import { defaultList } from "#work/checklists/default-lists"
import { opponentPackage } from "./opponents.ts"
import { keyDigest } from "./seed.ts"

/** The opponent: a bare Fastify over node-postgres, as somebody who wants it fast would write it. */

interface Statement {
  readonly name: string
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

interface Answer<Row> {
  readonly rows: ReadonlyArray<Row>
}

interface Client {
  query<Row>(statement: Statement | string): Promise<Answer<Row>>
  release(): void
}

interface Pool {
  query<Row>(statement: Statement): Promise<Answer<Row>>
  connect(): Promise<Client>
}

interface NewCase {
  readonly employee_name: string
  readonly employee_email: string
  readonly exit_date: string
}

interface Request {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly query: { readonly limit: number; readonly page: number }
  readonly body: NewCase
}

interface Reply {
  code(status: number): Reply
  send(body: unknown): Reply
}

interface Server {
  get(path: string, options: object, handler: (request: Request, reply: Reply) => Promise<unknown>): void
  post(path: string, options: object, handler: (request: Request, reply: Reply) => Promise<unknown>): void
  listen(options: { readonly port: number; readonly host: string }): Promise<string>
}

interface Key {
  readonly org_id: string
  readonly id: string
  readonly plan: string
  readonly suspended: boolean
}

const fastify: (options: object) => Server = opponentPackage("fastify")
const pg: { readonly Pool: new (options: object) => Pool } = opponentPackage("pg")

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 })

const text = { type: "string" }
const textOrNull = { type: ["string", "null"] }
const whole = { type: "integer" }
const item = {
  type: "object",
  properties: {
    id: text,
    employee_name: text,
    employee_email: textOrNull,
    employee_role: text,
    employee_department: text,
    exit_date: text,
    status: text,
    separation_type: text,
    manager_email: textOrNull,
    created_at: { type: "string", format: "date-time" }
  }
}
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

const statement = (name: string, into: string, row: Readonly<Record<string, unknown>>): Statement => {
  const columns = Object.keys(row)
  return {
    name,
    text: `INSERT INTO ${into} (${columns.join(", ")}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(", ")})`,
    values: Object.values(row)
  }
}

const taskColumns = "org_id, id, offboarding_id, position, task, assigned_to, follows, created_at"

const newCase = {
  type: "object",
  required: ["employee_name", "employee_email", "exit_date"],
  properties: {
    employee_name: { type: "string", minLength: 1, maxLength: 200 },
    employee_email: { type: "string", format: "email", maxLength: 254 },
    exit_date: { type: "string", format: "date" }
  }
}
const created = {
  type: "object",
  properties: { ...item.properties, apps_to_revoke: { type: "array", items: text }, revoke_at: textOrNull }
}

server.post(
  "/api/v1/offboardings",
  { schema: { body: newCase, response: { 201: created } } },
  async (request, reply) => {
    const key = await findKey(request)
    if (key === undefined) return reply.code(401).send({ error: "Invalid API key" })
    const now = new Date()
    const shown = {
      id: randomUUID(),
      employee_name: request.body.employee_name,
      employee_email: request.body.employee_email,
      employee_role: "",
      employee_department: "",
      exit_date: request.body.exit_date,
      status: "pending",
      separation_type: "resignation",
      manager_email: null,
      created_at: now
    }
    const personKeyId = randomUUID()
    const digest = (value: string) => createHash("sha256").update(value).digest("hex")
    const entry = { org_id: key.org_id, id: randomUUID(), created_at: now, action: "offboarding_created" }
    const details = {
      target: `Offboarding of ${shown.employee_name}`,
      details: `source: api, exit date: ${shown.exit_date}`
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
      await client.query({
        name: "tasks",
        text: `INSERT INTO checklist_items (${taskColumns}) SELECT ${taskColumns}
          FROM jsonb_populate_recordset(NULL::checklist_items, $1::jsonb)`,
        values: [
          JSON.stringify(
            defaultList("employee").map(({ assignedTo, follows, task }, position) => ({
              org_id: key.org_id,
              id: randomUUID(),
              offboarding_id: shown.id,
              position,
              task,
              assigned_to: assignedTo,
              follows,
              created_at: now
            }))
          )
        ]
      })
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
