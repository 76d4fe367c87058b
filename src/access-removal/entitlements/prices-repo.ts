import { LicencePrice } from "@svc/contract/entitlements/schema"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Transaction } from "#platform/database/db"
import { all } from "#platform/database/statements"

const Freed = Schema.Struct({
  service: Schema.String,
  licence: Schema.String,
  label: Schema.String,
  seats: Schema.Int,
  seat_price: Schema.NullOr(Schema.Finite),
  currency: Schema.NullOr(Schema.String),
  billed_until: Schema.NullOr(CalendarDate)
})

/** What seats cost, and how many were freed. */
export class PricesRepo extends Context.Service<PricesRepo>()("svc/entitlements/PricesRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const prices = all({
      Request: OrgId,
      Result: LicencePrice,
      execute: (orgId) => sql`
        SELECT service_name AS service, licence, seat_price::float8 AS seat_price, currency,
          billed_until::text AS billed_until
        FROM licence_prices WHERE org_id = ${orgId} ORDER BY service_name, licence`
    })
    const freed = all({
      Request: OrgId,
      Result: Freed,
      execute: (orgId) => sql`
        SELECT f.service_name AS service, f.licence, f.label, f.seats::int AS seats, p.seat_price::float8 AS seat_price,
          p.currency, p.billed_until::text AS billed_until
        FROM freed_seats f
        LEFT JOIN licence_prices p ON p.org_id = f.org_id AND lower(p.service_name) = lower(f.service_name)
          AND p.licence = f.licence
        WHERE f.org_id = ${orgId} AND f.seats > 0 ORDER BY f.service_name, f.label, f.licence`
    })
    return {
      prices,
      set: (orgId: OrgId, rows: ReadonlyArray<LicencePrice>) =>
        Transaction.use(() =>
          Effect.gen(function* () {
            yield* sql`DELETE FROM licence_prices WHERE org_id = ${orgId}`
            yield* sql`
              INSERT INTO licence_prices (org_id, service_name, licence, seat_price, currency, billed_until)
              SELECT ${orgId}::uuid, service, licence, seat_price, currency, billed_until
              FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
                AS given (service text, licence text, seat_price numeric, currency text, billed_until date)`
          }).pipe(Effect.orDie)
        ),
      /** Those of which a seat is free. */
      freed
    }
  })
}) {
  static readonly layer = Layer.effect(PricesRepo, PricesRepo.make)
}
