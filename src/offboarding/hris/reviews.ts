import { ExitDateRequired, HrisReviewDecided, HrisReviewNotFound } from "@svc/contract/hris/errors"
import type { AcceptHrisReview, DismissHrisReview, HrisReview, ListHrisReviews } from "@svc/contract/hris/schema"
import { Caller } from "@svc/contract/kernel/access"
import { ApprovalRequired, OutsideRecordScope, PastExitDatePermission } from "@svc/contract/kernel/errors"
import type { HrisReviewId, OffboardingId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Option } from "effect"
import { ApprovalChains } from "#offboarding/approval-chains/service"
import { Audit } from "#audit/record/service"
import { type AuditText, auditText, personal } from "#audit/record/text"
import { type AdmittedCase, Offboardings } from "#offboarding/offboardings/service"
import { Db } from "#platform/database/db"
import { isCaseIn } from "#records/record-scope"
import { makeAllApps } from "./leavers.ts"
import { HrisRepo } from "./repo.ts"
import { type ReviewRow, ReviewsRepo } from "./reviews-repo.ts"

const shown = ({
  employee_department: _department,
  employee_role: _role,
  person_key_id: _key,
  ...review
}: ReviewRow): HrisReview => review

const stays = "The HR system reports that they stay"

/** No member creates a case outside their records, or revokes access immediately without the permission. */
const admit = Effect.fnUntraced(function* (offboarding: AdmittedCase) {
  const { permissions, records } = yield* Caller
  if (!isCaseIn(records, offboarding)) return yield* new OutsideRecordScope()
  if (
    offboarding.apps.length > 0 &&
    offboarding.exit_date < offboarding.today &&
    !permissions.includes("access_revoke")
  ) {
    return yield* new PastExitDatePermission()
  }
})

/** What syncs leave to be decided. */
export const makeReviews = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* ReviewsRepo
  const leavers = yield* HrisRepo
  const audit = yield* Audit
  const offboardings = yield* Offboardings
  const chains = yield* ApprovalChains
  const allApps = yield* makeAllApps

  const list = Effect.fn("Hris.reviews")(function* ({ limit, offset, status = "waiting" }: ListHrisReviews) {
    const { orgId, records } = yield* Caller
    const listing = { orgId, records, status }
    const rows = yield* repo.page(listing, { limit, offset })
    return { rows: rows.map(shown), total: yield* repo.count(listing), limit, offset }
  }, db.transact)

  const waiting = Effect.fnUntraced(function* (id: HrisReviewId) {
    const { orgId, records } = yield* Caller
    const found = yield* repo.lock(orgId, id, records)
    if (Option.isNone(found)) return yield* new HrisReviewNotFound()
    if (found.value.status !== "waiting") return yield* new HrisReviewDecided()
    return found.value
  })

  const settle = Effect.fnUntraced(function* (
    review: ReviewRow,
    status: "accepted" | "dismissed",
    offboardingId: OffboardingId | null,
    details: AuditText
  ) {
    const { orgId, userId } = yield* Caller
    const now = yield* DateTime.now
    yield* repo.decide({ orgId, id: review.id, status, offboardingId, by: userId, at: now })
    yield* audit.record({
      action: `hris_review_${status}`,
      target: auditText`Employee ${personal(review.person_key_id, review.employee_name)}`,
      details: [`kind: ${review.kind}`, ...details],
      orgEmployeeId: review.employee_id,
      ...(offboardingId === null ? {} : { offboardingId })
    })
    return shown({ ...review, status, offboarding_id: offboardingId ?? review.offboarding_id, decided_at: now })
  })

  const create = Effect.fnUntraced(function* (review: ReviewRow, input: AcceptHrisReview) {
    const exitDate = input.exit_date ?? review.last_day
    if (exitDate === null) return yield* new ExitDateRequired()
    const { id } = yield* offboardings
      .create(
        {
          employee_name: review.employee_name,
          employee_email: review.employee_email,
          employee_role: review.employee_role,
          employee_department: review.employee_department,
          exit_date: exitDate,
          separation_type: input.separation_type ?? "other",
          apps_to_revoke: input.apps_to_revoke ?? (yield* allApps),
          org_employee_id: review.employee_id
        },
        { source: "hris", admit }
      )
      .pipe(
        // None of these is named here.
        Effect.catchTags({
          ManagerIsEmployee: Effect.die,
          JurisdictionUnknown: Effect.die,
          EmploymentEndsBeforeExit: Effect.die,
          AccessEndsAfterEmployment: Effect.die
        })
      )
    return id
  })

  /** The case was changed, completed, or canceled: nothing remains to do. */
  const overtaken = () => Effect.fail(new HrisReviewDecided())

  const move = Effect.fnUntraced(function* (id: OffboardingId, review: ReviewRow, input: AcceptHrisReview) {
    const exitDate = input.exit_date ?? review.last_day
    if (exitDate === null) return yield* new ExitDateRequired()
    yield* offboardings.edit(id, { exit_date: exitDate }).pipe(
      Effect.catchTags({
        OffboardingNotFound: () => Effect.fail(new HrisReviewNotFound()),
        OffboardingCancelled: overtaken,
        AppsBeingRevoked: overtaken,
        LegalHoldInForce: overtaken,
        // Only the day changes, so none of these is met.
        ManagerIsEmployee: Effect.die,
        PersonInUse: Effect.die,
        JurisdictionUnknown: Effect.die,
        AccessCutOffPermission: Effect.die
      })
    )
    return id
  })

  const cancel = Effect.fnUntraced(function* (id: OffboardingId, input: AcceptHrisReview) {
    yield* offboardings.update(id, { status: "cancelled", reason: input.reason ?? stays }, { source: "app" }).pipe(
      Effect.catchTags({
        OffboardingNotFound: () => Effect.fail(new HrisReviewNotFound()),
        OffboardingCancelled: overtaken,
        CompletedNotCancellable: overtaken,
        StageGateClosed: Effect.die,
        MemberHandover: Effect.die,
        CancelReasonRequired: Effect.die,
        ManagerIsEmployee: Effect.die
      })
    )
    return id
  })

  const accept = Effect.fn("Hris.acceptReview")(function* (id: HrisReviewId, input: AcceptHrisReview) {
    const { orgId } = yield* Caller
    const review = yield* waiting(id)
    // The HR system's day needs no approval; a member who needs one cannot choose another day.
    const isOwnDay = input.exit_date !== undefined && input.exit_date !== review.last_day
    if (isOwnDay && review.kind !== "rescinded" && (yield* chains.isRequiredOfCaller)) {
      return yield* new ApprovalRequired({
        error:
          "Your organization requires approval for an offboarding, so the last day comes from the HR system. " +
          "Omit exit_date, ask HR or an admin, or submit a request: POST /api/offboarding-initiations"
      })
    }
    const existing = review.offboarding_id
    const offboardingId =
      review.kind === "rescinded" && existing !== null
        ? yield* cancel(existing, input)
        : review.kind === "date_changed" && existing !== null
          ? yield* move(existing, review, input)
          : yield* create(review, input)
    if (review.kind !== "rescinded") {
      yield* leavers.remember({
        orgId,
        employeeId: review.employee_id,
        origin: review.origin,
        lastDay: review.last_day,
        offboardingId,
        now: yield* DateTime.now
      })
    }
    return yield* settle(review, "accepted", offboardingId, [])
  }, db.transact)

  const dismiss = Effect.fn("Hris.dismissReview")(function* (id: HrisReviewId, { reason }: DismissHrisReview) {
    const review = yield* waiting(id)
    return yield* settle(
      review,
      "dismissed",
      null,
      reason === undefined ? [] : auditText`, reason: ${personal(review.person_key_id, reason)}`
    )
  }, db.transact)

  return { list, accept, dismiss }
})
