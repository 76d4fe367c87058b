import { ESignatureProvider } from "@svc/contract/esignature/schema"
import type { RecordScope } from "@svc/contract/kernel/access"
import { ChecklistItemId, DocumentId, EmployeeId, OffboardingId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { isReadOnly, PlanStatus } from "@svc/contract/kernel/plans"
import { rolesWith } from "@svc/contract/kernel/permissions"
import { PortalAsset, PortalContact, PortalDocument, PortalLinkDelivery, PortalTask } from "@svc/contract/portal/schema"
import { Context, type DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { exists, Instant, maybe, one, run } from "#platform/database/statements"
import { addressedCaseReads } from "#records/case-facts"

const Link = Schema.Struct({
  created_at: Instant,
  expires_at: Instant,
  delivery: PortalLinkDelivery,
  /** It was made for the person whom the case was about before, and opens nothing. */
  former_person: Schema.Boolean
})

const Opened = Schema.Struct({
  org_id: OrgId,
  offboarding_id: OffboardingId,
  expires_at: Instant,
  plan_status: PlanStatus
})

/** A link that is good at this moment. */
export interface OpenedLink {
  readonly orgId: OrgId
  readonly offboardingId: OffboardingId
  readonly expiresAt: DateTime.Utc
  readonly readOnly: boolean
}

/** What a link allows besides what every link does. */
const Standing = Schema.Struct({
  /** A keyed hash of the mailbox that the link went to; null unless it went to the person's own alone (`isPersonsMailbox`). */
  mailbox_digest: Schema.NullOr(Schema.String),
  shows_documents: Schema.Boolean
})
const File = Schema.Struct({ name: Schema.String, file_key: Schema.String })

const Signer = Schema.Struct({ name: Schema.String, provider: ESignatureProvider, email: Schema.String })

const Content = Schema.Struct({
  /** The link's creator, while they are a member. */
  maker: Schema.NullOr(PortalContact),
  tasks: Schema.Array(PortalTask),
  assets: Schema.Array(PortalAsset),
  return_instructions: Schema.NullOr(Schema.String),
  documents: Schema.Array(
    Schema.Struct({
      id: PortalDocument.fields.id,
      name: PortalDocument.fields.name,
      doc_type: PortalDocument.fields.doc_type,
      status: PortalDocument.fields.status,
      /** The key of the stored file, of the signed one once there is one; null without one. */
      file_key: Schema.NullOr(Schema.String),
      /** Where it waits for the person's signature. */
      signing_at: Schema.NullOr(ESignatureProvider)
    })
  )
})
interface Key {
  readonly orgId: OrgId
  readonly offboardingId: OffboardingId
}
const Key = Schema.Struct({ orgId: OrgId, offboardingId: OffboardingId })

const NewLink = Schema.Struct({
  org_id: OrgId,
  offboarding_id: OffboardingId,
  token_digest: Schema.String,
  created_by: Schema.NullOr(UserId),
  created_at: Instant,
  expires_at: Instant,
  identity: Schema.Int,
  /** The same as `token_digest` where the person alone was sent it. */
  mailed_digest: Schema.NullOr(Schema.String),
  mailbox_digest: Schema.NullOr(Schema.String),
  viewer_digest: Schema.NullOr(Schema.String),
  viewed_at: Schema.NullOr(Instant)
})

/** Portal links, and of other tables just what their holder may see. */
export class PortalRepo extends Context.Service<PortalRepo>()("svc/portal/PortalRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system: SqlClient.SqlClient = yield* SystemSql

    const { caseOf, lockCase } = addressedCaseReads(sql)

    const find = maybe({
      Request: Schema.Struct({ ...Key.fields, now: Instant }),
      Result: Link,
      execute: ({ now, offboardingId, orgId }) => sql`
        SELECT l.created_at, l.expires_at,
          CASE WHEN l.mailed_digest = l.token_digest THEN 'mailed' ELSE 'shown' END AS delivery,
          o.identity <> l.identity AS former_person
        FROM portal_links l
        JOIN offboardings o ON o.org_id = l.org_id AND o.id = l.offboarding_id AND o.status <> 'cancelled'
        WHERE l.org_id = ${orgId} AND l.offboarding_id = ${offboardingId} AND l.expires_at > ${now}`
    })

    const save = run({
      Request: NewLink,
      execute: (link) => sql`
        INSERT INTO portal_links ${sql.insert(link)}
        ON CONFLICT (org_id, offboarding_id) DO UPDATE SET token_digest = EXCLUDED.token_digest,
          created_by = EXCLUDED.created_by, created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at,
          identity = EXCLUDED.identity, mailed_digest = EXCLUDED.mailed_digest,
          mailbox_digest = EXCLUDED.mailbox_digest, viewer_digest = EXCLUDED.viewer_digest,
          viewed_at = EXCLUDED.viewed_at`
    })

    const remove = exists({
      Request: Key,
      execute: ({ offboardingId, orgId }) => sql`
        DELETE FROM portal_links WHERE org_id = ${orgId} AND offboarding_id = ${offboardingId}
        RETURNING offboarding_id`
    })

    const open = SqlSchema.findOneOption({
      Request: Schema.Struct({ digests: Schema.Array(Schema.String), now: Instant }),
      Result: Opened,
      execute: ({ digests, now }) => system`
        SELECT l.org_id, l.offboarding_id, l.expires_at,
          effective_plan_status(g.plan, g.plan_status, g.trial_ends_at, ${now}) AS plan_status
        FROM portal_links l
        JOIN offboardings o ON o.org_id = l.org_id AND o.id = l.offboarding_id AND o.status <> 'cancelled'
          AND o.identity = l.identity
        JOIN organisations g ON g.id = l.org_id AND NOT g.suspended
        WHERE l.token_digest = ANY(${digests}::text[]) AND l.expires_at > ${now}`
    })

    const seesDocuments = rolesWith("compliance_view")
    const standing = maybe({
      Request: Schema.Struct({ ...Key.fields, digests: Schema.Array(Schema.String) }),
      Result: Standing,
      execute: ({ digests, offboardingId, orgId }) => sql`
        SELECT CASE WHEN l.mailed_digest = l.token_digest THEN l.mailbox_digest END AS mailbox_digest,
          coalesce(l.mailed_digest = l.token_digest AND l.mailbox_digest IS NOT NULL, false) OR EXISTS (
            SELECT FROM memberships m LEFT JOIN roles r ON r.org_id = m.org_id AND r.id = m.role_id
            WHERE m.org_id = l.org_id AND m.user_id = l.created_by
              AND (m.role = ANY(${seesDocuments}::text[]) OR 'compliance_view' = ANY(r.permissions))
          ) AS shows_documents
        FROM portal_links l
        JOIN offboardings o ON o.org_id = l.org_id AND o.id = l.offboarding_id AND o.identity = l.identity
        WHERE l.org_id = ${orgId} AND l.offboarding_id = ${offboardingId} AND l.token_digest = ANY(${digests}::text[])`
    })

    const theirs = sql.literal("lower(btrim(i.assigned_to)) = 'employee'")
    const content = one({
      Request: Schema.Struct({ ...Key.fields, holder: Schema.NullOr(EmployeeId) }),
      Result: Content,
      execute: ({ holder, offboardingId, orgId }) => sql`
        SELECT
          (SELECT json_build_object('name', u.full_name, 'email', u.email) FROM portal_links l
            JOIN memberships m ON m.org_id = l.org_id AND m.user_id = l.created_by
            JOIN users u ON u.id = m.user_id
            WHERE l.org_id = ${orgId}::uuid AND l.offboarding_id = ${offboardingId}::uuid) AS maker,
          (SELECT coalesce(json_agg(json_build_object('id', i.id, 'task', i.task, 'due_date', i.due_date,
              'completed', i.completed_at IS NOT NULL OR i.not_needed_at IS NOT NULL,
              'can_tick', i.follows IS NULL AND i.not_needed_at IS NULL
            ) ORDER BY i.position, i.created_at, i.id), '[]')
            FROM checklist_items i
            WHERE i.org_id = ${orgId}::uuid AND i.offboarding_id = ${offboardingId}::uuid AND ${theirs}) AS tasks,
          (SELECT coalesce(json_agg(json_build_object('id', a.id, 'item_name', a.item_name,
              'serial_number', a.serial_number, 'tracking_number', a.tracking_number, 'carrier', coalesce((
                SELECT s.carrier FROM asset_shipments s WHERE s.org_id = a.org_id AND s.asset_id = a.id), ''),
              'return_deadline', a.return_deadline, 'status', a.status
            ) ORDER BY a.return_deadline, a.item_name, a.id), '[]')
            FROM assets a
            WHERE a.org_id = ${orgId}::uuid AND a.org_employee_id = ${holder}::uuid AND a.status = 'deployed') AS assets,
          (SELECT g.return_instructions FROM organisations g WHERE g.id = ${orgId}::uuid) AS return_instructions,
          (SELECT coalesce(json_agg(json_build_object('id', d.id, 'name', d.name, 'doc_type', d.doc_type,
              'status', d.status, 'file_key', coalesce(d.signed_file_key, CASE WHEN d.file_is_stored THEN d.file_url END),
              'signing_at', (SELECT r.provider FROM esignature_requests r
                WHERE r.org_id = d.org_id AND r.document_id = d.id AND r.status = 'pending'
                  AND r.cancel_requested_at IS NULL)
            ) ORDER BY d.created_at, d.id), '[]')
            FROM compliance_documents d
            WHERE d.org_id = ${orgId}::uuid AND d.offboarding_id = ${offboardingId}::uuid) AS documents`
    })

    const noteView = exists({
      Request: Schema.Struct({ ...Key.fields, viewer: Schema.String, now: Instant }),
      execute: ({ now, offboardingId, orgId, viewer }) => sql`
        UPDATE portal_links SET viewer_digest = ${viewer}, viewed_at = ${now}
        WHERE org_id = ${orgId} AND offboarding_id = ${offboardingId} AND (viewer_digest IS DISTINCT FROM ${viewer}
          OR viewed_at IS NULL OR viewed_at <= ${now}::timestamptz - interval '1 hour')
        RETURNING 1`
    })

    const fileKey = sql.literal("coalesce(d.signed_file_key, CASE WHEN d.file_is_stored THEN d.file_url END)")
    const file = maybe({
      Request: Schema.Struct({ ...Key.fields, id: DocumentId }),
      Result: File,
      execute: ({ id, offboardingId, orgId }) => sql`
        SELECT d.name, ${fileKey} AS file_key FROM compliance_documents d
        WHERE d.org_id = ${orgId} AND d.offboarding_id = ${offboardingId} AND d.id = ${id} AND ${fileKey} IS NOT NULL`
    })

    const signer = maybe({
      Request: Schema.Struct({ ...Key.fields, id: DocumentId }),
      Result: Signer,
      execute: ({ id, offboardingId, orgId }) => sql`
        SELECT d.name, r.provider, r.signer_email AS email FROM esignature_requests r
        JOIN compliance_documents d ON d.org_id = r.org_id AND d.id = r.document_id
        WHERE r.org_id = ${orgId} AND r.offboarding_id = ${offboardingId} AND r.document_id = ${id}
          AND r.status = 'pending'`
    })

    const canTick = exists({
      Request: Schema.Struct({ ...Key.fields, id: ChecklistItemId }),
      execute: ({ id, offboardingId, orgId }) => sql`
        SELECT i.id FROM checklist_items i
        WHERE i.org_id = ${orgId} AND i.offboarding_id = ${offboardingId} AND i.id = ${id}
          AND i.follows IS NULL AND i.not_needed_at IS NULL AND ${theirs}`
    })

    return {
      /** The case, held; none when this scope does not have it. */
      lockCase: (key: Key, records: RecordScope) => lockCase(key, records, "NO KEY UPDATE"),
      findCase: caseOf,
      find: (key: Key, now: DateTime.Utc) => find({ ...key, now }),
      /** Replaces the previous one. */
      save,
      /** False when there was none. */
      remove: (key: Key) => remove(key),
      /**
       * The link with one of these digests, unless it has expired, its case is canceled or about another person by now,
       * or its organization is suspended.
       */
      open: (digests: ReadonlyArray<string>, now: DateTime.Utc) =>
        Effect.orDie(open({ digests, now })).pipe(
          Effect.map(
            Option.map((row) => ({
              orgId: row.org_id,
              offboardingId: row.offboarding_id,
              expiresAt: row.expires_at,
              readOnly: isReadOnly(row.plan_status)
            }))
          )
        ),
      /** What the link allows; none when it is gone, in the transaction that reads its case. */
      standing: (key: Key, digests: ReadonlyArray<string>) => standing({ ...key, digests }),
      /** Notes a view; false when this viewer was noted last and within the hour. */
      noteView: (key: Key, viewer: string, now: DateTime.Utc) => noteView({ ...key, viewer, now }),
      content: (key: Key, holder: EmployeeId | null) => content({ ...key, holder }),
      /** Whether this is a task that the person ticks themselves. */
      canTick: (key: Key, id: ChecklistItemId) => canTick({ ...key, id }),
      /** The stored file of a document of the case, the signed one once there is one. */
      file: (key: Key, id: DocumentId) => file({ ...key, id }),
      /** The signer whom a provider waits for; none unless this document of the case waits for a signature. */
      signer: (key: Key, id: DocumentId) => signer({ ...key, id })
    }
  })
}) {
  static readonly layer = Layer.effect(PortalRepo, PortalRepo.make)
}
