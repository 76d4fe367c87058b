import { Schema } from "effect"
import { CalendarDate, Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { EmployeeId, HrisReviewId, OffboardingId } from "../kernel/ids.ts"
import { OffsetPage, OffsetParams } from "../kernel/paging.ts"
import { BoundedText, RequiredText } from "../kernel/text.ts"
import { SeparationType } from "../offboardings/schema.ts"

/** HR systems that can be connected. */
export const HrisProvider = Schema.Literals(["bamboohr", "hibob", "personio", "merge"])
export type HrisProvider = typeof HrisProvider.Type

const Credential = RequiredText(4096).check(
  Schema.isPattern(/^[\x21-\x7e]+$/, { message: "must consist of visible ASCII characters without spaces" })
)

const CompanyName = RequiredText(63).check(
  Schema.isPattern(/^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/, {
    message: "must be the first part of the company's URL, for example acme of acme.bamboohr.com"
  })
)

const given = {
  /** BambooHR: the first part of `acme.bamboohr.com`; `company` is the same. */
  subdomain: Schema.optionalKey(CompanyName),
  company: Schema.optionalKey(CompanyName),
  /** BambooHR, Merge. */
  api_key: Schema.optionalKey(Credential),
  /** HiBob: the service user. */
  service_user_id: Schema.optionalKey(Credential),
  token: Schema.optionalKey(Credential),
  /** Personio. */
  client_id: Schema.optionalKey(Credential),
  client_secret: Schema.optionalKey(Credential),
  /** Merge: the linked account. */
  account_token: Schema.optionalKey(Credential),
  /** Merge: where the account's data is; `us` unless said otherwise. */
  region: Schema.optionalKey(Schema.Literals(["us", "eu"])),
  /** By which the provider signs its calls; without one they are not taken. */
  webhook_secret: Schema.optionalKey(Credential)
}

/** The fields that each provider needs. */
export const hrisCredentials = {
  bamboohr: ["subdomain", "api_key"],
  hibob: ["service_user_id", "token"],
  personio: ["client_id", "client_secret"],
  merge: ["api_key", "account_token"]
} as const satisfies Record<HrisProvider, ReadonlyArray<keyof typeof given>>

const Connect = Schema.Struct({ provider: HrisProvider, ...given })

/** The credential is proven by a request before it is kept. */
export const ConnectHris = Connect.check(
  Schema.makeFilter((body) => {
    const missing = hrisCredentials[body.provider].filter(
      (name) => body[name] === undefined && !(name === "subdomain" && body.company !== undefined)
    )
    return missing.length === 0 ? undefined : `must have ${missing.join(" and ")} for ${body.provider}`
  })
)
export type ConnectHris = typeof ConnectHris.Type

/** A person whom a sync could not import, and why. */
export const SyncError = Schema.Struct({
  /** Their id at the vendor. */
  external_id: Schema.String,
  error: Schema.String
})
export type SyncError = typeof SyncError.Type

/** What a sync did. */
export const SyncReport = Schema.Struct({
  /** People new in the directory. */
  created: Schema.Int,
  updated: Schema.Int,
  unchanged: Schema.Int,
  /** Skipped: without a work email, guests, or long gone. */
  skipped: Schema.Int,
  offboardings_created: Schema.Int,
  /** Open offboardings whose last day was moved. */
  offboardings_updated: Schema.Int,
  /** New review items. */
  for_review: Schema.Int,
  /** At most 100; `failed` counts all. */
  errors: Schema.Array(SyncError),
  failed: Schema.Int
})
export type SyncReport = typeof SyncReport.Type

/** The source: the HR system, or the identity provider. */
export const HrisOrigin = Schema.Literals(["hris", "azure-ad"])
export type HrisOrigin = typeof HrisOrigin.Type

/**
 * Why a member has to review it: they left without a day, or on a past day; the last day changed and the offboarding
 * must not be moved; they stay after all; their account is disabled; far more leave together than usual.
 */
export const HrisReviewKind = Schema.Literals([
  "left_without_date",
  "left_in_past",
  "date_changed",
  "rescinded",
  "account_disabled",
  "many_at_once"
])
export type HrisReviewKind = typeof HrisReviewKind.Type

/** `withdrawn`: its report no longer applies. */
export const HrisReviewStatus = Schema.Literals(["waiting", "accepted", "dismissed", "withdrawn"])
export type HrisReviewStatus = typeof HrisReviewStatus.Type

export const HrisReview = Schema.Struct({
  id: HrisReviewId,
  origin: HrisOrigin,
  kind: HrisReviewKind,
  status: HrisReviewStatus,
  employee_id: EmployeeId,
  employee_name: Schema.String,
  employee_email: Schema.String,
  /** As the origin has it; null when it does not say. */
  last_day: Schema.NullOr(CalendarDate),
  /** The case that it is about, or that it created. */
  offboarding_id: Schema.NullOr(OffboardingId),
  created_at: Timestamp,
  decided_at: Schema.NullOr(Timestamp)
})
export type HrisReview = typeof HrisReview.Type

export const HrisReviewPage = OffsetPage(HrisReview)
export type HrisReviewPage = typeof HrisReviewPage.Type

export const ListHrisReviews = {
  ...OffsetParams({ default: 50, maximum: 200 }),
  status: Schema.optionalKey(described(HrisReviewStatus, "Only items with this status; default: `waiting`"))
}
export type ListHrisReviews = Schema.Struct.Type<typeof ListHrisReviews>

/** Of `rescinded` the case is cancelled, of `date_changed` an open case is moved; else a case is made. */
export const AcceptHrisReview = Schema.Struct({
  /** The last working day; the one that the origin named unless given. */
  exit_date: Schema.optionalKey(CalendarDate),
  /** Of a new case; `other` unless given. */
  separation_type: Schema.optionalKey(SeparationType),
  /** Of a new case; every connected app able to revoke unless given. */
  apps_to_revoke: Schema.optionalKey(
    Schema.Array(RequiredText(100)).check(Schema.isMaxLength(50, { message: "must name at most 50 apps" }))
  ),
  reason: Schema.optionalKey(
    described(BoundedText(5, 500), "Reason for a cancellation", { example: "Stays with the company" })
  )
})
export type AcceptHrisReview = typeof AcceptHrisReview.Type

export const DismissHrisReview = Schema.Struct({
  reason: Schema.optionalKey(described(BoundedText(3, 500), "Recorded in the audit log", { example: "On sabbatical" }))
})
export type DismissHrisReview = typeof DismissHrisReview.Type

export const HrisWebhookTaken = Schema.Struct({ ok: Schema.tag(true) })
