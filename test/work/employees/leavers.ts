import { CalendarDate } from "@svc/contract/kernel/dates"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Effect } from "effect"
import { Offboardings } from "#offboarding/offboardings/service"
import { asCaller, type Member } from "#test/support/people"

/** An offboarding of whoever has this address. */
export const aLeaver = Effect.fnUntraced(function* (by: Member, name: string, email: string) {
  const offboardings = yield* Offboardings
  return yield* asCaller(by)(
    offboardings.create(
      { employee_name: name, employee_email: EmailAddress.make(email), exit_date: CalendarDate.make("2026-04-30") },
      { source: "app" }
    )
  )
})
