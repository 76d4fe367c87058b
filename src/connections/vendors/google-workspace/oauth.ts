import { Effect, Option, Redacted } from "effect"
import { codeForm, form, formHeaders, grantIn, type MakeOAuthVendor, query } from "#connections/vendors/protocol/oauth"

/** What Google grants of these scopes. */
export const googleOAuth =
  (scopes: ReadonlyArray<string>): MakeOAuthVendor =>
  (addresses) => ({
    vendors: ["googleAccounts", "googleOauth"],
    authorizationUrl: ({ clientId }, { challenge, redirectUri, state }) =>
      query(`${addresses.of("googleAccounts")}/o/oauth2/v2/auth`, {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: "code",
        scope: scopes.map((scope) => `https://www.googleapis.com/auth/${scope}`).join(" "),
        state,
        code_challenge: challenge,
        code_challenge_method: "S256",
        // Without both there is no refresh token when the account has consented before.
        access_type: "offline",
        prompt: "consent"
      }),
    exchange: (calls, client, request) =>
      Effect.flatMap(
        calls.ask({
          url: `${addresses.of("googleOauth")}/token`,
          headers: formHeaders,
          body: codeForm(client, request)
        }),
        grantIn
      ),
    // In the body, since addresses are logged. Ending the refresh token ends its access tokens too (connections-19).
    revoke: (calls, _client, secrets) =>
      Option.map(Option.fromUndefinedOr(secrets.get("refresh_token") ?? secrets.get("access_token")), (token) =>
        calls.write({
          method: "POST",
          url: `${addresses.of("googleOauth")}/revoke`,
          headers: formHeaders,
          body: form({ token: Redacted.value(token) })
        })
      )
  })
