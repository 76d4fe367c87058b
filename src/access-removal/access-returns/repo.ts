import {
  AccessReturnId,
  EntitlementId,
  EntitlementKind,
  ReturnGround,
  ReturnOutcome,
  ReturnStatus
} from "@svc/contract/entitlements/schema"
import type { RecordScope } from "@svc/contract/kernel/access"
import { OffboardingId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { leavingCaseReads } from "#records/case-facts"
import { casesIn } from "#records/record-scope"
import { SystemSql, Transaction } from "#platform/database/db"
import { all, Instant, perform, unlessTaken } from "#platform/database/statements"
import { type Holder, makeLeaseQueue } from "#platform/jobs/lease-queue"

const Person = Schema.NullOr(Schema.Struct({ id: UserId, full_name: Schema.String }))

const Return = Schema.Struct({
  id: AccessReturnId,
  offboarding_id: OffboardingId,
  ground: ReturnGround,
  sealed_reason: Schema.String,
  digest: Schema.String,
  status: ReturnStatus,
  proposed_at: Instant,
  proposed_by: Person,
  decided_at: Schema.NullOr(Instant),
  decided_by: Person,
  sealed_decline_reason: Schema.NullOr(Schema.String),
  finished_at: Schema.NullOr(Instant),
  identity: Schema.Int,
  former_identity: Schema.Boolean,
  sealed_address: Schema.NullOr(Schema.String)
})
export type ReturnRow = typeof Return.Type

const Line = Schema.Struct({
  return_id: AccessReturnId,
  entitlement_id: EntitlementId,
  service: Schema.String,
  kind: EntitlementKind,
  external_id: Schema.String,
  label: Schema.String,
  terms: Schema.Record(Schema.String, Schema.String),
  by_hand: Schema.NullOr(Schema.String),
  outcome: Schema.NullOr(ReturnOutcome),
  message: Schema.NullOr(Schema.String),
  verified: Schema.Boolean,
  /** Of whom it was taken, as it was agreed to. */
  sealed_account: Schema.NullOr(Schema.String)
})
export type LineRow = typeof Line.Type

const Claimed = Schema.Struct({
  org_id: OrgId,
  id: AccessReturnId,
  offboarding_id: OffboardingId,
  decided_by: Schema.NullOr(UserId),
  identity: Schema.Int
})
export type ClaimedReturn = typeof Claimed.Type

interface CaseKey {
  readonly orgId: OrgId
  readonly offboardingId: OffboardingId
}

/** Returns of access with their lines, and who carries them out. */
export class AccessReturnsRepo extends Context.Service<AccessReturnsRepo>()("svc/access-returns/AccessReturnsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const { caseOf, lockCase } = leavingCaseReads(sql)

    const person = (
      id: string
    ) => sql`CASE WHEN ${sql.literal(id)} IS NOT NULL THEN json_build_object('id', ${sql.literal(id)},
      'full_name', (SELECT u.full_name FROM users u WHERE u.id = ${sql.literal(id)})) END`
    const decode = Schema.decodeUnknownEffect(Schema.Array(Return))
    const returns = (where: Statement.Fragment) =>
      Transaction.use(() =>
        sql`
          SELECT r.id, r.offboarding_id, r.ground, r.sealed_reason, r.digest, r.status, r.proposed_at,
            ${person("r.proposed_by")} AS proposed_by, r.decided_at, ${person("r.decided_by")} AS decided_by, r.sealed_decline_reason,
            r.finished_at, r.identity, r.identity <> o.identity AS former_identity, r.sealed_address
          FROM access_returns r JOIN offboardings o ON o.org_id = r.org_id AND o.id = r.offboarding_id
          ${where}`.pipe(Effect.flatMap(decode), Effect.orDie)
      )

    const lines = all({
      Request: Schema.Struct({ orgId: OrgId, ids: Schema.Array(AccessReturnId) }),
      Result: Line,
      execute: ({ ids, orgId }) => sql`
        SELECT l.return_id, l.entitlement_id, e.service_name AS service, e.kind, e.external_id, e.label, e.terms, e.by_hand,
          l.outcome, l.message, l.verified, l.sealed_account
        FROM access_return_lines l JOIN entitlements e ON e.org_id = l.org_id AND e.id = l.entitlement_id
        WHERE l.org_id = ${orgId} AND l.return_id = ANY(${ids}::uuid[]) ORDER BY l.return_id, l.position`
    })

    const insert = unlessTaken(sql, "access_returns_open", {
      Request: Schema.Struct({
        orgId: OrgId,
        id: AccessReturnId,
        offboardingId: OffboardingId,
        ground: ReturnGround,
        sealedReason: Schema.String,
        digest: Schema.String,
        at: Instant,
        by: Schema.NullOr(UserId),
        identity: Schema.Int,
        sealedAddress: Schema.String
      }),
      execute: ({ at, by, digest, ground, id, identity, offboardingId, orgId, sealedAddress, sealedReason }) => sql`
        INSERT INTO access_returns (org_id, id, offboarding_id, ground, sealed_reason, digest, status, proposed_at, proposed_by,
          identity, sealed_address)
        VALUES (${orgId}, ${id}, ${offboardingId}, ${ground}, ${sealedReason}, ${digest}, 'proposed', ${at}, ${by}, ${identity},
          ${sealedAddress})`
    })

    const queue = yield* makeLeaseQueue({
      table: "access_returns",
      lease: "lease_id",
      row: Claimed,
      join: system`JOIN organisations g ON g.id = q.org_id AND NOT g.suspended`,
      due: () => system`q.status = 'running'`,
      order: "q.decided_at"
    })

    return {
      findCase: caseOf,
      lockCase: (key: CaseKey, records: RecordScope) => lockCase(key, records, "NO KEY UPDATE"),
      /** Of a case within the scope. */
      find: (orgId: OrgId, records: RecordScope, id: AccessReturnId) =>
        Effect.map(
          returns(sql`WHERE r.org_id = ${orgId} AND r.id = ${id} AND ${casesIn(sql, records, "o")}`),
          ([row]) => Option.fromUndefinedOr(row)
        ),
      /** The latest first. */
      ofCase: ({ offboardingId, orgId }: CaseKey, limit: number) =>
        returns(sql`
          WHERE r.org_id = ${orgId} AND r.offboarding_id = ${offboardingId}
          ORDER BY r.proposed_at DESC, r.id DESC LIMIT ${limit}`),
      /** In the order in which they are given back. */
      lines: (orgId: OrgId, ids: ReadonlyArray<AccessReturnId>) => lines({ orgId, ids }),
      /** False while another return of the case is proposed or in progress. */
      insert,
      /** Each with the identity and the account that its entitlement has now. */
      insertLines: (orgId: OrgId, id: AccessReturnId, entitlements: ReadonlyArray<EntitlementId>) =>
        perform(sql`
          INSERT INTO access_return_lines (org_id, return_id, entitlement_id, position, identity, sealed_account)
          SELECT ${orgId}::uuid, ${id}::uuid, e.id, line.position, e.identity, e.sealed_account
          FROM unnest(${entitlements}::uuid[]) WITH ORDINALITY AS line (entitlement, position)
          JOIN entitlements e ON e.org_id = ${orgId} AND e.id = line.entitlement`),
      decide: (
        orgId: OrgId,
        id: AccessReturnId,
        {
          at,
          by,
          sealedReason,
          status
        }: {
          readonly status: "declined" | "running"
          readonly at: DateTime.Utc
          readonly by: UserId | null
          readonly sealedReason: string | null
        }
      ) =>
        perform(sql`
          UPDATE access_returns SET status = ${status}, decided_at = ${DateTime.toDateUtc(at)}, decided_by = ${by},
            sealed_decline_reason = ${sealedReason}
          WHERE org_id = ${orgId} AND id = ${id}`),
      /** Those approved, the first approved first. */
      claim: queue.claim,
      /** Locks it until the end of the transaction; false if the lease has passed to another worker. */
      lock: queue.lock,
      release: queue.release,
      saveLine: (
        orgId: OrgId,
        {
          entitlementId,
          message,
          outcome,
          returnId,
          verified
        }: {
          readonly returnId: AccessReturnId
          readonly entitlementId: EntitlementId
          readonly outcome: ReturnOutcome
          readonly message: string
          readonly verified: boolean
        }
      ) =>
        perform(sql`
          UPDATE access_return_lines SET outcome = ${outcome}, message = ${message}, verified = ${verified}
          WHERE org_id = ${orgId} AND return_id = ${returnId} AND entitlement_id = ${entitlementId}`),
      finish: (held: Holder<AccessReturnId>, at: DateTime.Utc) =>
        queue.settle(held, sql`status = 'done', finished_at = ${DateTime.toDateUtc(at)}`)
    }
  })
}) {
  static readonly layer = Layer.effect(AccessReturnsRepo, AccessReturnsRepo.make)
}
