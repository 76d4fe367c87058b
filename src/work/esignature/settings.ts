import type { SignatureSettings } from "@svc/contract/esignature/schema"
import { Caller } from "@svc/contract/kernel/access"
import { Context, DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { SignaturesRepo } from "./repo.ts"
import { defaultSettings } from "./rules.ts"

const shown = ({ expiry_days, reminder_days }: SignatureSettings) =>
  `${reminder_days === null ? "no reminders" : `a reminder every ${reminder_days} days`}, ${expiry_days} days in all`

/** How long signers have, and how often they are reminded (signing-18). */
export class SigningSettings extends Context.Service<
  SigningSettings,
  {
    readonly show: Effect.Effect<SignatureSettings, never, Caller>
    /** Holds for requests from now on; the same again changes nothing. */
    change(settings: SignatureSettings): Effect.Effect<SignatureSettings, never, Caller>
  }
>()("svc/esignature/SigningSettings") {
  static readonly layerNoDeps = layerOf(SigningSettings, function* () {
    const db = yield* Db
    const repo = yield* SignaturesRepo
    const audit = yield* Audit

    const read = Effect.gen(function* () {
      const { orgId } = yield* Caller
      return Option.getOrElse(yield* repo.settings(orgId), () => defaultSettings)
    })

    const change = Effect.fn("SigningSettings.change")(function* (settings: SignatureSettings) {
      const { orgId } = yield* Caller
      const before = yield* read
      if (before.expiry_days === settings.expiry_days && before.reminder_days === settings.reminder_days) {
        return settings
      }
      yield* repo.saveSettings({ ...settings, orgId, at: yield* DateTime.now })
      yield* audit.record({
        action: "signature_settings_updated",
        target: auditText`E-signature`,
        details: auditText`${shown(before)} -> ${shown(settings)}`
      })
      return settings
    }, db.transact)

    return SigningSettings.of({ show: db.transact(read), change })
  })
}
