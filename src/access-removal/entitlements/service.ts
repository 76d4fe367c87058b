import type { LeavingCase } from "#records/case-facts"
import { Caller } from "@svc/contract/kernel/access"
import { dayIn } from "@svc/contract/kernel/dates"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { EntitlementsCaseNotFound } from "@svc/contract/entitlements/errors"
import type {
  CaseEntitlements,
  Entitlement,
  EntitlementId,
  EntitlementKind,
  LicencePrice,
  LicencePrices,
  Savings,
  SetLicencePrices
} from "@svc/contract/entitlements/schema"
import { Context, DateTime, type Duration, Effect, Option } from "effect"
import { makeSealedAccounts } from "#audit/record/sealed-account"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import type { Leaver } from "#connections/vendors/protocol/connector"
import type { EntitlementName, GivenBack } from "#connections/vendors/protocol/entitlements"
import { Db, type Transaction } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { makeAsking } from "./asking.ts"
import { makeLooks } from "./looks.ts"
import { PricesRepo } from "./prices-repo.ts"
import { type AppRow, type CaseKey, type EntitlementRow, EntitlementsRepo } from "./repo.ts"
import { countedByKind, moneyOf, standingOf } from "./rules.ts"

const shownOfCase = 500

/** What people held at apps before revocation, and the outcomes. */
export class Entitlements extends Context.Service<
  Entitlements,
  {
    ofCase(id: OffboardingId): Effect.Effect<CaseEntitlements, EntitlementsCaseNotFound, Caller>
    readonly licencePrices: Effect.Effect<LicencePrices, never, Caller>
    setLicencePrices(input: SetLicencePrices): Effect.Effect<LicencePrices, never, Caller>
    readonly savings: Effect.Effect<Savings, never, Caller>
    /**
     * Just before a run cuts these apps, where it is turned on. It ends in its time whatever the apps answer; a worker that takes the run over does
     * not look again.
     */
    beforeCut(
      offboarding: LeavingCase,
      services: ReadonlyArray<string>,
      runId: string
    ): Effect.Effect<void, never, Caller>
    /** Of an app whose access is gone: what went with it, where that is not known yet. */
    afterCut(offboarding: LeavingCase, app: AppRow): Effect.Effect<void, never, Caller>
    /** Those of a case's present identity that were taken and not given back, in the order of its apps. */
    taken(key: CaseKey): Effect.Effect<ReadonlyArray<EntitlementRow>, never, Transaction>
    /** `groups: 2, licences: 1`: how many of each kind. */
    counted(kinds: ReadonlyArray<EntitlementKind>): string
    /** Looks for one at the app, and gives it back where it is not there: whatever happens, it ends with a result. */
    giveBack(
      service: string,
      leaver: Leaver,
      entitlement: EntitlementName,
      atMost: Duration.Input
    ): Effect.Effect<GivenBack, never, Caller>
    /** Whether the account of `leaver.accountId` is there and can be used; none where the app does not say. */
    isUsable(
      service: string,
      leaver: Leaver,
      atMost: Duration.Input
    ): Effect.Effect<Option.Option<boolean>, never, Caller>
    /** One of them is held again. */
    gaveBack(key: CaseKey, id: EntitlementId): Effect.Effect<void, never, Transaction>
  }
>()("svc/entitlements/Entitlements") {
  static readonly layerNoDeps = layerOf(Entitlements, function* () {
    const db = yield* Db
    const repo = yield* EntitlementsRepo
    const pricesRepo = yield* PricesRepo
    const audit = yield* Audit
    const { entitlementsAt, giveBack, isUsable } = yield* makeAsking
    const { shownAccounts } = yield* makeSealedAccounts
    const { afterCut, beforeCut } = yield* makeLooks

    const today = Effect.gen(function* () {
      const { orgId } = yield* Caller
      return dayIn(yield* repo.timezone(orgId), yield* DateTime.now)
    })

    const noteOf = (app: Pick<AppRow, "protocol">) =>
      app.protocol === null
        ? "No longer connected, so access there is not visible"
        : Option.isNone(entitlementsAt(app))
          ? "This release cannot read access in this app"
          : "Scanned right before revocation"

    const ofCase = Effect.fn("Entitlements.ofCase")(function* (offboardingId: OffboardingId) {
      const { orgId, records } = yield* Caller
      const key = { orgId, offboardingId }
      if (Option.isNone(yield* repo.findCase(key, records))) return yield* new EntitlementsCaseNotFound()
      const apps = yield* repo.apps(key)
      const rows = yield* repo.ofCase(key)
      const accounts = yield* shownAccounts(
        orgId,
        rows.slice(0, shownOfCase).map(({ sealed_account }) => sealed_account)
      )
      const sights = yield* repo.sights(key)
      const day = yield* today
      const prices = new Map(
        (yield* pricesRepo.prices(orgId)).map((price) => [`${price.service.toLowerCase()}\n${price.licence}`, price])
      )
      const priceOf = (row: EntitlementRow): LicencePrice | null =>
        row.kind === "licence" && row.state === "taken"
          ? (prices.get(`${row.service_name.toLowerCase()}\n${row.external_id}`) ?? null)
          : null
      const names = [
        ...new Set([...apps.map(({ service_name }) => service_name), ...sights.map(({ service_name }) => service_name)])
      ]
      return {
        offboarding_id: offboardingId,
        on: yield* repo.isOn(orgId),
        apps: names.map((service) => {
          const here = sights.filter(({ service_name }) => service_name === service)
          const app = apps.find(({ service_name }) => service_name === service) ?? { protocol: null }
          return {
            service,
            sights: here.map(({ kind, looked_at, phase, why }) => ({ kind, phase, looked_at, why })),
            note: here.length > 0 ? null : noteOf(app)
          }
        }),
        items: rows.slice(0, shownOfCase).map((row, index): Entitlement => {
          const { sealed_account: _sealed, service_name: service, ...item } = row
          const price = priceOf(row)
          return {
            ...item,
            service,
            account: accounts[index] ?? null,
            cost:
              price === null
                ? null
                : {
                    seat_price: price.seat_price,
                    currency: price.currency,
                    billed_until: price.billed_until,
                    standing: standingOf(price, day)
                  }
          }
        }),
        total: rows.length,
        money: moneyOf(
          rows.map((row) => ({ seats: 1, price: priceOf(row) })),
          day
        )
      }
    }, db.transact)

    const licencePrices = Effect.flatMap(Caller, ({ orgId }) =>
      Effect.map(pricesRepo.prices(orgId), (prices) => ({ prices }))
    )

    const setLicencePrices = Effect.fn("Entitlements.setLicencePrices")(function* ({ prices }: SetLicencePrices) {
      const { orgId } = yield* Caller
      yield* pricesRepo.set(orgId, prices)
      yield* audit.record({
        action: "licence_prices_updated",
        target: auditText`Organization settings`,
        details: auditText`License prices: ${prices.length === 0 ? "none" : prices.map(({ licence, service }) => `${service} ${licence}`).join(", ")}`
      })
      return yield* licencePrices
    }, db.transact)

    const savings = Effect.gen(function* () {
      const { orgId } = yield* Caller
      const freed = yield* pricesRepo.freed(orgId)
      const day = yield* today
      const priced = freed.map((row) => ({
        row,
        price:
          row.seat_price === null || row.currency === null
            ? null
            : { seat_price: row.seat_price, currency: row.currency, billed_until: row.billed_until }
      }))
      return {
        money: moneyOf(
          priced.map(({ price, row }) => ({ seats: row.seats, price })),
          day
        ),
        licences: priced.map(({ price, row }) => ({
          ...row,
          standing: price === null ? ("no_price" as const) : standingOf(price, day)
        }))
      }
    }).pipe(db.transact, Effect.withSpan("Entitlements.savings"))

    const taken = Effect.fnUntraced(function* (key: CaseKey) {
      const order = (yield* repo.apps(key)).map(({ service_name }) => service_name)
      const rank = (service: string) => (order.includes(service) ? order.indexOf(service) : order.length)
      return (yield* repo.ofCase(key))
        .filter(({ former_identity, state }) => state === "taken" && !former_identity)
        .toSorted((a, b) => rank(a.service_name) - rank(b.service_name))
    })

    return Entitlements.of({
      ofCase,
      licencePrices: licencePrices.pipe(db.transact, Effect.withSpan("Entitlements.licencePrices")),
      setLicencePrices,
      savings,
      beforeCut,
      afterCut,
      taken,
      counted: countedByKind,
      giveBack,
      isUsable,
      gaveBack: (key, id) => Effect.flatMap(DateTime.now, (at) => repo.move(key, [id], "returned", at))
    })
  })
}
