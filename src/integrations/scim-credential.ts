import { TargetTokenRefused, TargetUnanswering } from "@svc/contract/integrations/errors"
import { Effect } from "effect"
import { STATUS_CODES } from "node:http"
import { type AddressRefused, Outbound, type OutboundFailed, type OutboundResponse } from "#platform/outbound"

const isRefusal = ({ status }: OutboundResponse) => status === 401 || status === 403

const unanswering = (failure: AddressRefused | OutboundFailed) =>
  new TargetUnanswering({
    error:
      failure._tag === "OutboundFailed" && failure.kind === "timeout"
        ? "The service did not answer in time. Check base_url and try again"
        : "The service could not be reached. Check base_url and try again"
  })

/**
 * Proves that a SCIM service stands at the address and takes the token: reads one user, as a revocation will have to
 * (RFC 7644, section 3.4.2); where that is no route of the service, its configuration (section 4).
 */
export const proveScimCredential = Effect.fn("proveScimCredential")(function* (target: {
  readonly baseUrl: string
  readonly token: string
}) {
  const outbound = yield* Outbound
  const read = (path: string) =>
    outbound
      .send({
        method: "GET",
        url: `${target.baseUrl}${path}`,
        headers: { authorization: `Bearer ${target.token}`, accept: "application/scim+json, application/json" }
      })
      .pipe(
        Effect.mapError(unanswering),
        Effect.filterOrFail(
          (answer) => !isRefusal(answer),
          () => new TargetTokenRefused()
        )
      )

  const users = yield* read("/Users?count=1")
  if (users.status !== 404 && users.status < 300) return
  const configuration = users.status === 404 ? yield* read("/ServiceProviderConfig") : users
  if (configuration.status >= 300 && configuration.status < 400) {
    return yield* new TargetUnanswering({
      error: `The service answered with a redirect (${configuration.status}), which is not followed. Give its final address as base_url`
    })
  }
  if (configuration.status === 404) {
    return yield* new TargetUnanswering({
      error: `The service answered ${configuration.status} ${STATUS_CODES[configuration.status] ?? ""}. base_url must be the address above /Users`
    })
  }
})
