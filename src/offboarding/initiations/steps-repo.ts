import type { ApprovalStep } from "@svc/contract/approval-chains/schema"
import { StepHistoryEntry } from "@svc/contract/initiations/schema"
import { InitiationId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { Transaction } from "#platform/database/db"
import { all, Instant, run } from "#platform/database/statements"

const { delegation_notes: _delegation, notes: _notes, ...open } = StepHistoryEntry.fields

const Row = Schema.Struct({
  ...open,
  acted_at: Schema.NullOr(Instant),
  delegated_at: Schema.NullOr(Instant),
  sealed_notes: Schema.NullOr(Schema.String),
  sealed_delegation_notes: Schema.NullOr(Schema.String),
  abandoned: Schema.Boolean
})
export type StepRow = typeof Row.Type

/**
 * Whether a step is for `person`, whom the request is about, alone: they are its approver, or the only holder of its
 * role. It falls to the Super Admins then (offboarding-141).
 */
export const isTheirsAlone = (
  sql: SqlClient.SqlClient,
  step: {
    readonly org: Statement.Fragment
    readonly approver: Statement.Fragment
    readonly role: Statement.Fragment
  }
) => sql`(person.id = ${step.approver} OR ${step.approver} IS NULL
  AND EXISTS (SELECT FROM memberships h WHERE h.org_id = ${step.org} AND h.user_id = person.id
    AND ${step.role} IN (h.role, h.role_id::text))
  AND NOT EXISTS (SELECT FROM memberships h WHERE h.org_id = ${step.org} AND h.user_id <> person.id
    AND ${step.role} IN (h.role, h.role_id::text)))`

/**
 * Whether the step `s` has no possible approver: the approver is no longer a member, the role is gone, or the request
 * is about the only one who could decide.
 */
export const isAbandoned = (sql: SqlClient.SqlClient) => sql`(EXISTS (
  SELECT FROM offboarding_initiations about JOIN users person ON lower(person.email) = about.lower_employee_email
  WHERE about.org_id = s.org_id AND about.id = s.initiation_id AND ${isTheirsAlone(sql, {
    org: sql.literal("s.org_id"),
    approver: sql.literal("s.approver_id"),
    role: sql.literal("s.approver_role")
  })}) OR CASE
  WHEN s.approver_id IS NOT NULL
    THEN NOT EXISTS (SELECT FROM memberships m WHERE m.org_id = s.org_id AND m.user_id = s.approver_id)
  ELSE s.approver_role NOT IN ('superadmin', 'admin', 'hr', 'manager')
    AND NOT EXISTS (SELECT FROM roles r WHERE r.org_id = s.org_id AND r.id::text = s.approver_role)
END)`

const Key = Schema.Struct({ orgId: OrgId, id: InitiationId })
type Key = typeof Key.Type

/** A copy of a chain's step, so that the chain can change (offboarding-51). */
export interface NewStep {
  readonly step: number
  readonly approver_id: UserId | null
  readonly approver_role: string | null
  readonly name: string | null
}

/** The steps of the chain that an initiation runs through; none without one. */
export const copiedSteps = (
  chain: Option.Option<{ readonly steps: ReadonlyArray<ApprovalStep> }>
): ReadonlyArray<NewStep> =>
  Option.match(chain, {
    onNone: () => [],
    onSome: ({ steps }) =>
      steps.map(({ approver_id = null, approver_role = null, name = null }, index) => ({
        step: index + 1,
        approver_id,
        approver_role,
        name
      }))
  })

const Place = Schema.Struct({ ...Key.fields, step: Schema.Int })

/** The approval steps of initiations. */
export class StepsRepo extends Context.Service<StepsRepo>()("svc/initiations/StepsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const insert = (key: Key, steps: ReadonlyArray<NewStep>) => sql`
      INSERT INTO initiation_steps (org_id, initiation_id, step, approver_id, approver_role, name)
      SELECT ${key.orgId}, ${key.id}, step, approver_id, approver_role, name
      FROM jsonb_to_recordset(${JSON.stringify(steps)}::text::jsonb)
        AS given (step int, approver_id uuid, approver_role text, name text)`

    const list = all({
      Request: Key,
      Result: Row,
      execute: ({ id, orgId }) => sql`
        SELECT s.step, s.name, s.approver_id, a.full_name AS approver_name, s.approver_role, s.status, s.acted_by,
          u.full_name AS acted_by_name, s.acted_at, s.sealed_notes, s.delegated_to, d.full_name AS delegated_to_name,
          s.delegated_by, s.delegated_at, s.sealed_delegation_notes,
          ${isAbandoned(sql)} AS abandoned
        FROM initiation_steps s
        LEFT JOIN users a ON a.id = s.approver_id
        LEFT JOIN users d ON d.id = s.delegated_to
        LEFT JOIN users u ON u.id = s.acted_by
        WHERE s.org_id = ${orgId} AND s.initiation_id = ${id} ORDER BY s.step`
    })

    const Decision = Schema.Struct({
      ...Place.fields,
      status: Schema.Literals(["approved", "rejected"]),
      by: Schema.NullOr(UserId),
      at: Instant,
      sealedNotes: Schema.NullOr(Schema.String)
    })
    const decide = run({
      Request: Decision,
      execute: ({ at, by, id, orgId, sealedNotes, status, step }) => sql`
        UPDATE initiation_steps SET status = ${status}, acted_by = ${by}, acted_at = ${at}, sealed_notes = ${sealedNotes}
        WHERE org_id = ${orgId} AND initiation_id = ${id} AND step = ${step}`
    })

    const reopen = run({
      Request: Key,
      execute: ({ id, orgId }) => sql`
        UPDATE initiation_steps SET status = 'pending', acted_by = NULL, acted_at = NULL, sealed_notes = NULL
        WHERE org_id = ${orgId} AND initiation_id = ${id} AND status <> 'pending'`
    })

    const delegate = run({
      Request: Schema.Struct({
        ...Place.fields,
        to: UserId,
        by: Schema.NullOr(UserId),
        at: Instant,
        sealedNotes: Schema.NullOr(Schema.String)
      }),
      execute: ({ at, by, id, orgId, sealedNotes, step, to }) => sql`
        UPDATE initiation_steps SET delegated_to = ${to}, delegated_by = ${by}, delegated_at = ${at},
          sealed_delegation_notes = ${sealedNotes}
        WHERE org_id = ${orgId} AND initiation_id = ${id} AND step = ${step}`
    })

    const reseal = run({
      Request: Schema.Struct({
        ...Place.fields,
        notes: Schema.NullOr(Schema.String),
        delegationNotes: Schema.NullOr(Schema.String)
      }),
      execute: ({ delegationNotes, id, notes, orgId, step }) => sql`
        UPDATE initiation_steps SET sealed_notes = ${notes}, sealed_delegation_notes = ${delegationNotes}
        WHERE org_id = ${orgId} AND initiation_id = ${id} AND step = ${step}`
    })

    return {
      insert: (key: Key, steps: ReadonlyArray<NewStep>) =>
        Transaction.use(() => Effect.orDie(insert(key, steps))).pipe(Effect.asVoid),
      /** In order; those not reached yet too. */
      list,
      decide: (
        place: typeof Place.Type,
        decision: {
          readonly status: "approved" | "rejected"
          readonly by: UserId | null
          readonly at: DateTime.Utc
          readonly sealedNotes: string | null
        }
      ) => decide({ ...place, ...decision }),
      /** Reset to undecided; delegations stay. */
      reopen,
      delegate: (
        place: typeof Place.Type,
        delegation: {
          readonly to: UserId
          readonly by: UserId | null
          readonly at: DateTime.Utc
          readonly sealedNotes: string | null
        }
      ) => delegate({ ...place, ...delegation }),
      /** The same texts, encrypted again. */
      reseal: (
        place: typeof Place.Type,
        texts: { readonly notes: string | null; readonly delegationNotes: string | null }
      ) => reseal({ ...place, ...texts })
    }
  })
}) {
  static readonly layer = Layer.effect(StepsRepo, StepsRepo.make)
}
