import { CalendlyConnectRefused } from "@svc/contract/exit-interviews/errors"
import type { ConnectCalendly } from "@svc/contract/exit-interviews/schema"
import type { Integration } from "@svc/contract/integrations/schema"
import type { Caller } from "@svc/contract/kernel/access"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { auditText } from "#audit/text"
import { Integrations } from "#integrations/service"
import { VendorAddresses } from "#vendors/addresses"
import { VendorClient } from "#vendors/calls"
import { statusText } from "#vendors/outcome"

const serviceName = "calendly"

const Me = Schema.fromJsonString(
  Schema.Struct({
    resource: Schema.Struct({
      uri: Schema.String,
      current_organization: Schema.optionalKey(Schema.NullOr(Schema.String))
    })
  })
)

/** Where exit interviews are booked. */
export class ExitInterviews extends Context.Service<
  ExitInterviews,
  {
    /** Only a token that Calendly takes is saved, with the user and the organisation that it is of. */
    connect(body: ConnectCalendly): Effect.Effect<Integration, CalendlyConnectRefused, Caller>
  }
>()("svc/exit-interviews/ExitInterviews") {
  static readonly layerNoDeps = Layer.effect(
    ExitInterviews,
    Effect.gen(function* () {
      const integrations = yield* Integrations
      const addresses = yield* VendorAddresses
      const client = yield* VendorClient
      const refuse = (error: string) => new CalendlyConnectRefused({ error })

      const connect = Effect.fn("ExitInterviews.connect")(function* (body: ConnectCalendly) {
        const token = body.token ?? body.access_token ?? body.api_key
        if (token === undefined) return yield* refuse("token: give a personal access token of Calendly's")
        const calls = yield* client.callsFor({ vendors: ["calendly"] })
        const answer = yield* calls
          .read({
            url: `${addresses.of("calendly")}/users/me`,
            headers: { authorization: `Bearer ${token}`, accept: "application/json" }
          })
          .pipe(Effect.mapError(({ message }) => refuse(`${message}. Try again`)))
        if (answer.status === 401 || answer.status === 403) {
          return yield* refuse("Calendly did not accept the token. Make a new personal access token and try again")
        }
        if (answer.status !== 200) return yield* refuse(`Calendly answered ${statusText(answer.status)}. Try again`)
        const { resource } = yield* Schema.decodeUnknownEffect(Me)(answer.body).pipe(
          Effect.mapError(() => refuse("Calendly gave an answer that cannot be read. Try again"))
        )
        return yield* integrations.connect({
          serviceName,
          protocol: serviceName,
          settings: {
            user: resource.uri,
            ...(typeof resource.current_organization === "string"
              ? { organization: resource.current_organization }
              : {}),
            ...(body.event_type === undefined ? {} : { event_type: body.event_type })
          },
          secrets: new Map([
            ["token", Redacted.make(token)],
            ...(body.webhook_signing_key === undefined
              ? []
              : [["webhook_signing_key", Redacted.make(body.webhook_signing_key)] as const])
          ]),
          canRevoke: false,
          details: auditText`Exit interviews by Calendly`
        })
      })

      return ExitInterviews.of({ connect })
    })
  )
}
