import { Effect, Schema } from "effect"
import { Integrations } from "#connections/integrations/service"
import { anAdmin, asCaller, aSession, type Member, type OrganisationOptions } from "#test/support/people"
import { send } from "#test/support/requests"
import { systemSql } from "#test/support/tables"

export const bullets = "••••••••"

const Shown = Schema.Struct({
  id: Schema.String,
  org_id: Schema.optionalKey(Schema.String),
  service_name: Schema.String,
  connection_status: Schema.Boolean,
  config: Schema.NullOr(Schema.Record(Schema.String, Schema.Json)),
  last_sync: Schema.NullOr(Schema.String),
  created_at: Schema.String
})
const decodeShown = Schema.decodeUnknownEffect(Shown, { onExcessProperty: "error" })
const decodeAll = Schema.decodeUnknownEffect(Schema.Array(Shown), { onExcessProperty: "error" })

/** Somebody who manages integrations, with their session. */
export const aSignedInAdmin = Effect.fnUntraced(function* (options: OrganisationOptions = {}) {
  const member = yield* anAdmin(options)
  return { member, orgId: member.orgId, bearer: yield* aSession(member) }
})
export type Admin = Effect.Success<ReturnType<typeof aSignedInAdmin>>

const root = "/api/integrations"

export const post = ({ bearer }: Pick<Admin, "bearer">, body: unknown, path = "") =>
  send("POST", `${root}${path}`, { bearer, body })
export const patch = ({ bearer }: Pick<Admin, "bearer">, path: string, body: unknown) =>
  send("PATCH", `${root}/${path}`, { bearer, body })
export const disconnect = ({ bearer }: Pick<Admin, "bearer">, id: string) => send("DELETE", `${root}/${id}`, { bearer })

/** The records as this session sees them. */
export const listed = ({ bearer }: Pick<Admin, "bearer">) =>
  Effect.flatMap(send("GET", root, { bearer }), ({ body }) => decodeAll(body))

export const recordIn = ({ body }: { readonly body: unknown }) => decodeShown(body)

/** Saves a record by hand; answers it as administrators see it. */
export const saved = Effect.fnUntraced(function* (
  admin: Admin,
  body: { readonly service_name: string; readonly [field: string]: unknown }
) {
  const answer = yield* post(admin, body)
  if (answer.status !== 201) return yield* Effect.die(`${answer.status} ${answer.text}`)
  const record = (yield* listed(admin)).find(
    ({ service_name }) => service_name.toLowerCase() === body.service_name.toLowerCase()
  )
  return record ?? (yield* Effect.die("the record is not listed"))
})

/** All that the database holds of the integrations of an organisation, as text. */
export const storedText = Effect.fnUntraced(function* (orgId: string) {
  return JSON.stringify(yield* systemSql`SELECT * FROM integrations WHERE org_id = ${orgId}`)
})

/** A connection as connectors get it. */
export const opened = Effect.fnUntraced(function* (member: Member, name: string) {
  const integrations = yield* Integrations
  return yield* asCaller(member)(integrations.connection(name))
})
