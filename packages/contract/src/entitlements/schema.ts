import { Schema } from "effect"
import { CalendarDate, Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { OffboardingId, UserId, Uuid } from "../kernel/ids.ts"
import { BoundedText, Text } from "../kernel/text.ts"
import { VendorAccount } from "../revocations/account.ts"

/** What a person holds at an app: the use of the account itself, a membership, a right over others, a paid seat. */
export const EntitlementKind = Schema.Literals(["account", "group", "role", "licence"])
export type EntitlementKind = typeof EntitlementKind.Type

/**
 * `held`: seen before revocation, and not scanned since. `kept`: still present after it. `taken`: removed by it.
 * `gone`: removed at another time, by another party. `returned`: restored, or present again.
 */
export const EntitlementState = Schema.Literals(["held", "kept", "taken", "gone", "returned"])
export type EntitlementState = typeof EntitlementState.Type

export const EntitlementId = Uuid.pipe(Schema.brand("EntitlementId"))
export type EntitlementId = typeof EntitlementId.Type

export const AccessReturnId = Uuid.pipe(Schema.brand("AccessReturnId"))
export type AccessReturnId = typeof AccessReturnId.Type

export const Currency = Schema.String.check(
  Schema.isPattern(/^[A-Z]{3}$/, { expected: "an ISO 4217 code of three capital letters" })
).annotate({ identifier: "Currency" })

/** The price of a seat, as the organization entered it. */
export const LicencePrice = Schema.Struct({
  service: described(Text(100), "The app by its name", { example: "github" }),
  licence: described(Text(200), "The license by the app's own id for it", { example: "seat" }),
  seat_price: described(
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })),
    "Monthly price of one seat",
    { example: 21 }
  ),
  currency: described(Currency, "ISO 4217", { example: "USD" }),
  billed_until: described(
    Schema.NullOr(CalendarDate),
    "The last day that a reclaimed seat is billed; null if billing stops immediately",
    { example: "2026-12-31" }
  )
})
export type LicencePrice = typeof LicencePrice.Type

export const LicencePrices = Schema.Struct({ prices: Schema.Array(LicencePrice) }).annotate({
  identifier: "LicencePrices"
})
export type LicencePrices = typeof LicencePrices.Type

/** Body of `PUT /api/entitlements/licence-prices`: replaces all of them. */
export const SetLicencePrices = Schema.Struct({
  prices: Schema.Array(LicencePrice).check(
    Schema.isMaxLength(200),
    Schema.makeFilter((rows) =>
      new Set(rows.map(({ licence, service }) => `${service.toLowerCase()}\n${licence}`)).size === rows.length
        ? undefined
        : "must name each license of an app once"
    )
  )
})
export type SetLicencePrices = typeof SetLicencePrices.Type

/** Something that a leaver held at an app. */
export const Entitlement = Schema.Struct({
  id: EntitlementId,
  service: Schema.String,
  kind: EntitlementKind,
  external_id: Schema.String,
  label: Schema.String,
  /** What it was held with, in the app's own words: a role in a group, say. */
  terms: Schema.Record(Schema.String, Schema.String),
  state: EntitlementState,
  /** Why it cannot be restored automatically; null if it can. */
  by_hand: Schema.NullOr(Schema.String),
  seen_at: Timestamp,
  taken_at: Schema.NullOr(Timestamp),
  returned_at: Schema.NullOr(Timestamp),
  /** Of a licence that was taken, with a price: `still_paid` until the day it is billed to, `saved` after it. */
  cost: Schema.NullOr(
    Schema.Struct({
      seat_price: Schema.Finite,
      currency: Schema.String,
      billed_until: Schema.NullOr(CalendarDate),
      standing: Schema.Literals(["still_paid", "saved"])
    })
  ),
  /** Its account at the app; null if the scan did not identify it. */
  account: Schema.NullOr(VendorAccount),
  /** Held before the offboarding was given the address of another person: it is not given back. */
  former_identity: Schema.Boolean
}).annotate({ identifier: "Entitlement" })
export type Entitlement = typeof Entitlement.Type

/**
 * The state of one kind at an app by the scans before and after revocation. What was not seen is never shown as
 * nothing.
 */
export const EntitlementsAtApp = Schema.Struct({
  kind: EntitlementKind,
  phase: Schema.Literals(["before_cut", "after"]),
  looked_at: Timestamp,
  /** What is missing, and what would show it; null where it was seen. */
  why: Schema.NullOr(Schema.String)
})
export type EntitlementsAtApp = typeof EntitlementsAtApp.Type

/** A month's price of seats in one currency: freed and no longer paid for, and freed but still paid for, apart. */
export const FreedMoney = Schema.Struct({
  currency: Schema.String,
  saved: Schema.Finite,
  still_paid: Schema.Finite,
  seats: Schema.Int
})
export type FreedMoney = typeof FreedMoney.Type

/** What one leaver held before revocation, and what was removed. */
export const CaseEntitlements = Schema.Struct({
  offboarding_id: OffboardingId,
  /** Whether the organization scans its apps (`LeftBehindSettings`). */
  on: Schema.Boolean,
  apps: Schema.Array(
    Schema.Struct({
      service: Schema.String,
      sights: Schema.Array(EntitlementsAtApp),
      /** Why there are no sights; null where there are. */
      note: Schema.NullOr(Schema.String)
    })
  ),
  /** Those that were taken first; the first 500. */
  items: Schema.Array(Entitlement),
  /** Items in all. */
  total: Schema.Int,
  money: Schema.Array(FreedMoney)
}).annotate({ identifier: "CaseEntitlements" })
export type CaseEntitlements = typeof CaseEntitlements.Type

/** All seats that offboardings freed and no one got back. */
export const Savings = Schema.Struct({
  money: Schema.Array(FreedMoney),
  licences: Schema.Array(
    Schema.Struct({
      service: Schema.String,
      licence: Schema.String,
      label: Schema.String,
      seats: Schema.Int,
      /** Null where no price was entered. */
      seat_price: Schema.NullOr(Schema.Finite),
      currency: Schema.NullOr(Schema.String),
      billed_until: Schema.NullOr(CalendarDate),
      standing: Schema.Literals(["still_paid", "saved", "no_price"])
    })
  )
}).annotate({ identifier: "LicenceSavings" })
export type Savings = typeof Savings.Type

/** Why access is given back. */
export const ReturnGround = Schema.Literals(["rehire", "wrong_person", "other"])
export type ReturnGround = typeof ReturnGround.Type

/** `running`: approved, and being given back. */
export const ReturnStatus = Schema.Literals(["proposed", "declined", "running", "done"])
export type ReturnStatus = typeof ReturnStatus.Type

/** `held_already`: another party restored it before. `by_hand`: only a person can, at the app. */
export const ReturnOutcome = Schema.Literals(["returned", "held_already", "by_hand", "failed"])
export type ReturnOutcome = typeof ReturnOutcome.Type

/** A proposal to restore access, its decision, and its outcome. */
export const AccessReturn = Schema.Struct({
  id: AccessReturnId,
  offboarding_id: OffboardingId,
  ground: ReturnGround,
  reason: Schema.String,
  /** SHA-256 of the plan, hexadecimal: what is approved is what was proposed. */
  digest: Schema.String,
  status: ReturnStatus,
  proposed_at: Timestamp,
  /** Null once that member is gone. */
  proposed_by: Schema.NullOr(Schema.Struct({ id: UserId, full_name: Schema.String })),
  decided_at: Schema.NullOr(Timestamp),
  decided_by: Schema.NullOr(Schema.Struct({ id: UserId, full_name: Schema.String })),
  /** Why it was declined; null where it was not. */
  decline_reason: Schema.NullOr(Schema.String),
  finished_at: Schema.NullOr(Timestamp),
  /** The email of the person to whom it is given back; `[erased]` once they are erased, null before it was recorded. */
  address: Schema.NullOr(Schema.String),
  /** Proposed before the offboarding got another person's email: nothing of it is restored anymore. */
  former_identity: Schema.Boolean,
  /** In the order in which they are given back: the account of an app before what hangs on it. */
  lines: Schema.Array(
    Schema.Struct({
      entitlement_id: EntitlementId,
      service: Schema.String,
      kind: EntitlementKind,
      label: Schema.String,
      terms: Schema.Record(Schema.String, Schema.String),
      by_hand: Schema.NullOr(Schema.String),
      /** Null while it was not tried. */
      outcome: Schema.NullOr(ReturnOutcome),
      message: Schema.NullOr(Schema.String),
      /** Whether the app showed it afterwards. */
      verified: Schema.Boolean,
      /** The account that it is given back to, and to no other; null where it is not known: then only by hand. */
      account: Schema.NullOr(VendorAccount)
    })
  )
}).annotate({ identifier: "AccessReturn" })
export type AccessReturn = typeof AccessReturn.Type

export const AccessReturns = Schema.Struct({ returns: Schema.Array(AccessReturn) }).annotate({
  identifier: "AccessReturns"
})
export type AccessReturns = typeof AccessReturns.Type

const reason = described(BoundedText(5, 500), "Why, 5 to 500 characters", {
  example: "The wrong Ann was offboarded"
})

/** Body of `POST /api/employees/{id}/access-returns`. */
export const ProposeReturn = Schema.Struct({
  ground: described(ReturnGround, "Why access is restored"),
  reason,
  services: Schema.optionalKey(
    described(
      Schema.Array(Text(100)).check(Schema.isMinLength(1), Schema.isMaxLength(100)),
      "Only at these apps; default: all",
      { example: ["github"] }
    )
  )
})
export type ProposeReturn = typeof ProposeReturn.Type

/** Body of `POST /api/access-returns/{id}/approve`. */
export const ApproveReturn = Schema.Struct({
  digest: described(
    Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/, { expected: "64 hexadecimal digits" })),
    "Digest of the plan you read: lines, email and accounts",
    { example: "0".repeat(64) }
  )
})
export type ApproveReturn = typeof ApproveReturn.Type

/** Body of `POST /api/access-returns/{id}/decline`. */
export const DeclineReturn = Schema.Struct({ reason })
export type DeclineReturn = typeof DeclineReturn.Type
