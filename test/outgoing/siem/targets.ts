import { type BatchExport, SiemTarget } from "@svc/contract/siem/schema"
import { Effect, Schema } from "effect"
import { type Member } from "#test/support/people"
import { asSystem, systemSql } from "#test/support/tables"
import { as } from "#test/support/requests"

export const path = "/api/siem-targets"
export const maskedSecret = "••••••••"
export const token = "canary-token-8f31"
export const url = "https://127.0.0.1:8443/services/collector/event?key=canary-query-51b7"
export const sumoUrl = "https://127.0.0.1:8443/receiver/v1/http/canary-path-77aa"

/** Nothing has been sent to it yet. */
export const fresh = {
  last_delivery_at: null,
  last_delivery_status: null,
  last_status_code: null,
  last_error: null,
  delivery_count: 0,
  given_up_count: 0,
  queued_count: 0
}

const strict = { onExcessProperty: "error" } as const
export const decodeTarget = Schema.decodeUnknownEffect(Schema.toCodecJson(SiemTarget), strict)
const decodeTargets = Schema.decodeUnknownEffect(Schema.toCodecJson(Schema.Array(SiemTarget)), strict)

/** A body that is taken: a generic target of everything. */
export const body = (more: Readonly<Record<string, unknown>> = {}) => {
  const events = "events" in more ? {} : { allEvents: true }
  return { name: "Collector", type: "generic", endpoint_url: url, token, ...events, ...more }
}

/** A body of one whose address is the credential. */
export const sumoBody = (more: Readonly<Record<string, unknown>> = {}) =>
  body({ type: "sumo_logic", endpoint_url: sumoUrl, token: undefined, ...more })

export const post = (member: Member, of: unknown) => as(member).post(path, of)
export const patch = (member: Member, id: string, of: unknown) => as(member).patch(`${path}/${id}`, of)
export const remove = (member: Member, id: string) => as(member).delete(`${path}/${id}`)
export const test = (member: Member, id: string) => as(member).post(`${path}/${id}/test`)
export const replay = (member: Member, of: Partial<typeof BatchExport.Encoded>) =>
  as(member).post(`${path}/batch-export`, of)

/** A target made over the route. */
export const aTarget = Effect.fnUntraced(function* (member: Member, of: unknown = body()) {
  const answer = yield* post(member, of)
  return answer.status === 201 ? yield* decodeTarget(answer.body) : yield* Effect.die(answer.text)
})

export const listed = Effect.fnUntraced(function* (member: Member) {
  return yield* decodeTargets((yield* as(member).get(path)).body)
})

/** The one target of the member's organisation. */
export const theTarget = Effect.fnUntraced(function* (member: Member) {
  const [target, ...others] = yield* listed(member)
  return target === undefined || others.length > 0 ? yield* Effect.die("one target was expected") : target
})

/** A row as it is stored. */
interface StoredTarget {
  readonly id: string
  readonly endpoint_url: string
  readonly sealed_url: string | null
  readonly sealed_token: string | null
  readonly after_seq: number
  readonly forwarded_seq: number
}

export const stored = (orgId: string) =>
  systemSql<StoredTarget>`
    SELECT t.id, t.endpoint_url, t.sealed_url, t.sealed_token, t.after_seq::int AS after_seq,
      s.forwarded_seq::int AS forwarded_seq
    FROM siem_targets t LEFT JOIN siem_streams s ON s.org_id = t.org_id
    WHERE t.org_id = ${orgId} ORDER BY t.created_at DESC, t.id DESC`

/** Everything that a refused write must leave as it is. */
export const everything = (orgId: string) =>
  asSystem((sql) =>
    Effect.all([
      sql`SELECT * FROM siem_targets WHERE org_id = ${orgId} ORDER BY id`,
      sql`SELECT * FROM siem_streams WHERE org_id = ${orgId}`,
      sql`SELECT * FROM siem_deliveries WHERE org_id = ${orgId} ORDER BY id`,
      sql`SELECT action, target, regexp_replace(details, '( [|] |^)by ([[][[]aps|API key|SCIM|nobody|the |Deleted).*$', '') AS details FROM audit_entries WHERE org_id = ${orgId} ORDER BY seq`
    ])
  )

/** So many deliveries that wait for the target. */
export const enqueue = (orgId: string, targetId: string, count: number) =>
  systemSql`
    INSERT INTO siem_deliveries (org_id, id, target_id, audit_seq, event, next_attempt_at, created_at)
    SELECT ${orgId}::uuid, gen_random_uuid(), ${targetId}::uuid, 1, 'siem_target_created', '2026-03-02', '2026-03-02'
    FROM generate_series(1, ${count}::int)`
