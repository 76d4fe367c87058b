import { createHash } from "node:crypto"
import { opponentPackage } from "./opponents.ts"

/** The opponent of the SCIM list: a bare Fastify over node-postgres with a JSON schema, as somebody who wants it fast would write it. */

interface Pool {
  query<Row>(statement: {
    readonly name: string
    readonly text: string
    readonly values: ReadonlyArray<unknown>
  }): Promise<{ readonly rows: ReadonlyArray<Row> }>
}

interface Request {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly query: { readonly startIndex: number; readonly count: number }
}

interface Reply {
  code(status: number): Reply
  type(contentType: string): Reply
  send(body: unknown): Reply
}

interface Server {
  get(path: string, options: object, handler: (request: Request, reply: Reply) => Promise<unknown>): void
  listen(options: { readonly port: number; readonly host: string }): Promise<string>
}

interface Person {
  readonly id: string
  readonly full_name: string
  readonly email: string
  readonly role: string
  readonly department: string
  readonly status: string
}

const fastify: (options: object) => Server = opponentPackage("fastify")
const pg: { readonly Pool: new (options: object) => Pool } = opponentPackage("pg")
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 })

const text = { type: "string" }
const texts = { type: "array", items: text }
const whole = { type: "integer" }
const truth = { type: "boolean" }
const object = (properties: object) => ({ type: "object", properties })
const user = object({
  schemas: texts,
  id: text,
  userName: text,
  name: object({ formatted: text, givenName: text, familyName: text }),
  displayName: text,
  emails: { type: "array", items: object({ value: text, primary: truth, type: text }) },
  title: text,
  department: text,
  active: truth,
  meta: object({ resourceType: text, location: text })
})
const page = object({
  schemas: texts,
  totalResults: whole,
  startIndex: whole,
  itemsPerPage: whole,
  Resources: { type: "array", items: user }
})
const querystring = object({ startIndex: { type: "integer", default: 1 }, count: { type: "integer", default: 100 } })

const base = process.env["BASE"] ?? ""

const present = ({ department, email, full_name, id, role, status }: Person) => {
  const end = full_name.lastIndexOf(" ")
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
    id,
    userName: email,
    name: { formatted: full_name, givenName: full_name.slice(0, end), familyName: full_name.slice(end + 1) },
    displayName: full_name,
    emails: [{ value: email, primary: true, type: "work" }],
    title: role,
    department,
    active: status === "active",
    meta: { resourceType: "User", location: `${base}/Users/${id}` }
  }
}

const server = fastify({ logger: false })

server.get("/ready", {}, async () => ({ status: "ok" }))

server.get("/scim/v2/Users", { schema: { querystring, response: { 200: page } } }, async (request, reply) => {
  const token = (request.headers["authorization"] ?? "").slice("Bearer ".length)
  const { rows: owners } = await pool.query<{ readonly org_id: string }>({
    name: "token",
    text: `SELECT t.org_id, o.plan_status, o.suspended FROM scim_tokens t JOIN organisations o ON o.id = t.org_id
      WHERE t.token_digest = $1`,
    values: [createHash("sha256").update(token).digest("hex")]
  })
  const [owner] = owners
  if (owner === undefined) return reply.code(401).send({ status: "401" })
  const { count, startIndex } = request.query
  const [people, total] = await Promise.all([
    pool.query<Person>({
      name: "people",
      text: `SELECT id, full_name, email, role, department, status FROM org_employees
        WHERE org_id = $1 ORDER BY created_at, id LIMIT $2 OFFSET $3`,
      values: [owner.org_id, count, startIndex - 1]
    }),
    pool.query<{ readonly total: number }>({
      name: "total",
      text: "SELECT count(*)::int AS total FROM org_employees WHERE org_id = $1",
      values: [owner.org_id]
    })
  ])
  reply.type("application/scim+json")
  return {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults: total.rows[0]?.total ?? 0,
    startIndex,
    itemsPerPage: people.rows.length,
    Resources: people.rows.map(present)
  }
})

await server.listen({ port: Number(process.env["PORT"]), host: "127.0.0.1" })
