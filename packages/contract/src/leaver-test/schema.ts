import { Effect, Schema } from "effect"
import { CalendarDate, Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { AuditorLinkId, LeaverTestId } from "../kernel/ids.ts"
import { RequiredText, Text } from "../kernel/text.ts"
import { AppTier, ExceptionShown, LeaverClock, LeaverTestResult } from "./figures.ts"

/** Hours as a policy or a standard has them; `own` takes the tiers of the request. */
export const TierPreset = Schema.Literals(["soc2", "nerc_cip_004", "pci_dss", "own"])
export type TierPreset = typeof TierPreset.Type

const hours = Schema.Finite.check(
  Schema.isBetween({ minimum: 0, maximum: 8784 }, { message: "must be between 0 and 8784 hours" })
)
const appNames = Schema.Array(RequiredText(100)).check(
  Schema.isMaxLength(200, { message: "must name at most 200 apps" })
)

const yearsAtMost = 3

export const RequestLeaverTest = Schema.Struct({
  from: described(CalendarDate, "First last working day of the period", { example: "2026-01-01" }),
  to: described(CalendarDate, "Last one, inclusive; at most three years after `from`", { example: "2026-12-31" }),
  clock: described(LeaverClock, "When the hours start to count").pipe(
    Schema.withDecodingDefaultKey(Effect.succeed("last_working_moment" as const))
  ),
  preset: described(TierPreset, "Hours allowed per tier; `own` needs `tiers`").pipe(
    Schema.withDecodingDefaultKey(Effect.succeed("soc2" as const))
  ),
  critical_apps: Schema.optionalKey(
    described(
      appNames,
      "Apps of a preset's first tier; case-insensitive. Default: identity providers, email and code",
      {
        example: ["Okta"]
      }
    )
  ),
  tiers: Schema.optionalKey(
    described(
      Schema.Array(Schema.Struct({ name: RequiredText(50), hours, apps: Schema.optionalKey(appNames) })).check(
        Schema.isBetweenLength(1, 10, { message: "must be 1 to 10 tiers" })
      ),
      "Only with `own`. Each tier lists its apps; the last one can omit them and takes all others",
      { example: [{ name: "all", hours: 24 }] }
    )
  ),
  apps: Schema.optionalKey(
    described(
      appNames.check(Schema.isMinLength(1, { message: "must name an app; omit it for all apps" })),
      "Apps in scope; case-insensitive. Default: all",
      {
        example: ["Okta", "GitHub"]
      }
    )
  ),
  words: described(Text(200), "The auditor's seed phrase, used in drawing the sample", {
    example: "A sentence that no one could predict"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(""))),
  sample_size: described(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1000 }, { message: "must be between 0 and 1000" })),
    "Leavers to draw; 0 for none",
    { example: 25 }
  ).pipe(Schema.withDecodingDefaultKey(Effect.succeed(25)))
})
  .check(
    Schema.makeFilter(({ critical_apps, from, preset, tiers, to }) => {
      if (from > to) return { path: ["from"], issue: "must not be after to" }
      const last = `${String(Number(from.slice(0, 4)) + yearsAtMost).padStart(4, "0")}${from.slice(4)}`
      if (to > last) return { path: ["to"], issue: `must be at most ${yearsAtMost} years after from` }
      if (preset === "own" && tiers === undefined) return { path: ["tiers"], issue: "is required with the preset own" }
      if (preset !== "own" && tiers !== undefined)
        return { path: ["tiers"], issue: "is only allowed with the preset own" }
      if (preset === "own" && critical_apps !== undefined)
        return { path: ["critical_apps"], issue: "must be omitted with the preset own" }
      const early = tiers?.findIndex(({ apps }, place) => apps === undefined && place < tiers.length - 1) ?? -1
      return early === -1
        ? undefined
        : { path: ["tiers", early, "apps"], issue: "is required: only the last tier takes the remaining apps" }
    })
  )
  .annotate({ identifier: "RequestLeaverTest" })
export type RequestLeaverTest = typeof RequestLeaverTest.Type

/** What a test was asked for, with tiers as they apply. */
export const LeaverTestParameters = Schema.Struct({
  from: CalendarDate,
  to: CalendarDate,
  clock: LeaverClock,
  preset: TierPreset,
  tiers: Schema.Array(AppTier),
  /** Null for all. */
  apps: Schema.NullOr(Schema.Array(Schema.String)),
  words: Schema.String,
  sample_size: Schema.Int
}).annotate({ identifier: "LeaverTestParameters" })
export type LeaverTestParameters = typeof LeaverTestParameters.Type

/**
 * `queued` waits for a worker; `running` is being made; a `ready` one can be downloaded until it is `expired`. A
 * `withdrawn` one named a person who was erased since: its ZIP is deleted, its figures stay.
 */
export const LeaverTestStatus = Schema.Literals(["queued", "running", "ready", "failed", "expired", "withdrawn"])
export type LeaverTestStatus = typeof LeaverTestStatus.Type

/** What a worker is at; `done` of `total` leavers where it goes through them. */
export const LeaverTestProgress = Schema.Struct({
  step: Schema.Literals(["population", "sample", "writing"]),
  done: Schema.Int,
  total: Schema.Int
})
export type LeaverTestProgress = typeof LeaverTestProgress.Type

/** A test as requests and the list answer it. */
export const LeaverTest = Schema.Struct({
  id: described(LeaverTestId, "The test"),
  status: LeaverTestStatus,
  parameters: LeaverTestParameters,
  /** Null but while it is made. */
  progress: Schema.NullOr(LeaverTestProgress),
  /** `Deleted user` when the account is gone. */
  requested_by_name: Schema.String,
  /** Bytes of the ZIP; null until it is ready, as is its `sha256`. */
  size_bytes: Schema.NullOr(Schema.Finite),
  sha256: Schema.NullOr(Schema.String),
  /** Why it failed, in a sentence. */
  error: Schema.NullOr(Schema.String),
  created_at: Timestamp,
  completed_at: Schema.NullOr(Timestamp),
  expires_at: Schema.NullOr(Timestamp),
  download_available: Schema.Boolean
}).annotate({ identifier: "LeaverTest" })
export type LeaverTest = typeof LeaverTest.Type

/** The 20 newest, newest first. */
export const LeaverTests = Schema.Struct({ tests: Schema.Array(LeaverTest) })
export type LeaverTests = typeof LeaverTests.Type

/** An exception with the name as it is now; `[erased]` for who was erased. */
export const NamedException = Schema.Struct({ ...ExceptionShown.fields, name: Schema.String })
export type NamedException = typeof NamedException.Type

/** What the browser calls the file of a test. */
export const leaverTestFile = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  `leaver-test-${from}-to-${to}.zip`

/** A test with what it found. */
export const LeaverTestDetails = Schema.Struct({
  ...LeaverTest.fields,
  /** Null until it is ready. */
  result: Schema.NullOr(Schema.Struct({ ...LeaverTestResult.fields, exceptions: Schema.Array(NamedException) }))
}).annotate({ identifier: "LeaverTestDetails" })
export type LeaverTestDetails = typeof LeaverTestDetails.Type

export const LeaverTestDownload = Schema.Struct({
  /** Works without signing in until it expires. */
  url: Schema.String,
  /** Seconds. */
  expires_in: Schema.Int
})
export type LeaverTestDownload = typeof LeaverTestDownload.Type

export const CreateAuditorLink = Schema.Struct({
  label: described(RequiredText(100), "Who the link is for", { example: "External auditor 2026" }),
  expires_in_days: described(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 90 }, { message: "must be between 1 and 90 days" })),
    "Days from now",
    { example: 30 }
  ).pipe(Schema.withDecodingDefaultKey(Effect.succeed(30)))
}).annotate({ identifier: "CreateAuditorLink" })
export type CreateAuditorLink = typeof CreateAuditorLink.Type

/** An auditor link opens one test without an account. Its token is shown once, on creation. */
export const AuditorLink = Schema.Struct({
  id: AuditorLinkId,
  label: Schema.String,
  created_by_name: Schema.String,
  created_at: Timestamp,
  expires_at: Timestamp,
  revoked_at: Schema.NullOr(Timestamp),
  /** Views and downloads; each is in the audit log. */
  views: Schema.Int,
  last_viewed_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "AuditorLink" })
export type AuditorLink = typeof AuditorLink.Type

export const AuditorLinks = Schema.Struct({ links: Schema.Array(AuditorLink) })
export type AuditorLinks = typeof AuditorLinks.Type

export const CreatedAuditorLink = Schema.Struct({
  ...AuditorLink.fields,
  /** The page, shown this once. */
  url: Schema.String
}).annotate({ identifier: "CreatedAuditorLink" })
export type CreatedAuditorLink = typeof CreatedAuditorLink.Type

export const AuditorLinkRevoked = Schema.Struct({ success: Schema.tag(true) })
