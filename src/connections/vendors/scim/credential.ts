import { Effect, Redacted } from "effect"
import { STATUS_CODES } from "node:http"
import type { Candidate } from "#connections/vendors/protocol/connection"
import { CredentialUnproven, type VendorAnswer, type VendorReads } from "#connections/vendors/protocol/connector"

const isRefusal = ({ status }: VendorAnswer) => status === 401 || status === 403

const unanswering = (message: string) => new CredentialUnproven({ reason: "unanswering", message })

/**
 * Proves that a SCIM service is at the URL and accepts the token: reads one user, as a revocation will (RFC 7644,
 * section 3.4.2); if the service lacks that route, its configuration (section 4).
 */
export const proveScim = Effect.fn("proveScim")(function* (calls: VendorReads, { secrets, settings }: Candidate) {
  const token = secrets.get("token")
  const read = (path: string) =>
    calls
      .read({
        url: `${String(settings["base_url"] ?? "")}${path}`,
        headers: {
          authorization: `Bearer ${token === undefined ? "" : Redacted.value(token)}`,
          accept: "application/scim+json, application/json"
        }
      })
      .pipe(
        Effect.filterOrFail(
          (answer) => !isRefusal(answer),
          () =>
            new CredentialUnproven({
              reason: "refused",
              message: "The app did not accept the token. Check the token and its permissions"
            })
        )
      )

  const users = yield* read("/Users?count=1")
  if (users.status < 300) {
    // A start page answers 200 as well.
    if (/^\s*</.test(users.body)) {
      return yield* unanswering("The app answered with a web page. base_url must be the URL above /Users")
    }
    return settings
  }
  const configuration = users.status === 404 ? yield* read("/ServiceProviderConfig") : users
  if (configuration.status >= 300 && configuration.status < 400) {
    return yield* unanswering(
      `The app answered with a redirect (${configuration.status}), which is not followed. Send the final URL as base_url`
    )
  }
  if (configuration.status === 404 || configuration.status >= 500) {
    return yield* unanswering(
      `The app answered ${configuration.status} ${STATUS_CODES[configuration.status] ?? ""}. ${configuration.status === 404 ? "base_url must be the URL above /Users" : "Try again when it works"}`
    )
  }
  return settings
})
