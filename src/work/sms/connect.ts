import type { CredentialRefused, VendorUnanswering } from "@svc/contract/integrations/errors"
import type { Integration } from "@svc/contract/integrations/schema"
import type { Caller } from "@svc/contract/kernel/access"
import { SmsConnectRefused } from "@svc/contract/sms/errors"
import type { ConnectSms } from "@svc/contract/sms/schema"
import { Context, Effect, Redacted } from "effect"
import { auditText } from "#audit/record/text"
import { Integrations } from "#connections/integrations/service"
import { VendorAddresses } from "#connections/vendors/protocol/addresses"
import { layerOf } from "#platform/services/layer-of"
import { serviceName } from "./rules.ts"
import { prove } from "./twilio.ts"

/** Connects the organization's Twilio account (texts-1). */
export class SmsConnecting extends Context.Service<
  SmsConnecting,
  {
    /** Only what a real request has proven is saved. */
    connect(
      body: ConnectSms
    ): Effect.Effect<Integration, SmsConnectRefused | CredentialRefused | VendorUnanswering, Caller>
  }
>()("svc/sms/SmsConnecting") {
  static readonly layerNoDeps = layerOf(SmsConnecting, function* () {
    const integrations = yield* Integrations
    const addresses = yield* VendorAddresses
    const refuse = (error: string) => new SmsConnectRefused({ error })

    const connect = Effect.fn("SmsConnecting.connect")(function* (body: ConnectSms) {
      const from = body.from ?? body.from_number
      if (from === undefined && body.messaging_service_sid === undefined) {
        return yield* refuse("from: send the sender's number, or a messaging_service_sid")
      }
      const token = Redacted.make(body.auth_token)
      const [record] = yield* integrations.connectService({
        serviceName,
        protocol: "twilio",
        details: auditText`Text messages by the Twilio account ${body.account_sid}`,
        calls: { vendors: ["twilio"] },
        prove: (calls) => prove(calls, { baseUrl: addresses.of("twilio"), sid: body.account_sid, token }),
        keep: () =>
          Effect.succeed({
            settings: {
              account_sid: body.account_sid,
              ...(from === undefined ? {} : { from }),
              ...(body.messaging_service_sid === undefined ? {} : { messaging_service_sid: body.messaging_service_sid })
            },
            secrets: new Map([["auth_token", token]])
          })
      })
      return record
    })

    return SmsConnecting.of({ connect })
  })
}
