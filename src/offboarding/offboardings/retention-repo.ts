import { OffboardingId, OrgId, type PersonKeyId } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { SystemSql, Transaction } from "#platform/database/db"
import { behind, ofOrganisation } from "#platform/database/fragments"
import { exists, Instant, send } from "#platform/database/statements"
import { frozen } from "#records/legal-hold"

const Due = Schema.Struct({ org_id: OrgId, id: OffboardingId })
export type DueCase = typeof Due.Type

interface Query {
  readonly orgId: OrgId | undefined
  readonly now: DateTime.Utc
  /** Only cases behind this one, in the order of the answer. */
  readonly after: DueCase | undefined
  readonly limit: number
}

/** Months that are tried, and the moment of the nightly run with them. */
interface Trial {
  readonly orgId: OrgId
  readonly months: number
  readonly at: DateTime.Utc
  /** What an earlier run deletes is not counted. */
  readonly earlier: { readonly months: number; readonly at: DateTime.Utc } | null
}

/** Closed cases past their organization's retention, and other rows that name their people. */
export class RetentionRepo extends Context.Service<RetentionRepo>()("svc/offboardings/RetentionRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    /** That many months earlier, on the organization's calendar. */
    const cutOff = (client: SqlClient.SqlClient, months: Statement.Fragment, at: Date) => client`
      (${at}::timestamptz AT TIME ZONE o.timezone - make_interval(months => ${months})) AT TIME ZONE o.timezone`

    const isOlder = (client: SqlClient.SqlClient, than: Statement.Fragment, at: Date) => client`
      c.status IN ('completed', 'cancelled') AND coalesce(c.completed_at, c.cancelled_at) < ${than}
        AND NOT ${frozen(client, at, "c")}`

    // As the rule `monthsInEffect` has it. By null months nothing is old.
    const monthsInEffect = (client: SqlClient.SqlClient, now: Date) => client`
      CASE WHEN o.offboarding_retention_applies_from > ${now}::timestamptz THEN o.offboarding_retention_months_before
        ELSE o.offboarding_retention_months END`

    const isOld = (client: SqlClient.SqlClient, now: Date) => client`
      o.offboarding_retention_months IS NOT NULL AND o.deletion_started_at IS NULL
        AND ${isOlder(client, cutOff(client, monthsInEffect(client, now), now), now)}`

    const due = SqlSchema.findAll({
      Request: Schema.Struct({
        orgId: Schema.UndefinedOr(OrgId),
        now: Instant,
        after: Schema.UndefinedOr(Due),
        limit: Schema.Int
      }),
      Result: Due,
      execute: ({ after, limit, now, orgId }) => system`
        SELECT c.org_id, c.id FROM organisations o JOIN offboardings c ON c.org_id = o.id
        WHERE ${isOld(system, now)} AND ${ofOrganisation(system, orgId, "o.id")}
          AND ${behind(system, { "c.org_id": after?.org_id, "c.id": after?.id })}
        ORDER BY c.org_id, c.id LIMIT ${limit}`
    })

    const isDue = exists({
      Request: Schema.Struct({ ...Due.fields, now: Instant }),
      execute: ({ id, now, org_id }) => sql`
        SELECT c.id FROM organisations o JOIN offboardings c ON c.org_id = o.id
        WHERE c.org_id = ${org_id} AND c.id = ${id} AND ${isOld(sql, now)}`
    })

    const Run = Schema.Struct({ months: Schema.Int, at: Instant })
    const isOlderIn = (orgId: string, { at, months }: typeof Run.Encoded) => {
      const than = system`
        (SELECT ${cutOff(system, system`${months}::int`, at)} FROM organisations o
          WHERE o.id = ${orgId} AND o.deletion_started_at IS NULL)`
      return isOlder(system, than, at)
    }
    // As the system: row-level security would keep `coalesce` from the index.
    const count = SqlSchema.findOne({
      Request: Schema.Struct({ orgId: OrgId, ...Run.fields, earlier: Schema.NullOr(Run) }),
      Result: Schema.Struct({ offboardings: Schema.Int }),
      execute: ({ earlier, orgId, ...run }) => system`
        SELECT count(*)::int AS offboardings FROM offboardings c
        WHERE c.org_id = ${orgId} AND ${isOlderIn(orgId, run)}
          AND NOT (${earlier === null ? system`false` : isOlderIn(orgId, earlier)})`
    })

    const isKnownElsewhere = ({
      email,
      orgId,
      personKeyId
    }: {
      readonly orgId: OrgId
      readonly personKeyId: PersonKeyId
      readonly email: string | null
    }) => sql<{ readonly known: boolean }>`
      SELECT EXISTS (
        SELECT FROM org_employees p WHERE p.org_id = ${orgId} AND p.person_key_id = ${personKeyId}
      ) OR EXISTS (
        SELECT FROM offboardings c WHERE c.org_id = ${orgId} AND c.person_key_id = ${personKeyId}
      ) OR EXISTS (
        SELECT FROM org_employees p
        WHERE p.org_id = ${orgId} AND (p.lower_email = lower(${email}::text) OR p.lower_manager_email = lower(${email}::text))
      ) OR EXISTS (
        SELECT FROM offboardings c WHERE c.org_id = ${orgId} AND c.lower_manager_email = lower(${email}::text)
      ) OR EXISTS (
        SELECT FROM memberships m JOIN users u ON u.id = m.user_id
        WHERE m.org_id = ${orgId} AND lower(u.email) = lower(${email}::text)
      ) OR EXISTS (
        SELECT FROM offboarding_initiations i
        WHERE i.org_id = ${orgId} AND i.person_key_id = ${personKeyId} AND i.status = 'pending'
      ) AS known`

    return {
      /**
       * Completed or canceled longer ago than the organization's effective months, on its calendar; none under a legal
       * hold.
       */
      due: (query: Query) => Effect.orDie(due(query)),
      /** Whether this one is due still. The caller's transaction holds it. */
      isDue: (one: DueCase, now: DateTime.Utc) => isDue({ ...one, now }),
      /** How many would be due at that moment by these months. Counted by the index `offboardings_closed`. */
      count: (trial: Trial) => Effect.orDie(count(trial)).pipe(Effect.map(({ offboardings }) => offboardings)),
      /** Whether other records of the organization have this key or email. */
      isKnownElsewhere: (person: {
        readonly orgId: OrgId
        readonly personKeyId: PersonKeyId
        readonly email: string | null
      }) =>
        Transaction.use(() => Effect.orDie(isKnownElsewhere(person))).pipe(Effect.map(([row]) => row?.known !== false)),
      /** Removes the name from notifications about the case; events and deliveries are gone by now. */
      forgetName: ({ id, org_id }: DueCase) =>
        send(sql`
            UPDATE notifications SET body = 'The offboarding that this was about has been deleted.'
            WHERE org_id = ${org_id} AND data ->> 'offboardingId' = ${id}`)
    }
  })
}) {
  static readonly layer = Layer.effect(RetentionRepo, RetentionRepo.make)
}
