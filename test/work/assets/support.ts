import { Asset, AssetPage } from "@svc/contract/assets/schema"
import type { EmployeeId } from "@svc/contract/kernel/ids"
import { Effect, Schema } from "effect"
import { aKey, type Member } from "#test/support/people"
import { as, withKey } from "#test/support/requests"
import { asSystem, systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { aPerson } from "#test/support/cases"

const decodeAsset = Schema.decodeUnknownEffect(Schema.toCodecJson(Asset))
const decodePage = Schema.decodeUnknownEffect(Schema.toCodecJson(AssetPage))

let serial = 0

/** An asset made over the route; its serial number is its own. */
export const anAsset = (by: Member, more: Readonly<Record<string, unknown>> = {}) =>
  Effect.flatMap(
    as(by).post("/api/assets", { itemName: "MacBook Pro", serialNumber: `SN-${++serial}`, ...more }),
    ({ body }) => decodeAsset(body)
  )

export const assetsOf = (by: Member) =>
  Effect.flatMap(as(by).get("/api/assets?limit=500"), ({ body }) => decodePage(body))

/** The asset as the list shows it now. */
export const shown = (by: Member, id: string) =>
  Effect.flatMap(assetsOf(by), ({ rows }) => Effect.orDie(Effect.fromNullishOr(rows.find((row) => row.id === id))))

export const aHolder = (by: Member, name = "Ada Lovelace") => aPerson(by, name)

const Id = Schema.Struct({ id: Schema.String })

/** An open case of somebody of the directory, by their address. */
export const aCaseOf = Effect.fnUntraced(function* (by: Member, email: string) {
  const { body } = yield* withKey(yield* aKey(by)).post("/api/v1/offboardings", {
    employee_name: "Ada Lovelace",
    employee_email: email,
    exit_date: "2026-04-30"
  })
  return (yield* Schema.decodeUnknownEffect(Id)(body)).id
})

/** The entries of assets and of the tasks that follow them, as a person reads them, oldest first. */
export const assetEntries = (by: Member) =>
  Effect.map(entriesOf(by.orgId), (entries) => entries.filter(({ action }) => /^(asset|checklist|portal)/.test(action)))

export const assetActions = (by: Member) =>
  Effect.map(assetEntries(by), (entries) => entries.map(({ action }) => action))

/** The task of the case that follows its person's assets: done by itself, or open. */
export const assetTask = (by: Member, offboardingId: string) =>
  asSystem((sql) =>
    Effect.map(
      sql<{ done: boolean }>`
        SELECT completed_at IS NOT NULL AS done FROM checklist_items
        WHERE org_id = ${by.orgId} AND offboarding_id = ${offboardingId} AND follows = 'assets'`,
      ([task]) => task?.done
    )
  )

export const hold = (by: Member, offboardingId: string, held: boolean, releasedAt: string | null = null) =>
  systemSql`
      UPDATE offboardings SET legal_hold = ${held}, legal_hold_released_at = ${releasedAt}::timestamptz
      WHERE org_id = ${by.orgId} AND id = ${offboardingId}`

export const holding = (employeeId: EmployeeId) => ({ orgEmployeeId: employeeId })
