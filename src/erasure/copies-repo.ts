import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { employeeCopies } from "#work/employees/copies-repo"
import { commentCopies } from "#work/comments/copies-repo"
import { offboardingCopies } from "#offboarding/offboardings/copies-repo"
import { checklistCopies } from "#work/checklists/copies-repo"
import { documentCopies } from "#work/documents/copies-repo"
import { esignatureCopies } from "#work/esignature/copies-repo"
import { leftBehindCopies } from "#access-removal/left-behind/copies-repo"
import { entitlementCopies } from "#access-removal/entitlements/copies-repo"
import { accessReturnCopies } from "#access-removal/access-returns/copies-repo"
import { notificationCopies } from "#outgoing/notifications/copies-repo"
import { initiationCopies } from "#offboarding/initiations/copies-repo"
import { outboxCopies } from "#outgoing/outbox/copies-repo"
import { webhookCopies } from "#outgoing/webhooks/copies-repo"
import { mailCopies } from "#outgoing/mails/copies-repo"
import { scheduledReportCopies } from "#reports/scheduled-reports/copies-repo"
import { smsCopies } from "#work/sms/copies-repo"
import { exitInterviewCopies } from "#work/exit-interviews/copies-repo"
import { portalCopies } from "#offboarding/portal/copies-repo"
import { memberCopies } from "#organisation/members/copies-repo"
import { revocationCopies } from "#access-removal/revocations/copies-repo"
import { leaverTestCopies } from "#evidence/leaver-test/copies-repo"
import { hrisCopies } from "#offboarding/hris/copies-repo"
import { exportCopies } from "#exports/copies-repo"
import { Transaction } from "#platform/database/db"
import type { ErasedPerson, PersonalCopies } from "#records/personal-copies"

/** What each domain keeps of a person, in the order in which it is emptied. */
export const copies: ReadonlyArray<PersonalCopies> = [
  employeeCopies,
  offboardingCopies,
  checklistCopies,
  commentCopies,
  documentCopies,
  esignatureCopies,
  leftBehindCopies,
  entitlementCopies,
  accessReturnCopies,
  notificationCopies,
  initiationCopies,
  outboxCopies,
  webhookCopies,
  mailCopies,
  scheduledReportCopies,
  smsCopies,
  exitInterviewCopies,
  portalCopies,
  memberCopies,
  revocationCopies,
  leaverTestCopies,
  hrisCopies,
  exportCopies
]

/** Wherever the name or an address of a person was copied to: emptied in the transaction that destroys their keys. */
export class CopiesRepo extends Context.Service<CopiesRepo>()("svc/erasure/CopiesRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return {
      empty: (person: ErasedPerson) =>
        Transaction.use(({ send }) =>
          Effect.forEach(
            copies.flatMap(({ erase }) => erase(sql, person)),
            send,
            { discard: true }
          )
        )
    }
  })
}) {
  static readonly layer = Layer.effect(CopiesRepo, CopiesRepo.make)
}
