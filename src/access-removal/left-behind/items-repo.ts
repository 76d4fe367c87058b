import {
  LeftBehindClosing,
  LeftBehindDisposition,
  LeftBehindId,
  LeftBehindKind
} from "@svc/contract/left-behind/schema"
import { OffboardingId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { EvidenceLevel } from "@svc/contract/leaver-test/figures"
import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { leavingCaseReads } from "#records/case-facts"
import type { RecordScope } from "@svc/contract/kernel/access"
import { columnsOf } from "#platform/database/columns"
import { Transaction } from "#platform/database/db"
import { all, exists, Instant, maybe, perform, send } from "#platform/database/statements"
import type { FoundItem } from "./sight.ts"

const Item = Schema.Struct({
  id: LeftBehindId,
  service_name: Schema.String,
  kind: LeftBehindKind,
  external_id: Schema.String,
  label: Schema.String,
  closing: LeftBehindClosing,
  disposition: LeftBehindDisposition,
  evidence: EvidenceLevel,
  stops_the_cut: Schema.NullOr(Schema.String),
  last_seen_at: Instant,
  new_owner_email: Schema.NullOr(Schema.String),
  new_owner_name: Schema.NullOr(Schema.String),
  owner_accepted_at: Schema.NullOr(Instant),
  settled_at: Schema.NullOr(Instant),
  go_at: Schema.NullOr(Instant),
  trying_by: Schema.NullOr(Schema.String),
  trying_until: Schema.NullOr(Instant),
  next_attempt_at: Schema.NullOr(Instant),
  attempts: Schema.Int,
  identity: Schema.Int,
  /** Found for another identity of the case: it is neither ended nor handed over, and nothing waits for it. */
  is_former: Schema.Boolean,
  sealed_account: Schema.NullOr(Schema.String)
})
/** An item as those who look and end know it. */
export type ItemRow = typeof Item.Type

const App = Schema.Struct({
  service_name: Schema.String,
  /** Its connector; null once it is disconnected. */
  protocol: Schema.NullOr(Schema.String),
  /** Its access was revoked, or confirmed removed. */
  cut: Schema.Boolean,
  /** The account of the latest outcome; null where there is none, or it is known by its address alone. */
  sealed_account: Schema.NullOr(Schema.String)
})
export type AppRow = typeof App.Type

export interface CaseKey {
  readonly orgId: OrgId
  readonly offboardingId: OffboardingId
}

/** The owner of what a scan found: the case's identity, and the account, encrypted. */
interface Whose {
  readonly identity: number
  readonly sealedAccount: string | null
}

interface NewItem {
  readonly id: LeftBehindId
  readonly item: FoundItem
  readonly successor: { readonly email: string; readonly name: string; readonly namedBy: UserId | null } | null
}

const Named = Schema.Struct({ email: Schema.String, name: Schema.String, user_id: Schema.NullOr(UserId) })

const Successor = Schema.Struct({ kind: LeftBehindKind, email: Schema.String, set_by: Schema.NullOr(UserId) })

/** Orphaned items of cases, and their dispositions. Changes lock the case first. */
export class ItemsRepo extends Context.Service<ItemsRepo>()("svc/left-behind/ItemsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const Key = Schema.Struct({ orgId: OrgId, offboardingId: OffboardingId })

    const { caseOf, lockCase } = leavingCaseReads(sql)

    const apps = all({
      Request: Key,
      Result: App,
      execute: ({ offboardingId, orgId }) => sql`
        SELECT a.service_name, i.protocol,
          a.outcome IS NOT DISTINCT FROM 'revoked' OR a.removal_confirmed_at IS NOT NULL AS cut, a.sealed_account
        FROM revocation_apps a
        LEFT JOIN integrations i ON i.org_id = a.org_id AND lower(i.service_name) = lower(a.service_name)
          AND i.can_revoke AND i.connection_status
        WHERE a.org_id = ${orgId} AND a.offboarding_id = ${offboardingId} ORDER BY a.position, a.service_name`
    })

    const columns = columnsOf(Item, "b", { is_former: sql`b.identity <> o.identity` })
    const ofCase = all({
      Request: Key,
      Result: Item,
      execute: ({ offboardingId, orgId }) => sql`
        SELECT ${columns} FROM left_behind_items b JOIN offboardings o ON o.org_id = b.org_id AND o.id = b.offboarding_id
        WHERE b.org_id = ${orgId} AND b.offboarding_id = ${offboardingId} ORDER BY b.first_seen_at, b.id`
    })

    const insert = all({
      Request: Schema.Struct({
        orgId: OrgId,
        offboardingId: OffboardingId,
        service: Schema.String,
        at: Instant,
        identity: Schema.Int,
        sealedAccount: Schema.NullOr(Schema.String),
        found: Schema.String
      }),
      Result: Schema.Struct({ id: LeftBehindId }),
      execute: ({ at, found, identity, offboardingId, orgId, sealedAccount, service }) => sql`
        INSERT INTO left_behind_items (org_id, id, offboarding_id, service_name, kind, external_id, label, risk,
          privileges, last_used_at, closing, stops_the_cut, first_seen_at, last_seen_at, new_owner_email, new_owner_name,
          new_owner_named_by, identity, sealed_account)
        SELECT ${orgId}::uuid, f.id, ${offboardingId}::uuid, ${service}, f.kind, f.external_id, f.label, f.risk,
          f.privileges, f.last_used_at, f.closing, f.stops_the_cut, ${at}::timestamptz, ${at}::timestamptz,
          f.new_owner_email, f.new_owner_name, f.new_owner_named_by, ${identity}::int, ${sealedAccount}::text
        FROM jsonb_to_recordset(${found}::jsonb) AS f (id uuid, kind text, external_id text, label text, risk text,
          privileges text[], last_used_at timestamptz, closing text, stops_the_cut text, new_owner_email text,
          new_owner_name text, new_owner_named_by uuid)
        ON CONFLICT (org_id, offboarding_id, service_name, kind, md5(external_id), identity) DO NOTHING
        RETURNING id`
    })

    const Marked = Schema.Struct({ orgId: OrgId, id: LeftBehindId, by: Schema.String, until: Instant })
    const markTrying = exists({
      Request: Marked,
      execute: ({ by, id, orgId, until }) => sql`
        UPDATE left_behind_items SET trying_by = ${by}, trying_until = ${until}
        WHERE org_id = ${orgId} AND id = ${id} AND disposition = 'pending' AND trying_by IS NULL RETURNING 1`
    })
    const isTrying = exists({
      Request: Schema.Struct({ orgId: OrgId, id: LeftBehindId, by: Schema.String }),
      execute: ({ by, id, orgId }) => sql`
        SELECT 1 FROM left_behind_items
        WHERE org_id = ${orgId} AND id = ${id} AND trying_by = ${by} AND disposition = 'pending' FOR UPDATE`
    })

    const named = maybe({
      Request: Schema.Struct({ orgId: OrgId, email: Schema.String }),
      Result: Named,
      execute: ({ email, orgId }) => sql`
        SELECT asked.email, coalesce(
            (SELECT e.full_name FROM org_employees e WHERE e.org_id = ${orgId} AND e.lower_email = lower(asked.email)),
            member.full_name, asked.email) AS name, member.id AS user_id
        FROM (SELECT ${email}::text AS email) asked
        LEFT JOIN (
          SELECT u.id, u.full_name, u.email FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.org_id = ${orgId}
        ) member ON lower(member.email) = lower(asked.email)`
    })

    const addressOf = maybe({
      Request: Schema.Struct({ orgId: OrgId, userId: UserId }),
      Result: Schema.Struct({ email: Schema.String }),
      execute: ({ orgId, userId }) => sql`
        SELECT u.email FROM memberships m JOIN users u ON u.id = m.user_id
        WHERE m.org_id = ${orgId} AND m.user_id = ${userId}`
    })

    const successors = all({
      Request: OrgId,
      Result: Successor,
      execute: (orgId) =>
        sql`SELECT kind, email, set_by FROM left_behind_successors WHERE org_id = ${orgId} ORDER BY kind`
    })

    const tasks = all({
      Request: Key,
      Result: Schema.Struct({ service_name: Schema.String, kind: LeftBehindKind }),
      execute: ({ offboardingId, orgId }) => sql`
        SELECT service_name, kind FROM left_behind_tasks WHERE org_id = ${orgId} AND offboarding_id = ${offboardingId}`
    })

    const date = (moment: DateTime.Utc | null) => (moment === null ? null : DateTime.toDateUtc(moment))
    const one = (orgId: OrgId, id: LeftBehindId) => sql`org_id = ${orgId} AND id = ${id}`
    const several = (orgId: OrgId, ids: ReadonlyArray<LeftBehindId>) =>
      sql`org_id = ${orgId} AND id = ANY(${ids}::uuid[])`
    const whereAny = (
      ids: ReadonlyArray<LeftBehindId>,
      statement: () => Effect.Effect<void, never, Transaction>
    ): Effect.Effect<void, never, Transaction> => (ids.length === 0 ? Effect.void : statement())
    const idle = sql.literal("trying_by = NULL, trying_until = NULL")

    return {
      findCase: caseOf,
      /** Holds the case to the end of the transaction. */
      lockCase: (key: CaseKey, records: RecordScope) => lockCase(key, records, "NO KEY UPDATE"),
      /** The selected apps of a case. */
      apps,
      /** In the order in which they were found. */
      ofCase,
      /** Items that another scan has found in the meantime stay; returns the new ones. */
      insert: (
        { offboardingId, orgId }: CaseKey,
        service: string,
        found: ReadonlyArray<NewItem>,
        look: Whose & { readonly at: DateTime.Utc }
      ) =>
        insert({
          orgId,
          offboardingId,
          service,
          ...look,
          found: JSON.stringify(
            found.map(({ id, item, successor }) => ({
              id,
              kind: item.kind,
              external_id: item.externalId,
              label: item.label,
              risk: item.risk,
              privileges: item.privileges,
              last_used_at: item.lastUsedAt === null ? null : DateTime.formatIso(item.lastUsedAt),
              closing: item.closing,
              stops_the_cut: item.stopsTheCut,
              new_owner_email: successor?.email ?? null,
              new_owner_name: successor?.name ?? null,
              new_owner_named_by: successor?.namedBy ?? null
            }))
          )
        }).pipe(Effect.map((rows) => new Set(rows.map(({ id }) => id)))),
      /** How the app shows it now; whose it is where that was not known. */
      seen: (
        orgId: OrgId,
        id: LeftBehindId,
        item: FoundItem,
        { at, sealedAccount }: Pick<Whose, "sealedAccount"> & { readonly at: DateTime.Utc }
      ) =>
        send(sql`
          UPDATE left_behind_items SET label = ${item.label}, risk = ${item.risk}, privileges = ${item.privileges}::text[],
            last_used_at = ${date(item.lastUsedAt)}, closing = ${item.closing}, stops_the_cut = ${item.stopsTheCut},
            last_seen_at = greatest(last_seen_at, ${date(at)}::timestamptz),
            sealed_account = coalesce(sealed_account, ${sealedAccount}::text)
          WHERE ${one(orgId, id)}`),
      /** It was ended, and is shown again. */
      reopen: (orgId: OrgId, ids: ReadonlyArray<LeftBehindId>) =>
        whereAny(ids, () =>
          perform(sql`
            UPDATE left_behind_items SET disposition = 'pending', evidence = 'not_observed', settled_at = NULL,
              settled_by = NULL, sealed_reason = NULL, next_attempt_at = NULL, message = 'It is shown again', ${idle}
            WHERE ${several(orgId, ids)}`)
        ),
      /** A scan, a run, or a person resolved it. */
      settle: (
        orgId: OrgId,
        ids: ReadonlyArray<LeftBehindId>,
        {
          at,
          by = null,
          disposition,
          evidence,
          message,
          sealedReason
        }: {
          readonly disposition: Exclude<LeftBehindDisposition, "pending">
          readonly evidence: EvidenceLevel
          readonly at: DateTime.Utc
          readonly by?: UserId | null
          readonly sealedReason?: string
          readonly message?: string
        }
      ) =>
        whereAny(ids, () =>
          perform(sql`
            UPDATE left_behind_items SET disposition = ${disposition}, evidence = ${evidence}, settled_at = ${date(at)},
              settled_by = ${by}, sealed_reason = ${sealedReason ?? null}, message = ${message ?? null},
              next_attempt_at = NULL, ${idle}
            WHERE ${several(orgId, ids)}`)
        ),
      /** They were reported as ended, and a scan no longer shows them. */
      confirm: (orgId: OrgId, ids: ReadonlyArray<LeftBehindId>) =>
        whereAny(ids, () =>
          perform(sql`UPDATE left_behind_items SET evidence = 'read_back' WHERE ${several(orgId, ids)}`)
        ),
      /** An interrupted call is over: they can be retried. */
      free: (orgId: OrgId, ids: ReadonlyArray<LeftBehindId>) =>
        whereAny(ids, () => perform(sql`UPDATE left_behind_items SET ${idle} WHERE ${several(orgId, ids)}`)),
      /** Written before the call; false when another one has it, or it is settled by now. */
      /** Items of a former identity with an interrupted call: no scan follows, so a person resolves them. */
      freeFormer: ({ offboardingId, orgId }: CaseKey, now: DateTime.Utc) =>
        perform(sql`
          UPDATE left_behind_items i SET ${idle}, next_attempt_at = NULL,
            message = 'A call to end it was interrupted, and the offboarding is now about another person. Check it manually'
          FROM offboardings o
          WHERE i.org_id = ${orgId} AND i.offboarding_id = ${offboardingId} AND o.org_id = i.org_id
            AND o.id = i.offboarding_id AND i.identity <> o.identity AND i.trying_until <= ${date(now)}::timestamptz`),
      markTrying: (orgId: OrgId, id: LeftBehindId, trying: { readonly by: string; readonly until: DateTime.Utc }) =>
        markTrying({ orgId, id, ...trying }),
      /** The call returned, and changed nothing. */
      tried: (
        orgId: OrgId,
        id: LeftBehindId,
        {
          by,
          message,
          nextAttemptAt
        }: { readonly by: string; readonly message: string; readonly nextAttemptAt: DateTime.Utc }
      ) =>
        perform(sql`
          UPDATE left_behind_items SET message = ${message}, attempts = attempts + 1,
            next_attempt_at = ${date(nextAttemptAt)}, ${idle}
          WHERE ${one(orgId, id)} AND trying_by = ${by}`),
      /** Whether the call is still this one's. */
      isTrying: (orgId: OrgId, id: LeftBehindId, by: string) => isTrying({ orgId, id, by }),
      /** Names the new owner; another one's acceptance no longer counts. */
      offer: (
        orgId: OrgId,
        id: LeftBehindId,
        { email, name, namedBy }: { readonly email: string; readonly name: string; readonly namedBy: UserId | null }
      ) =>
        perform(sql`
          UPDATE left_behind_items SET new_owner_email = ${email}, new_owner_name = ${name},
            new_owner_named_by = ${namedBy}, owner_accepted_at = NULL, owner_accepted_by = NULL, next_attempt_at = NULL
          WHERE ${one(orgId, id)}`),
      takeOver: (orgId: OrgId, id: LeftBehindId, at: DateTime.Utc, by: UserId | null) =>
        perform(sql`
          UPDATE left_behind_items SET owner_accepted_at = ${date(at)}, owner_accepted_by = ${by}
          WHERE ${one(orgId, id)}`),
      go: (
        orgId: OrgId,
        id: LeftBehindId,
        {
          at,
          by,
          sealedReason
        }: { readonly at: DateTime.Utc; readonly by: UserId | null; readonly sealedReason: string }
      ) =>
        perform(sql`
          UPDATE left_behind_items SET go_at = ${date(at)}, go_by = ${by}, sealed_go_reason = ${sealedReason}
          WHERE ${one(orgId, id)}`),
      /** The person with this email: by the directory, or as a member. */
      named: (orgId: OrgId, email: string) =>
        Effect.flatMap(named({ orgId, email }), (row) => Effect.orDie(Effect.fromOption(row))),
      /** The address that a member signs in with. */
      addressOf: (orgId: OrgId, userId: UserId) =>
        Effect.map(addressOf({ orgId, userId }), (row) => Option.getOrNull(Option.map(row, ({ email }) => email))),
      successors,
      setSuccessors: (
        orgId: OrgId,
        rows: ReadonlyArray<{ readonly kind: LeftBehindKind; readonly email: string }>,
        by: UserId | null
      ) =>
        Transaction.use(() =>
          Effect.gen(function* () {
            yield* sql`DELETE FROM left_behind_successors WHERE org_id = ${orgId}`
            yield* sql`
              INSERT INTO left_behind_successors (org_id, kind, email, set_by)
              SELECT ${orgId}::uuid, kind, email, ${by}::uuid FROM unnest(${rows.map(({ kind }) => kind)}::text[],
                ${rows.map(({ email }) => email)}::text[]) AS given (kind, email)`
          }).pipe(Effect.orDie)
        ),
      /** All that was found of a case. */
      forget: ({ offboardingId, orgId }: CaseKey) =>
        send(sql`DELETE FROM left_behind_items WHERE org_id = ${orgId} AND offboarding_id = ${offboardingId}`),
      /** Kinds at apps that a task stands for. */
      tasks,
      linkTask: (
        { offboardingId, orgId }: CaseKey,
        { id, kind, service }: { readonly id: string; readonly service: string; readonly kind: LeftBehindKind }
      ) =>
        perform(sql`
          INSERT INTO left_behind_tasks (org_id, offboarding_id, service_name, kind, task_id)
          VALUES (${orgId}, ${offboardingId}, ${service}, ${kind}, ${id})
          ON CONFLICT (org_id, offboarding_id, service_name, kind) DO NOTHING`)
    }
  })
}) {
  static readonly layer = Layer.effect(ItemsRepo, ItemsRepo.make)
}
