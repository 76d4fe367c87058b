import type { EmployeeId, OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { planFeatures } from "@svc/contract/kernel/plans"
import { Context, DateTime, Effect, Option } from "effect"
import type { Transaction } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { boundTo, Secrets } from "#platform/keys/secrets"
import { Wakeups } from "#platform/jobs/wakeups"
import { layerOf } from "#platform/services/layer-of"
import { SmsRepo } from "./repo.ts"
import { maxText, mostADay, phonePurpose, type SmsKind } from "./rules.ts"
import { smsMessages } from "./topic.ts"
import { type SmsWords, smsWords } from "./words.ts"

/** With the plan of numbers of every country: read by who sends messages. */
const numbers = Effect.promise(() => import("./phone-numbers.ts"))

/** Where a message's number and text are stored. */
export const placeOf = (
  message: { readonly org_id: string; readonly id: string },
  column: "sealed_phone" | "sealed_content"
) => boundTo({ orgId: message.org_id, table: "sms_messages", column, rowId: message.id })

interface To {
  readonly orgId: OrgId
  readonly employeeId: EmployeeId
  readonly offboardingId: OffboardingId | null
}

/**
 * Text messages to departing employees, queued with the change that they announce. None are sent without a connected
 * account, the plan's feature, or a valid number in the directory, after an opt-out, or beyond ten in 24 hours.
 */
export class Sms extends Context.Service<
  Sms,
  {
    portalLink(
      to: To,
      link: { readonly url: string; readonly expiresOn: string }
    ): Effect.Effect<void, never, Transaction>
    assetOverdue(
      to: To,
      asset: { readonly itemName: string; readonly returnDeadline: string }
    ): Effect.Effect<void, never, Transaction>
  }
>()("svc/sms/Sms") {
  static readonly layerNoDeps = layerOf(Sms, function* () {
    const repo = yield* SmsRepo
    const secrets = yield* Secrets
    const randomness = yield* Randomness
    const wakeups = yield* Wakeups

    const queue = Effect.fnUntraced(function* (
      { employeeId, offboardingId, orgId }: To,
      kind: SmsKind,
      textIn: (words: SmsWords, organisation: string) => string
    ) {
      const found = yield* repo.recipient(orgId, employeeId)
      if (Option.isNone(found) || !planFeatures[found.value.plan].includes("smsNotifications")) return
      const { jurisdiction, language, organisation, phone } = found.value
      const { e164 } = yield* numbers
      const number = e164(phone, jurisdiction)
      if (Option.isNone(number)) return
      if (yield* repo.isOptedOut(orgId, secrets.hmacs(phonePurpose, number.value))) return
      const at = yield* DateTime.now
      if ((yield* repo.countSince(orgId, employeeId, DateTime.subtract(at, { hours: 24 }))) >= mostADay) return
      const row = { org_id: orgId, id: yield* randomness.uuid }
      yield* repo.insert({
        ...row,
        org_employee_id: employeeId,
        offboarding_id: offboardingId,
        kind,
        sealed_phone: yield* secrets.seal(number.value, placeOf(row, "sealed_phone")),
        phone_digest: secrets.hmac(phonePurpose, number.value),
        sealed_content: yield* secrets.seal(
          textIn(smsWords[language], organisation).slice(0, maxText).toWellFormed(),
          placeOf(row, "sealed_content")
        ),
        at
      })
      yield* wakeups.signal(smsMessages)
    })

    return Sms.of({
      portalLink: (to, link) => queue(to, "portal_link", (words, organisation) => words.portal(organisation, link)),
      assetOverdue: (to, asset) =>
        queue(to, "asset_overdue", (words, organisation) => words.overdue(organisation, asset))
    })
  })
}
