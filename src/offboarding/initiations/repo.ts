import {
  Initiation,
  type InitiationStatus,
  type InitiationView,
  ListedInitiation
} from "@svc/contract/initiations/schema"
import type { OwnRecords } from "@svc/contract/kernel/access"
import { InitiationId, OrgId, PersonKeyId, type UserId } from "@svc/contract/kernel/ids"
import { isHrOrAdmin, type MemberRole } from "@svc/contract/kernel/permissions"
import type { OffsetParams } from "@svc/contract/kernel/paging"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { Transaction } from "#platform/database/db"
import { all, Instant, maybe, run } from "#platform/database/statements"
import { isAbandoned } from "./steps-repo.ts"

const { notes: _notes, rejection_reason: _reason, ...open } = Initiation.fields

const Row = Schema.Struct({
  ...open,
  employee_email: Schema.NullOr(EmailAddress),
  no_apps: Schema.Boolean,
  /** From 1; each edit counts. */
  revision: Schema.Int,
  sealed_notes: Schema.NullOr(Schema.String),
  sealed_rejection_reason: Schema.NullOr(Schema.String),
  chain_name: Schema.NullOr(Schema.String),
  person_key_id: PersonKeyId,
  reviewed_at: Schema.NullOr(Instant),
  created_at: Instant,
  updated_at: Instant
})
export type InitiationRow = typeof Row.Type

const { chain_name, initiated_by_email, initiated_by_name, reviewed_by_name, step_count } = ListedInitiation.fields
const Listed = Schema.Struct({
  ...Row.fields,
  initiated_by_name,
  initiated_by_email,
  reviewed_by_name,
  chain_name,
  step_count
})
const Key = Schema.Struct({ orgId: OrgId, id: InitiationId })
type Key = typeof Key.Type

const Standing = Schema.Struct({ current_step: Schema.Int, revision: Schema.Int })

/** Whose are read: this user's, and those that they review. */
interface Visible {
  readonly orgId: OrgId
  readonly userId: UserId | null
  /** What is about them, which they do not see. */
  readonly own: OwnRecords | undefined
  readonly reviewed: "all" | "none" | ReadonlyArray<string>
  readonly status: InitiationStatus | undefined
  readonly view: InitiationView | undefined
  readonly role: MemberRole | null
  /** Their custom role. */
  readonly roleId: string | null
  /** Departments that a role's step may be of; null for any. */
  readonly departments: ReadonlyArray<string> | null
}

/** Requests to begin an offboarding. */
export class InitiationsRepo extends Context.Service<InitiationsRepo>()("svc/initiations/InitiationsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = columnsOf(Row, "i")

    const insert = run({
      Request: Row,
      execute: ({ apps_to_revoke, exit_date, ...row }) => sql`
        INSERT INTO offboarding_initiations (org_id, id, initiated_by, employee_name, employee_email, employee_role,
          employee_department, exit_date, separation_type, apps_to_revoke, no_apps, sealed_notes, status, chain_id,
          chain_name, current_step, revision, reviewed_by, reviewed_at, sealed_rejection_reason, offboarding_id, person_key_id,
          created_at, updated_at)
        VALUES (${row.org_id}, ${row.id}, ${row.initiated_by}, ${row.employee_name}, ${row.employee_email},
          ${row.employee_role}, ${row.employee_department}, ${exit_date}::text::date, ${row.separation_type},
          ${apps_to_revoke}::text[], ${row.no_apps}, ${row.sealed_notes}, ${row.status}, ${row.chain_id},
          ${row.chain_name}, ${row.current_step}, ${row.revision}, ${row.reviewed_by}, ${row.reviewed_at},
          ${row.sealed_rejection_reason}, ${row.offboarding_id}, ${row.person_key_id}, ${row.created_at},
          ${row.updated_at})`
    })

    const update = run({
      Request: Row,
      execute: ({ apps_to_revoke, exit_date, ...row }) => sql`
        UPDATE offboarding_initiations SET employee_name = ${row.employee_name},
          employee_email = ${row.employee_email}, employee_role = ${row.employee_role},
          employee_department = ${row.employee_department}, exit_date = ${exit_date}::text::date,
          separation_type = ${row.separation_type}, apps_to_revoke = ${apps_to_revoke}::text[],
          no_apps = ${row.no_apps}, sealed_notes = ${row.sealed_notes}, status = ${row.status},
          current_step = ${row.current_step}, revision = ${row.revision}, reviewed_by = ${row.reviewed_by}, reviewed_at = ${row.reviewed_at},
          sealed_rejection_reason = ${row.sealed_rejection_reason}, offboarding_id = ${row.offboarding_id},
          person_key_id = ${row.person_key_id}, updated_at = ${row.updated_at}
        WHERE org_id = ${row.org_id} AND id = ${row.id}`
    })

    const remove = run({
      Request: Key,
      execute: ({ id, orgId }) => sql`DELETE FROM offboarding_initiations WHERE org_id = ${orgId} AND id = ${id}`
    })

    const peek = maybe({
      Request: Key,
      Result: Standing,
      execute: ({ id, orgId }) => sql`
        SELECT current_step, revision FROM offboarding_initiations WHERE org_id = ${orgId} AND id = ${id}`
    })

    const lock = maybe({
      Request: Key,
      Result: Row,
      execute: ({ id, orgId }) => sql`
        SELECT ${columns} FROM offboarding_initiations i
        WHERE i.org_id = ${orgId} AND i.id = ${id} FOR UPDATE`
    })

    const listed = (which: Statement.Fragment) => sql`
      SELECT ${columnsOf(Listed, "i", {
        chain_name: sql`coalesce(c.name, i.chain_name)`,
        initiated_by_name: sql`s.full_name`,
        initiated_by_email: sql`s.email`,
        reviewed_by_name: sql`r.full_name`,
        step_count: sql`(
          SELECT count(*)::int FROM initiation_steps n WHERE n.org_id = i.org_id AND n.initiation_id = i.id)`
      })}
      FROM offboarding_initiations i
      LEFT JOIN approval_chains c ON c.org_id = i.org_id AND c.id = i.chain_id
      LEFT JOIN users s ON s.id = i.initiated_by
      LEFT JOIN users r ON r.id = i.reviewed_by
      ${which}`

    const find = maybe({
      Request: Key,
      Result: Listed,
      execute: ({ id, orgId }) => listed(sql`WHERE i.org_id = ${orgId} AND i.id = ${id}`)
    })

    const within = (reviewed: Visible["reviewed"]) =>
      reviewed === "all"
        ? sql`true`
        : reviewed === "none"
          ? sql`false`
          : sql`i.employee_department = ANY(${reviewed}::text[])`

    /** Whose decision is the caller's, as `admitDecision` says of one. */
    const isTheirs = ({ departments, reviewed, roleId, role, userId }: Visible) => sql`i.status = 'pending' AND (
      i.current_step = 0 AND ${isHrOrAdmin(role) ? within(reviewed) : sql`false`}
      OR EXISTS (
        SELECT FROM initiation_steps s
        WHERE s.org_id = i.org_id AND s.initiation_id = i.id AND s.step = i.current_step AND (
          ${userId} IN (s.approver_id, s.delegated_to)
          OR s.approver_role IN (${role}, ${roleId})
            AND ${departments === null ? sql`true` : sql`i.employee_department = ANY(${departments}::text[])`}
          OR ${role === "superadmin" ? isAbandoned(sql) : sql`false`}
        )
      )
      )`

    const isVisible = (visible: Visible) => {
      const { orgId, own, reviewed, status, userId, view } = visible
      const seen =
        view === "mine"
          ? sql`i.initiated_by = ${userId}`
          : view === "to_decide"
            ? isTheirs(visible)
            : sql`i.initiated_by = ${userId} OR ${within(reviewed)}`
      const apart =
        own === undefined
          ? sql``
          : sql`AND i.lower_employee_email IS DISTINCT FROM lower(${own.email}::text)
              AND (i.offboarding_id IS NULL OR i.offboarding_id <> ALL(${own.offboardings}::uuid[]))`
      return sql`i.org_id = ${orgId} AND (${seen}) ${apart}
        ${status === undefined ? sql`` : sql`AND i.status = ${status}`}`
    }

    const page = (visible: Visible) =>
      all({
        Request: Schema.Struct({ limit: Schema.Int, offset: Schema.Int }),
        Result: Listed,
        execute: ({ limit, offset }) =>
          listed(sql`WHERE ${isVisible(visible)} ORDER BY i.created_at DESC, i.id DESC LIMIT ${limit} OFFSET ${offset}`)
      })

    const count = (visible: Visible) =>
      SqlSchema.findOne({
        Request: Schema.Void,
        Result: Schema.Struct({ total: Schema.Int }),
        execute: () => sql`
          SELECT count(*)::int AS total FROM offboarding_initiations i WHERE ${isVisible(visible)}`
      })

    return {
      insert,
      /** Everything but what never changes: who submitted it, when, and on which chain. */
      update,
      remove,
      /** Its state, without a lock. */
      peek,
      /** No one else changes it until the transaction ends. */
      lock,
      find,
      /** Newest first. */
      page: (visible: Visible, params: OffsetParams) => page(visible)(params),
      count: (visible: Visible) =>
        Transaction.use(() => Effect.map(Effect.orDie(count(visible)(undefined)), ({ total }) => total))
    }
  })
}) {
  static readonly layer = Layer.effect(InitiationsRepo, InitiationsRepo.make)
}
