import { Integration } from "@svc/contract/integrations/schema"
import { ScimSetUp, ScimUser } from "@svc/contract/scim/schema"
import { oktaToken } from "@svc/lab/okta"
import { Effect, Option, Schema } from "effect"
import type { signIn } from "./customer.ts"
import { DemoFailed } from "./demo-failed.ts"
import { expecting } from "./http-call.ts"
import type { NeighboursControl } from "./neighbours-control.ts"
import { step } from "./printer.ts"

type Session = Effect.Success<ReturnType<typeof signIn>>

const readCreated = Schema.decodeUnknownOption(Schema.Struct({ data: Schema.Struct({ offboardingId: Schema.String }) }))

const Begun = Schema.Struct({
  status: Schema.String,
  source: Schema.String,
  exit_date: Schema.String,
  apps_to_revoke: Schema.Array(Schema.String)
})

/** The service saves the token after a successful call to Okta, and never shows it again. */
export const connectOkta = Effect.fnUntraced(function* (session: Session) {
  const { config, service_name } = yield* session.ask("POST", "/api/integrations/okta/connect", 201, Integration, {
    domain: "larkspur.okta.com",
    api_token: oktaToken
  })
  step(
    "Connect Okta: POST /api/integrations/okta/connect",
    `201 ${service_name}, checked by a call to Okta; domain ${config?.["domain"]}, api_token ${config?.["api_token"]}`
  )
})

/** Plays an identity provider: deactivating a person over SCIM starts an offboarding. Returns that offboarding. */
export const deprovision = Effect.fnUntraced(function* (
  { baseUrl, neighbours }: { readonly baseUrl: string; readonly neighbours: NeighboursControl },
  session: Session,
  person: { readonly name: string; readonly email: string }
) {
  const { endpoint, token } = yield* session.ask("POST", "/api/integrations/scim/setup", 200, ScimSetUp, {
    mode: "compat"
  })
  const users = `${baseUrl}/scim/v2/Users`
  const headers = { authorization: `Bearer ${token}` }
  yield* neighbours.hire([person.email])
  const user = yield* expecting(
    { method: "POST", url: users, headers, body: { userName: person.email, displayName: person.name } },
    201,
    ScimUser
  )
  step(
    "SCIM: POST /api/integrations/scim/setup, then the identity provider's POST /scim/v2/Users",
    `200 a token for ${endpoint}, shown once; 201 ${user.displayName} is in the directory`
  )

  const body = { Operations: [{ op: "replace", path: "active", value: false }] }
  yield* expecting({ method: "PATCH", url: `${users}/${user.id}`, headers, body }, 200, ScimUser)
  const delivery = yield* neighbours.awaitDelivery(
    "offboarding.created",
    (one) => one.event === "offboarding.created" && JSON.stringify(one.body).includes(person.name)
  )
  const created = readCreated(delivery.body)
  if (Option.isNone(created)) {
    return yield* new DemoFailed({ message: `The webhook has no offboarding ID: ${JSON.stringify(delivery.body)}` })
  }
  const { offboardingId } = created.value.data
  const path = `/api/employees/${offboardingId}`
  const begun = yield* session.ask("GET", path, 200, Begun)
  step(
    "The identity provider deactivates the person: PATCH /scim/v2/Users/{id}, active false",
    `200; the webhook ${delivery.event} reports an offboarding: ${begun.status}, source ${begun.source}, last day ${begun.exit_date}, apps ${begun.apps_to_revoke.join(", ")}`
  )
  return { ...person, offboardingId }
})
