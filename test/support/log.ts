import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { queuedMails } from "./mails.ts"
import { asSystem, systemSql } from "./tables.ts"

interface StoredEntry {
  readonly seq: number
  readonly action: string
  readonly actor_id: string | null
  readonly target: string
  readonly details: string
  readonly offboarding_id: string | null
  readonly org_employee_id: string | null
}

/** An underscore stands for itself, a percent sign for anything. */
const like = (pattern: string | undefined) => pattern?.replaceAll("_", "\\_") ?? "%"

/**
 * The entries of the log, oldest first, as a person reads them, without the words on who did it; `stored` is what the
 * table holds of target and details. The action may have a `%` for the rest of its name.
 */
export const entriesOf = Effect.fnUntraced(function* (
  orgId: OrgId,
  of: { readonly action?: string; readonly offboardingId?: string } = {}
) {
  const keys = yield* PersonKeys
  return yield* asSystem(
    Effect.fnUntraced(function* (sql) {
      const rows = yield* sql<StoredEntry>`
        SELECT seq::int AS seq, action, actor_id, target,
          regexp_replace(details, '( [|] |^)by ([[][[]aps|API key|SCIM|nobody|the |Deleted).*$', '') AS details,
          offboarding_id, org_employee_id
        FROM audit_entries
        WHERE org_id = ${orgId} AND action LIKE ${like(of.action)}
          AND (${of.offboardingId ?? null}::uuid IS NULL OR offboarding_id = ${of.offboardingId ?? null}::uuid)
        ORDER BY audit_entries.seq`
      return yield* Effect.forEach(rows, (row) =>
        Effect.map(keys.reveal(orgId, [row.target, row.details]), ([target = "", details = ""]) => ({
          ...row,
          target,
          details,
          stored: `${row.target}${row.details}`
        }))
      )
    })
  )
})

/** The same, no more than who did it, to what, and what is said of it. */
export const toldOf = (...given: Parameters<typeof entriesOf>) =>
  Effect.map(entriesOf(...given), (entries) =>
    entries.map(({ actor_id, details, target }) => ({ actor_id, target, details }))
  )

/** The names of what the log tells, oldest first. */
export const actionsOf = (...given: Parameters<typeof entriesOf>) =>
  Effect.map(entriesOf(...given), (entries) => entries.map(({ action }) => action))

/** What the outbox holds, oldest first; the tag may have a `%` for the rest of its name. */
export const eventsOf = (orgId: OrgId, of: { readonly tag?: string; readonly offboardingId?: string } = {}) =>
  Effect.map(
    systemSql<{ readonly event: { readonly [key: string]: unknown } }>`
        SELECT event FROM outbox_events
        WHERE org_id = ${orgId} AND event->>'_tag' LIKE ${like(of.tag)}
          AND (${of.offboardingId ?? null}::text IS NULL OR event->>'offboardingId' = ${of.offboardingId ?? null})
        ORDER BY id`,
    (rows) => rows.map(({ event }) => event)
  )

/** The mails that wait for this address. */
export const mailsTo = (address: string) => Effect.map(queuedMails, (mails) => mails.filter(({ to }) => to === address))

export const subjectsTo = (address: string) =>
  Effect.map(mailsTo(address), (mails) => mails.map(({ subject }) => subject))
