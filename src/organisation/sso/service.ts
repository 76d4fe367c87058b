import type { SsoFailureCode } from "@svc/contract/sso/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { OrgId, SessionId } from "@svc/contract/kernel/ids"
import { EmailAddress } from "@svc/contract/kernel/text"
import { SsoNotConfigured } from "@svc/contract/sso/errors"
import { Context, DateTime, Effect, Option, Redacted, Result, Schema } from "effect"
import { hash } from "node:crypto"
import { Accounts } from "#organisation/accounts/service"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { boundTo, Secrets } from "#platform/keys/secrets"
import { systemCaller } from "#platform/jobs/system-caller"
import { layerOf } from "#platform/services/layer-of"
import { type JudgedAssertion, SsoSubject } from "./assertion.ts"
import { SsoFailure } from "./failures.ts"
import { type Provider, readAnswer, serviceMetadata, signInUrl, signOutUrl } from "./provider.ts"
import { type ClaimedRequest, type SsoConfigurationRow, SsoRepo } from "./repo.ts"
import { homePath, isWithinDomains, requestLifetime, serviceProviderOf } from "./rules.ts"

/** An organization's provider with the columns that only this domain reads. */
interface ConfiguredProvider extends Provider {
  readonly orgId: OrgId
  readonly logoutUrl: string | null
  readonly domains: ReadonlyArray<string>
}

/** A form as the provider made the browser post it, and who posted it. */
interface PostedAnswer {
  readonly samlResponse: string
  readonly relayState: string | undefined
  /** The token of the browser that asked, where it was given one. */
  readonly browser: string | undefined
  readonly address: string
  readonly userAgent: string | null
}

const purposes = { relay: "sso-relay-state", browser: "sso-browser" } as const

const decodeEmail = Schema.decodeUnknownResult(EmailAddress)
const SubjectText = Schema.fromJsonString(SsoSubject)

const refuse = (code: SsoFailureCode, detail: string) => Effect.fail(new SsoFailure({ code, detail, email: null }))

/** Sign-in through an organization's identity provider (SAML 2.0, Web Browser SSO). */
export class Sso extends Context.Service<
  Sso,
  {
    /** One response for an unknown organization and for one without a provider. */
    providerOf(orgId: OrgId): Effect.Effect<ConfiguredProvider, SsoNotConfigured>
    /**
     * Asks the provider who it is: where the browser is to go. `returnTo` is a path of the application. `browser` is
     * the token that this browser has already, or one for it.
     */
    ask(
      provider: ConfiguredProvider,
      input: { readonly returnTo: string | undefined; readonly browser: Redacted.Redacted | null }
    ): Effect.Effect<string>
    metadata(provider: ConfiguredProvider): Effect.Effect<string>
    /**
     * Accepts the provider's response to a request of this service, once: a session of that organization only, for a
     * member whom the provider names by email. Every refusal is logged, and audited if it names a member.
     */
    accept(
      provider: ConfiguredProvider,
      answer: PostedAnswer
    ): Effect.Effect<{ readonly token: Redacted.Redacted; readonly returnTo: string }, SsoFailure>
    /** Where to tell the provider that the caller signed out; null without single logout. */
    readonly logoutUrl: Effect.Effect<string | null, never, Caller>
  }
>()("svc/sso/Sso") {
  static readonly layerNoDeps = layerOf(Sso, function* () {
    const db = yield* Db
    const repo = yield* SsoRepo
    const accounts = yield* Accounts
    const audit = yield* Audit
    const personKeys = yield* PersonKeys
    const secrets = yield* Secrets
    const randomness = yield* Randomness
    const { baseUrl } = yield* AppConfig

    const known = (row: SsoConfigurationRow): ConfiguredProvider => {
      const own = serviceProviderOf(baseUrl, row.org_id)
      return {
        orgId: row.org_id,
        entityId: own.sp_entity_id,
        acsUrl: own.acs_url,
        idpIssuer: row.idp_issuer,
        entryPoint: row.entry_point,
        certificates: row.certificates,
        logoutUrl: row.logout_url,
        domains: row.domains
      }
    }

    const providerOf = Effect.fn("Sso.providerOf")(function* (orgId: OrgId) {
      const row = yield* repo.find(orgId)
      return Option.isNone(row) ? yield* new SsoNotConfigured() : known(row.value)
    }, db.transactSystem)

    const ask = Effect.fn("Sso.ask")(function* (
      provider: ConfiguredProvider,
      input: { readonly returnTo: string | undefined; readonly browser: Redacted.Redacted | null }
    ) {
      // An id in XML begins with a letter or an underscore.
      const id = `_${yield* randomness.token(20, "hex")}`
      const relayState = yield* randomness.token(32)
      const now = yield* DateTime.now
      yield* db.transactSystem(
        repo.insertRequest({
          org_id: provider.orgId,
          id,
          relay_digest: secrets.hmac(purposes.relay, relayState),
          browser_digest: input.browser === null ? null : secrets.hmac(purposes.browser, Redacted.value(input.browser)),
          return_to: input.returnTo ?? homePath,
          now,
          expires_at: DateTime.addDuration(now, requestLifetime)
        })
      )
      return yield* signInUrl(provider, id, relayState)
    })

    /** The answer came back through the browser that asked, with what it was given to carry. */
    const isOwn = (request: ClaimedRequest, { browser, relayState }: PostedAnswer) => {
      const carried =
        relayState === undefined || secrets.hmacs(purposes.relay, relayState).includes(request.relay_digest)
      if (!carried) return refuse("request", "the RelayState is another one's")
      const asked =
        request.browser_digest === null ||
        (browser !== undefined && secrets.hmacs(purposes.browser, browser).includes(request.browser_digest))
      return asked ? Effect.void : refuse("browser", "another browser asked")
    }

    const memberOf = Effect.fnUntraced(function* (provider: ConfiguredProvider, email: string | null) {
      if (email === null) return yield* refuse("no_email", "it contains no email, or several")
      const address = decodeEmail(email)
      if (Result.isFailure(address)) return yield* refuse("no_email", "its email isn't valid")
      if (!isWithinDomains(email, provider.domains)) return yield* refuse("domain", "the domain is not configured")
      const member = yield* repo.findMember({ orgId: provider.orgId, email })
      return Option.isSome(member)
        ? member.value
        : yield* refuse("no_account", "no member of the organization has this email")
    })

    const placeOf = (orgId: OrgId, sessionId: SessionId) =>
      boundTo({ orgId, table: "sso_sessions", column: "sealed_subject", rowId: sessionId })

    const open = Effect.fnUntraced(function* (
      provider: ConfiguredProvider,
      assertion: JudgedAssertion,
      answer: PostedAnswer
    ) {
      const { orgId } = provider
      const now = yield* DateTime.now
      const isNew = yield* repo.rememberAssertion({
        org_id: orgId,
        digest: hash("sha256", assertion.id),
        now,
        expires_at: DateTime.makeUnsafe(assertion.validUntil)
      })
      if (!isNew) return yield* refuse("replayed", "the assertion was taken before")
      const request = yield* repo.claimRequest({ org_id: orgId, id: assertion.inResponseTo, now })
      if (Option.isNone(request))
        return yield* refuse("request", "the request is unknown, already answered, or expired")
      yield* isOwn(request.value, answer)
      const member = yield* memberOf(provider, assertion.email)
      const { sessionId, token } = yield* accounts.openSession({
        userId: member.id,
        orgId,
        method: "saml",
        address: answer.address,
        userAgent: answer.userAgent,
        device: null
      })
      const subject = yield* Effect.orDie(Schema.encodeEffect(SubjectText)(assertion.subject))
      yield* repo.insertSession({
        org_id: orgId,
        session_id: sessionId,
        sealed_subject: yield* secrets.seal(subject, placeOf(orgId, sessionId))
      })
      return { token, returnTo: new URL(`${baseUrl}${request.value.return_to}`).href }
    })

    /** A member whom the refused response named: their organization sees the attempt. */
    const auditRefusal = Effect.fnUntraced(function* (
      { orgId }: ConfiguredProvider,
      { code, email }: SsoFailure,
      address: string
    ) {
      if (email === null || Result.isFailure(decodeEmail(email))) return
      const member = yield* repo.findMember({ orgId, email })
      if (Option.isNone(member)) return
      const key = yield* personKeys.forMember(orgId, member.value.email)
      yield* audit
        .record({
          action: "login_failed",
          target: auditText`${personal(key, member.value.email)}`,
          details: auditText`address: ${personal(key, address)}, single sign-on: ${code}`
        })
        .pipe(Effect.provideService(Caller, { ...systemCaller(orgId), source: "app", userId: member.value.id }))
    }, db.transactSystem)

    const accept = Effect.fn("Sso.accept")(
      function* (provider: ConfiguredProvider, answer: PostedAnswer) {
        const assertion = yield* readAnswer(provider, answer.samlResponse, yield* DateTime.now)
        // A refusal is an outcome of the transaction: what was claimed stays claimed.
        const outcome = yield* db.transactSystem(Effect.result(open(provider, assertion, answer)))
        if (Result.isSuccess(outcome)) return outcome.success
        const { code, detail } = outcome.failure
        return yield* new SsoFailure({ code, detail, email: assertion.email })
      },
      (effect, provider, { address }) =>
        Effect.tapError(effect, (failure) =>
          Effect.andThen(
            Effect.logInfo("single sign-on refused").pipe(
              Effect.annotateLogs({ orgId: provider.orgId, code: failure.code, detail: failure.detail })
            ),
            auditRefusal(provider, failure, address)
          )
        )
    )

    const logoutUrl = Effect.gen(function* () {
      const { orgId, session } = yield* Caller
      if (session === null || session.method !== "saml") return null
      const row = yield* repo.find(orgId)
      const signedIn = yield* repo.findSession({ orgId, sessionId: session.id })
      if (Option.isNone(row) || row.value.logout_url === null || Option.isNone(signedIn)) return null
      const { sealed_subject, session_id } = signedIn.value
      const text = yield* secrets.open(sealed_subject, placeOf(row.value.org_id, session_id))
      const subject = yield* Schema.decodeEffect(SubjectText)(Redacted.value(text))
      const id = `_${yield* randomness.token(20, "hex")}`
      return yield* signOutUrl(known(row.value), row.value.logout_url, id, subject)
    }).pipe(
      // The user is signed out here, whether or not the provider can be notified.
      Effect.catch((unreadable) => Effect.as(Effect.logError("saml subject not readable", unreadable), null)),
      db.transact,
      Effect.withSpan("Sso.logoutUrl")
    )

    return Sso.of({ providerOf, ask, metadata: serviceMetadata, accept, logoutUrl })
  })
}
