import { ChainReport } from "@svc/contract/audit-verification/schema"
import { DirectoryEmployee } from "@svc/contract/employees/schema"
import { Caller } from "@svc/contract/kernel/access"
import { TooManyRequests } from "@svc/contract/kernel/errors"
import { leaverTestRequirement } from "@svc/contract/leaver-test/api"
import { LeaverTestNotFound } from "@svc/contract/leaver-test/errors"
import { LeaverTestStatistics } from "@svc/contract/leaver-test/figures"
import { LeaverTest } from "@svc/contract/leaver-test/schema"
import {
  CaseLeftBehind,
  type LeftBehindDisposition,
  LeftBehindItem,
  type LeftBehindKind
} from "@svc/contract/left-behind/schema"
import { MissingItem, OffboardingDetails, OffboardingStatus } from "@svc/contract/offboardings/schema"
import { ResidualAccess, ResidualAccessByApp } from "@svc/contract/residual-access/schema"
import { RevocationPreview, RevocationRun } from "@svc/contract/revocations/schema"
import type { ApiScope } from "@svc/contract/kernel/permissions"
import { Effect, Schema, Struct } from "effect"
import { RateLimits } from "#access/rate-limits"
import { checkFeature, checkRecords, checkScope } from "#access/requirements"
import { AuditVerification } from "#audit/verification/service"
import { Offboardings } from "#offboarding/offboardings/service"
import { LeaverTests } from "#evidence/leaver-test/service"
import { Employees } from "#work/employees/service"
import { LeftBehinds } from "#access-removal/left-behind/service"
import { ResidualAccesses } from "#access-removal/residual-access/service"
import { Revocations } from "#access-removal/revocations/service"
import { quoted, refusing } from "./quoting.ts"

/** What is read by a key for assistants needs the scope of that data, too. */
export const needs = (scope: ApiScope) =>
  Effect.flatMap(Caller, (caller) => Effect.fromResult(checkScope(caller, scope)))

/** What the app's route asks of a member: its permissions are the scope of a key, whose records are all (proof-114). */
const needsLeaverTests = Effect.gen(function* () {
  yield* needs("compliance:read")
  const caller = yield* Caller
  yield* Effect.fromResult(checkRecords(caller, leaverTestRequirement.records))
  yield* Effect.fromResult(checkFeature(caller, leaverTestRequirement.feature))
})

const rows = 20
const runsShown = 3

const Person = Schema.Struct(
  Struct.pick(DirectoryEmployee.fields, ["id", "full_name", "email", "role", "department", "manager_email", "status"])
)
const People = quoted(Schema.Struct({ people: Schema.Array(Person), total: Schema.Int }))

const Page = quoted(Schema.Json)
const readPage = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Json))

// The member who started a run is hidden; readers of the audit log see it.
const Run = Schema.Struct(Struct.omit(RevocationRun.fields, ["started_by"]))
const Case = quoted(
  Schema.Struct({
    offboarding: OffboardingDetails,
    revocation_runs: Schema.Array(Run),
    revocation_runs_total: Schema.Int
  })
)

const Moves = quoted(
  Schema.Struct({
    status: OffboardingStatus,
    moves: Schema.Array(
      Schema.Struct({
        to: OffboardingStatus,
        allowed: Schema.Boolean,
        why: Schema.NullOr(Schema.String),
        missing: Schema.Array(MissingItem)
      })
    )
  })
)

const Preview = quoted(RevocationPreview)

const Finding = Schema.Struct(Struct.omit(ResidualAccess.fields, ["resolved_by"]))
const Findings = quoted(
  Schema.Struct({ findings: Schema.Array(Finding), total: Schema.Int, by_app: ResidualAccessByApp.fields.apps })
)

// The item's id at the app, and the member who resolved it, are hidden from assistants.
const Item = Schema.Struct(Struct.omit(LeftBehindItem.fields, ["external_id", "settled_by", "go"]))
const Left = quoted(
  Schema.Struct({
    on: Schema.Boolean,
    note: Schema.NullOr(Schema.String),
    items: Schema.Array(Item),
    total: Schema.Int,
    apps: Schema.NullOr(CaseLeftBehind.fields.apps)
  })
)

/** Nothing was scanned: an empty list proves nothing (proof-115). */
const scanOff =
  "Scanning for orphaned items is off in this organization. An empty list does not mean that there are none."

const { by_app, by_cause, by_tier, leavers, removals } = LeaverTestStatistics.fields
const Figures = quoted(
  Schema.Struct({
    test: Schema.Struct(Struct.pick(LeaverTest.fields, ["id", "status", "parameters", "created_at", "completed_at"])),
    figures: Schema.NullOr(Schema.Struct({ leavers, removals, by_tier, by_app, by_cause })),
    completeness: Schema.NullOr(
      Schema.Struct({ complete: Schema.Boolean, why: Schema.optionalKey(Schema.Array(Schema.String)) })
    )
  })
)

const Chain = quoted(ChainReport)

const verifications = { limit: 2, windowSeconds: 60 }

/** What the tools do that only look: each asks the service that a person's screen asks. */
export const makeLooking = Effect.gen(function* () {
  const employees = yield* Employees
  const offboardings = yield* Offboardings
  const revocations = yield* Revocations
  const residual = yield* ResidualAccesses
  const leftBehind = yield* LeftBehinds
  const leaverTests = yield* LeaverTests
  const verification = yield* AuditVerification
  const limits = yield* RateLimits

  const find_person = Effect.fn("Assistants.find_person")(function* (asked: {
    readonly query: string
    readonly limit?: number
  }) {
    yield* needs("employees:read")
    const found = yield* employees.list({ q: asked.query, limit: asked.limit ?? rows, offset: 0 })
    return yield* People({ people: found.rows, total: found.total })
  }, refusing)

  const list_offboardings = Effect.fn("Assistants.list_offboardings")(function* (asked: {
    readonly status?: OffboardingStatus
    readonly department?: string
    readonly page?: number
    readonly limit?: number
  }) {
    yield* needs("offboardings:read")
    const { department, limit = rows, page = 1, status } = asked
    const bytes = yield* offboardings.pageJson({ page, limit, status, department })
    return yield* Page(yield* Effect.orDie(readPage(new TextDecoder().decode(bytes))))
  }, refusing)

  const get_offboarding = Effect.fn("Assistants.get_offboarding")(function* ({
    offboarding_id: id
  }: {
    readonly offboarding_id: OffboardingDetails["id"]
  }) {
    yield* needs("offboardings:read")
    const offboarding = yield* offboardings.show(id)
    const runs = yield* revocations.history(id, { limit: runsShown, offset: 0 })
    return yield* Case({ offboarding, revocation_runs: runs.rows, revocation_runs_total: runs.total })
  }, refusing)

  const explain_gate = Effect.fn("Assistants.explain_gate")(function* (asked: {
    readonly offboarding_id: OffboardingDetails["id"]
    readonly to?: OffboardingStatus
  }) {
    yield* needs("offboardings:read")
    const { moves, status } = yield* offboardings.explain(asked.offboarding_id)
    return yield* Moves({ status, moves: moves.filter(({ to }) => asked.to === undefined || to === asked.to) })
  }, refusing)

  const preview_revocation = Effect.fn("Assistants.preview_revocation")(function* ({
    apps,
    offboarding_id: offboardingId
  }: {
    readonly offboarding_id: OffboardingDetails["id"]
    readonly apps?: ReadonlyArray<string>
  }) {
    yield* needs("offboardings:read")
    return yield* Preview(yield* revocations.preview({ offboardingId, ...(apps === undefined ? {} : { apps }) }))
  }, refusing)

  const residual_access = Effect.fn("Assistants.residual_access")(function* ({
    limit = rows,
    page = 1,
    ...filters
  }: {
    readonly status?: "open" | "resolved" | "all"
    readonly offboarding_id?: OffboardingDetails["id"]
    readonly service?: string
    readonly page?: number
    readonly limit?: number
  }) {
    yield* needs("offboardings:read")
    const found = yield* residual.list({ ...filters, limit, offset: (page - 1) * limit })
    const { apps } = yield* residual.byApp
    return yield* Findings({ findings: found.rows, total: found.total, by_app: apps })
  }, refusing)

  const left_behind = Effect.fn("Assistants.left_behind")(function* ({
    disposition,
    limit = rows,
    offboarding_id: id,
    page = 1,
    ...filters
  }: {
    readonly offboarding_id?: OffboardingDetails["id"]
    readonly disposition?: LeftBehindDisposition | "all"
    readonly kind?: LeftBehindKind
    readonly service?: string
    readonly page?: number
    readonly limit?: number
  }) {
    yield* needs("offboardings:read")
    const ofOne = id === undefined ? {} : { offboarding_id: id, disposition: disposition ?? ("all" as const) }
    const asked = { ...(disposition === undefined ? {} : { disposition }), ...ofOne, ...filters }
    const found = yield* leftBehind.list({ ...asked, limit, offset: (page - 1) * limit })
    const apps = id === undefined ? null : (yield* leftBehind.ofCase(id)).apps
    const { on } = yield* leftBehind.settings
    return yield* Left({ on, note: on ? null : scanOff, items: found.rows, total: found.total, apps })
  }, refusing)

  const leaver_test = Effect.fn("Assistants.leaver_test")(function* (asked: { readonly id?: LeaverTest["id"] }) {
    yield* needsLeaverTests
    const newest = (yield* leaverTests.list).tests.find(
      ({ completed_at, status }) => status !== "failed" && completed_at !== null
    )
    const id = asked.id ?? newest?.id
    if (id === undefined) return yield* new LeaverTestNotFound()
    const { result, ...test } = yield* leaverTests.show(id)
    const completeness = result?.completeness ?? null
    return yield* Figures({ test, figures: result?.statistics ?? null, completeness })
  }, refusing)

  const verify = Effect.fn("Assistants.verify")(function* () {
    const caller = yield* Caller
    const verdict = yield* limits.consume(
      `audit-verify:${caller.orgId}`,
      verifications.limit,
      verifications.windowSeconds
    )
    if (!verdict.allowed) return yield* new TooManyRequests()
    return yield* Chain(yield* verification.verify(caller.orgId, caller))
  }, refusing)

  return {
    find_person,
    list_offboardings,
    get_offboarding,
    explain_gate,
    preview_revocation,
    residual_access,
    left_behind,
    leaver_test,
    verify
  }
})
