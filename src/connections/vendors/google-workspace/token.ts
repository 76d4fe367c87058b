import { Context, Data, DateTime, Effect, Option, Redacted, Schema } from "effect"
import { importPKCS8, SignJWT } from "jose"
import type { VendorAddresses } from "#connections/vendors/protocol/addresses"
import type { VendorAnswer, VendorReads, VendorUnanswered } from "#connections/vendors/protocol/calls"
import { formOf } from "#connections/vendors/protocol/client-credentials"
import type { Candidate } from "#connections/vendors/protocol/connection"
import { setting } from "#connections/vendors/protocol/connection-fields"
import type { OAuthClient } from "#connections/vendors/protocol/oauth"
import { type AppResult, failed, refused } from "#connections/vendors/protocol/outcome"
import { reasonBy } from "#connections/vendors/protocol/reason-code"
import { reader } from "#connections/vendors/protocol/vendor-json"

/** This service as Google knows it: without it no token can be renewed. The operator registers it. */
export const GoogleClient = Context.Reference<Option.Option<OAuthClient>>("svc/vendors/GoogleClient", {
  defaultValue: Option.none
})

/** No token is available; `result` is the app's outcome. */
export class NoToken extends Data.TaggedError("NoToken")<{ readonly result: AppResult }> {}

export type Token = Effect.Effect<Redacted.Redacted, NoToken | VendorUnanswered>

/** What opens Google for one piece of work. */
export interface GoogleTokens {
  /** For the directory, as the administrator. */
  readonly admin: Token
  /** A new token after Google rejected this one; none if there is no way to get one. */
  readonly renewed: Option.Option<Token>
  /** For a mailbox, as its owner; only a service account can impersonate. */
  readonly asOwner: (email: string, admin: Redacted.Redacted) => Token
  /** For more than the directory, as the administrator; by OAuth the token that there is, with what was granted with it. */
  readonly asAdmin: (scopes: ReadonlyArray<string>, admin: Redacted.Redacted) => Token
  /** As a person of the domain; none with OAuth, where the token is the administrator's. */
  readonly asSomebody: Option.Option<(email: string, scopes: ReadonlyArray<string>) => Token>
}

type Keys = Pick<Candidate, "secrets" | "settings">

// A token that expires during its use is as useless as an expired one.
const margin = 60_000

const lifetime = 3600

// Named so in every key file: the audience is Google's own address, wherever the request goes.
const audience = "https://oauth2.googleapis.com/token"

const scope = (names: ReadonlyArray<string>) => names.map((name) => `https://www.googleapis.com/auth/${name}`).join(" ")

const directoryScopes = ["admin.directory.user", "admin.directory.user.security"]

const ServiceAccount = Schema.Struct({ client_email: Schema.NonEmptyString, private_key: Schema.NonEmptyString })
type ServiceAccount = typeof ServiceAccount.Type

const readServiceAccount = reader(ServiceAccount)

const serviceAccountIn = ({ secrets }: Keys): Option.Option<ServiceAccount> =>
  Option.firstSomeOf(
    ["service_account", "service_account_json", "service_account_key"].map((name) =>
      Option.flatMap(Option.fromUndefinedOr(secrets.get(name)), (file) => readServiceAccount(Redacted.value(file)))
    )
  )

/** The administrator whom a service account acts as. */
const subjectIn = (keys: Keys) =>
  ["admin_email", "subject", "delegated_admin"].map((name) => setting(keys, name)).find((email) => email !== "")

const readGrant = reader(Schema.Struct({ access_token: Schema.NonEmptyString }))

const reasonIn = reasonBy(Schema.fromJsonString(Schema.Struct({ error: Schema.String })), ({ error }) => error)

const grantedIn = (answer: VendorAnswer): Effect.Effect<Redacted.Redacted, NoToken> => {
  if (answer.status >= 300) return Effect.fail(new NoToken({ result: refused(answer.status, reasonIn(answer)) }))
  return Option.match(readGrant(answer.body), {
    onNone: () => Effect.fail(new NoToken({ result: failed("Google's answer to the sign-in had no token") })),
    onSome: ({ access_token }) => Effect.succeed(Redacted.make(access_token))
  })
}

const signed = Effect.fnUntraced(function* (account: ServiceAccount, subject: string, scopes: string) {
  const now = Math.floor((yield* DateTime.now).epochMilliseconds / 1000)
  return yield* Effect.tryPromise({
    try: async () =>
      new SignJWT({ scope: scopes })
        .setProtectedHeader({ alg: "RS256", typ: "JWT" })
        .setIssuer(account.client_email)
        .setSubject(subject)
        .setAudience(audience)
        .setIssuedAt(now)
        .setExpirationTime(now + lifetime)
        .sign(await importPKCS8(account.private_key, "RS256")),
    catch: () =>
      new NoToken({
        result: failed("The service account's private key cannot be read. Connect Google Workspace again")
      })
  })
})

/**
 * For a scope that is not delegated Google only says that the client is not authorized: this names the possible ones.
 */
const named = ({ result }: NoToken, scopes: ReadonlyArray<string>) =>
  result.vendorStatus === 401 || result.vendorStatus === 403
    ? new NoToken({
        result: {
          ...result,
          message: `${result.message}. The service account needs the scopes ${scopes.join(" and ")}`
        }
      })
    : new NoToken({ result })

const stored = Effect.fnUntraced(function* ({ secrets, settings }: Keys) {
  const token = Option.fromUndefinedOr(secrets.get("access_token"))
  const ends = Option.flatMap(Option.fromUndefinedOr(settings["expires_at"]), (at) =>
    typeof at === "string" || typeof at === "number" ? DateTime.make(at) : Option.none()
  )
  const now = (yield* DateTime.now).epochMilliseconds
  return { token, isSpent: Option.exists(ends, (at) => at.epochMilliseconds - margin <= now) }
})

/**
 * The connection's tokens: of a service account with domain-wide delegation, else the administrator's by OAuth, renewed
 * when expired. A renewed token is used for one piece of work; the refresh token stays valid.
 */
export const googleTokens = (
  calls: VendorReads,
  addresses: VendorAddresses["Service"],
  client: Option.Option<OAuthClient>,
  keys: Keys
): GoogleTokens => {
  const grant = (fields: Readonly<Record<string, string>>): Token =>
    Effect.flatMap(
      calls.ask({
        url: `${addresses.of("googleOauth")}/token`,
        headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
        body: formOf(fields)
      }),
      grantedIn
    )

  const account = serviceAccountIn(keys)
  if (Option.isSome(account)) {
    const delegated = (subject: string, scopes: ReadonlyArray<string>): Token =>
      Effect.flatMap(signed(account.value, subject, scope(scopes)), (assertion) =>
        grant({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion })
      ).pipe(Effect.mapError((failure) => (failure._tag === "NoToken" ? named(failure, scopes) : failure)))
    const subject = subjectIn(keys)
    // Google refuses the whole grant for one scope that was not delegated: only what is needed is asked for.
    const scopes =
      keys.settings["drive_transfer_enabled"] === true ? [...directoryScopes, "admin.datatransfer"] : directoryScopes
    const asAdmin = (scopes: ReadonlyArray<string>): Token =>
      subject === undefined
        ? new NoToken({
            result: failed(
              "The service account needs an administrator to act as. Connect Google Workspace again with admin_email"
            )
          })
        : delegated(subject, scopes)
    return {
      admin: asAdmin(scopes),
      renewed: Option.none(),
      asOwner: (email) => delegated(email, ["gmail.settings.basic"]),
      asAdmin,
      asSomebody: Option.some(delegated)
    }
  }

  const refresh = Option.all([client, Option.fromUndefinedOr(keys.secrets.get("refresh_token"))])
  const renewed = Option.map(refresh, ([{ clientId, clientSecret }, token]) =>
    grant({
      grant_type: "refresh_token",
      refresh_token: Redacted.value(token),
      client_id: clientId,
      client_secret: Redacted.value(clientSecret)
    })
  )
  const admin = Effect.gen(function* () {
    const { isSpent, token } = yield* stored(keys)
    if (Option.isSome(token) && !(isSpent && Option.isSome(renewed))) return token.value
    if (Option.isNone(renewed)) {
      return yield* new NoToken({ result: failed("The connection has no token. Connect Google Workspace again") })
    }
    // Refused the renewal, Google says of the old token, too, what is wrong with it.
    return yield* Option.match(token, {
      onNone: () => renewed.value,
      onSome: (old) => Effect.catchTag(renewed.value, "NoToken", () => Effect.succeed(old))
    })
  })
  return {
    admin,
    renewed,
    asOwner: (_email, token) => Effect.succeed(token),
    asAdmin: (_scopes, token) => Effect.succeed(token),
    asSomebody: Option.none()
  }
}
