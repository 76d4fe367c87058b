import { randomUUID } from "node:crypto"
import { defaultList } from "#work/checklists/default-lists"
import { opponentPackage } from "./opponents.ts"

/** What the opponents share: bare Fastify over node-postgres, as somebody who wants it fast would write it. */

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

export interface Request {
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

export interface Key {
  readonly org_id: string
  readonly id: string
  readonly name: string
  readonly key_prefix: string
  readonly plan: string
  readonly suspended: boolean
}

export const fastify: (options: object) => Server = opponentPackage("fastify")
export const pg: { readonly Pool: new (options: object) => Pool } = opponentPackage("pg")

const text = { type: "string" }
const textOrNull = { type: ["string", "null"] }
export const whole = { type: "integer" }
export const item = {
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
export const statement = (name: string, into: string, row: Readonly<Record<string, unknown>>): Statement => {
  const columns = Object.keys(row)
  return {
    name,
    text: `INSERT INTO ${into} (${columns.join(", ")}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(", ")})`,
    values: Object.values(row)
  }
}

const taskColumns = "org_id, id, offboarding_id, position, task, assigned_to, follows, created_at"

export const newCase = {
  type: "object",
  required: ["employee_name", "employee_email", "exit_date"],
  properties: {
    employee_name: { type: "string", minLength: 1, maxLength: 200 },
    employee_email: { type: "string", format: "email", maxLength: 254 },
    exit_date: { type: "string", format: "date" }
  }
}
export const created = {
  type: "object",
  properties: { ...item.properties, apps_to_revoke: { type: "array", items: text }, revoke_at: textOrNull }
}

/** The tasks of a new case as one statement. */
export const tasksStatement = (orgId: string, offboardingId: string, now: Date): Statement => ({
  name: "tasks",
  text: `INSERT INTO checklist_items (${taskColumns}) SELECT ${taskColumns}
    FROM jsonb_populate_recordset(NULL::checklist_items, $1::jsonb)`,
  values: [
    JSON.stringify(
      defaultList("employee", "en").map(({ assignedTo, follows, task }, position) => ({
        org_id: orgId,
        id: randomUUID(),
        offboarding_id: offboardingId,
        position,
        task,
        assigned_to: assignedTo,
        follows,
        created_at: now
      }))
    )
  ]
})

/** A new case as it is shown. */
export const shownCase = (body: NewCase, now: Date) => ({
  id: randomUUID(),
  employee_name: body.employee_name,
  employee_email: body.employee_email,
  employee_role: "",
  employee_department: "",
  exit_date: body.exit_date,
  status: "pending",
  separation_type: "resignation",
  manager_email: null,
  created_at: now
})
