import { Effect, Option, Redacted } from "effect"
import { codeForm, formHeaders, grantIn, type MakeOAuthVendor, query } from "#connections/vendors/protocol/oauth"

/** An OAuth app of GitHub: owners' tokens, which do not expire. */
export const githubOAuth: MakeOAuthVendor = (addresses) => ({
  vendors: ["github", "githubLogin"],
  authorizationUrl: ({ clientId }, { challenge, redirectUri, state }) =>
    query(`${addresses.of("githubLogin")}/login/oauth/authorize`, {
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: "admin:org read:user",
      state,
      code_challenge: challenge,
      code_challenge_method: "S256",
      allow_signup: "false"
    }),
  exchange: (calls, client, request) =>
    Effect.flatMap(
      calls.ask({
        url: `${addresses.of("githubLogin")}/login/oauth/access_token`,
        headers: formHeaders,
        body: codeForm(client, request)
      }),
      grantIn
    ),
  revoke: (calls, client, secrets) => {
    const token = Option.fromUndefinedOr(secrets.get("access_token") ?? secrets.get("token"))
    return Option.map(Option.all([client, token]), ([{ clientId, clientSecret }, token]) =>
      calls.write({
        method: "DELETE",
        url: `${addresses.of("github")}/applications/${encodeURIComponent(clientId)}/grant`,
        headers: {
          authorization: `Basic ${Buffer.from(`${clientId}:${Redacted.value(clientSecret)}`).toString("base64")}`,
          accept: "application/vnd.github+json",
          "content-type": "application/json"
        },
        body: JSON.stringify({ access_token: Redacted.value(token) })
      })
    )
  }
})
