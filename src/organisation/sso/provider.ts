import type { SsoFailureCode } from "@svc/contract/sso/schema"
import type { SamlConfig } from "@node-saml/node-saml"
import { type DateTime, Effect } from "effect"
import { type Audience, judgeAssertion, type SsoSubject } from "./assertion.ts"
import { SsoFailure } from "./failures.ts"
import { readResponseForm } from "./response-form.ts"

/** An organization's provider, and this service's data in it. */
export interface Provider extends Audience {
  readonly entryPoint: string
  /** PEM. */
  readonly certificates: ReadonlyArray<string>
}

/** Nothing is kept in the process: questions and answers are kept in the database, for every node. */
const keepNothing = {
  saveAsync: () => Promise.resolve(null),
  getAsync: () => Promise.resolve(null),
  removeAsync: () => Promise.resolve(null)
}

const samlOf = async (provider: Provider, more: Partial<SamlConfig> = {}) => {
  // A large library with XML and signatures, not needed until the first sign-in.
  const { SAML } = await import("@node-saml/node-saml")
  return new SAML({
    issuer: provider.entityId,
    callbackUrl: provider.acsUrl,
    entryPoint: provider.entryPoint,
    idpCert: [...provider.certificates],
    idpIssuer: provider.idpIssuer,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    // What the assertion says is judged by `judgeAssertion`, at the service's own clock: here only who signed it.
    audience: false,
    acceptedClockSkewMs: -1,
    identifierFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
    disableRequestedAuthnContext: true,
    signatureAlgorithm: "sha256",
    cacheProvider: keepNothing,
    ...more
  })
}

/** Where the browser asks the provider who it is (HTTP-Redirect). `requestId` is what the answer must name. */
export const signInUrl = (provider: Provider, requestId: string, relayState: string): Effect.Effect<string> =>
  Effect.promise(async () =>
    (await samlOf(provider, { generateUniqueId: () => requestId })).getAuthorizeUrlAsync(relayState, undefined, {})
  )

/** Where the browser tells the provider that the session is over (single logout, HTTP-Redirect). */
export const signOutUrl = (
  provider: Provider,
  logoutUrl: string,
  requestId: string,
  { format, nameId, nameQualifier, sessionIndex, spNameQualifier }: SsoSubject
): Effect.Effect<string> =>
  Effect.promise(async () =>
    (await samlOf(provider, { generateUniqueId: () => requestId, logoutUrl })).getLogoutUrlAsync(
      {
        issuer: provider.idpIssuer,
        nameID: nameId,
        nameIDFormat: format ?? "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
        ...(nameQualifier === null ? {} : { nameQualifier }),
        ...(spNameQualifier === null ? {} : { spNameQualifier }),
        ...(sessionIndex === null ? {} : { sessionIndex })
      },
      "",
      {}
    )
  )

/** Metadata document of this service for the provider. */
export const serviceMetadata = (provider: Provider): Effect.Effect<string> =>
  Effect.promise(async () =>
    (await samlOf(provider, { generateUniqueId: () => "service" })).generateServiceProviderMetadata(null)
  )

const fail = (code: SsoFailureCode, detail: string) => new SsoFailure({ code, detail, email: null })

/** The text that one of the provider's keys signed: nothing else of the response is read from here on. */
const signedAssertion = (provider: Provider, xml: string) =>
  Effect.tryPromise({
    try: async () => {
      const SAMLResponse = Buffer.from(xml, "utf8").toString("base64")
      const { profile } = await (await samlOf(provider)).validatePostResponseAsync({ SAMLResponse })
      return profile?.getAssertionXml?.()
    },
    catch: (error) => {
      const sentence = error instanceof Error ? error.message : ""
      return /signature/i.test(sentence)
        ? fail("signature", "no key of the provider made the signature, or it was altered")
        : fail("invalid_response", "it lacks what every assertion has")
    }
  }).pipe(
    Effect.flatMap((signed) =>
      signed === undefined ? Effect.fail(fail("signature", "nothing was signed")) : Effect.succeed(signed)
    )
  )

/** Whom the provider's answer is about. What is wrong with it is a failure, whatever it is. */
export const readAnswer = Effect.fn("Sso.readAnswer")(function* (
  provider: Provider,
  encoded: string,
  now: DateTime.Utc
) {
  const { xml } = yield* readResponseForm(encoded, provider)
  return yield* judgeAssertion(yield* signedAssertion(provider, xml), provider, now)
})
