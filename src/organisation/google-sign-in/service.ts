import { GoogleSignInUnconfigured } from "@svc/contract/google-sign-in/errors"
import type { GoogleSignInFailure } from "@svc/contract/google-sign-in/schema"
import { Caller } from "@svc/contract/kernel/access"
import { noOrganisation, type PersonKeyId } from "@svc/contract/kernel/ids"
import { Context, Data, DateTime, Effect, Option, Redacted } from "effect"
import type { Visitor } from "#access/known-device"
import { Accounts } from "#organisation/accounts/service"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { type AuditText, auditText, personal } from "#audit/record/text"
import { Mails } from "#outgoing/mails/service"
import { AppConfig } from "#platform/config/config"
import { constantTimeEquals } from "#platform/crypto/constant-time"
import { Db } from "#platform/database/db"
import { systemCaller } from "#platform/jobs/system-caller"
import { layerOf } from "#platform/services/layer-of"
import { googleLinkedMail } from "./mail.ts"
import { type Attempt, Attempts } from "./attempts.ts"
import { GoogleProvider } from "./provider.ts"
import { GoogleSignInRepo } from "./repo.ts"
import { type GoogleIdentity, judge, type Member } from "./rules.ts"

export { attemptLifetime } from "./rules.ts"

/** Where the browser goes next, always a whole address. */
type NextStep = Data.TaggedEnum<{
  SignedIn: {
    readonly location: string
    readonly token: Redacted.Redacted
    readonly device: Redacted.Redacted | null
  }
  /** Not signed in: redirect to the login page, or to the organization's identity provider. */
  SentOn: { readonly location: string }
}>
const NextStep = Data.taggedEnum<NextStep>()

const failures = {
  cancelled: "google_cancelled",
  unverified: "google_email_unverified",
  invalid: "google_failed"
} as const

class Failed extends Data.TaggedError("Failed")<{ readonly code: GoogleSignInFailure }> {}

/** Sign-in with Google, of people who were invited: it makes no accounts (sign-in-14). */
export class GoogleSignIn extends Context.Service<
  GoogleSignIn,
  {
    /** Whether the operator has registered this service with Google. */
    readonly configured: boolean
    /** Where to send the browser, and what its cookie holds; without `sealed` the provider cannot be reached. */
    start(
      returnTo: string | undefined
    ): Effect.Effect<
      { readonly location: string; readonly sealed: Option.Option<Redacted.Redacted> },
      GoogleSignInUnconfigured
    >
    /** `search` is the query of the callback as it came, `sealed` what the browser's cookie holds. */
    finish(input: {
      readonly search: string
      readonly sealed: Option.Option<Redacted.Redacted>
      readonly visitor: Visitor
    }): Effect.Effect<NextStep, GoogleSignInUnconfigured>
  }
>()("svc/google-sign-in/GoogleSignIn") {
  static readonly layerNoDeps = layerOf(GoogleSignIn, function* () {
    const { baseUrl } = yield* AppConfig
    const db = yield* Db
    const repo = yield* GoogleSignInRepo
    const provider = yield* GoogleProvider
    const attempts = yield* Attempts
    const accounts = yield* Accounts
    const audit = yield* Audit
    const personKeys = yield* PersonKeys
    const mails = yield* Mails

    const client = Effect.suspend(() =>
      Option.isSome(provider.client)
        ? Effect.succeed(provider.client.value)
        : Effect.fail(new GoogleSignInUnconfigured())
    )

    /** `returnTo` as a parameter of that name; nothing for the start page. */
    const keeping = (name: string, returnTo: string) =>
      returnTo === "/" ? "" : `?${new URLSearchParams({ [name]: returnTo }).toString()}`

    const loginPage = (code: GoogleSignInFailure) => `${baseUrl}/login?error=${code}`

    const unreachable = (detail: string) =>
      Effect.logWarning("google sign-in unavailable", { detail }).pipe(
        Effect.andThen(Effect.fail(new Failed({ code: "google_unavailable" })))
      )

    const start = Effect.fn("GoogleSignIn.start")(function* (returnTo: string | undefined) {
      const google = yield* client
      const { attempt, sealed } = yield* attempts.begin(returnTo)
      return yield* google.authorizationUrl(attempt).pipe(
        Effect.map((url) => ({ location: url.href, sealed: Option.some(sealed) })),
        Effect.catchTag("ProviderUnavailable", ({ detail }) => unreachable(detail)),
        Effect.catchTag("Failed", ({ code }) => Effect.succeed({ location: loginPage(code), sealed: Option.none() }))
      )
    })

    /** The unfinished attempt of this browser, which is used up from here on. */
    const resumed = Effect.fnUntraced(function* (sealed: Option.Option<Redacted.Redacted>, search: string) {
      const attempt = Option.isNone(sealed) ? Option.none<Attempt>() : yield* attempts.resume(sealed.value)
      const [state, ...more] = new URLSearchParams(search).getAll("state")
      if (Option.isNone(attempt) || state === undefined || more.length > 0) {
        return yield* new Failed({ code: "google_expired" })
      }
      const { expiresAt, id, state: expected } = attempt.value
      if (!constantTimeEquals(state, expected) || !(yield* repo.use(id, expiresAt, yield* DateTime.now))) {
        return yield* new Failed({ code: "google_expired" })
      }
      return attempt.value
    })

    const candidateOf = (identity: GoogleIdentity) => Effect.map(repo.findCandidate(identity), Option.getOrNull)

    const record = Effect.fnUntraced(function* (
      action: "google_linked" | "login_failed",
      { email, orgId, userId }: Member,
      details: (key: PersonKeyId) => AuditText
    ) {
      // An account without an organization has no log.
      if (orgId === noOrganisation) return
      const key = yield* personKeys.forMember(orgId, email)
      yield* audit
        .record({ action, target: auditText`${personal(key, email)}`, details: details(key) })
        .pipe(Effect.provideService(Caller, { ...systemCaller(orgId), source: "app", userId }))
    })

    const link = Effect.fnUntraced(function* (member: Member, { email, sub }: GoogleIdentity) {
      const { orgId, userId } = member
      const linked = yield* repo.link({ user_id: userId, sub, email, created_at: yield* DateTime.now })
      if (!linked) {
        // Another sign-in has linked it; it is this very account if the same person came twice concurrently.
        const candidate = yield* candidateOf({ email, sub })
        if (candidate?.userId === userId && candidate.linkedSub === sub) return
        return yield* new Failed({ code: "google_linked" })
      }
      yield* record("google_linked", member, (key) => auditText`Google account: ${personal(key, email)}`)
      yield* mails.queueTranslated({
        orgId: orgId === noOrganisation ? null : orgId,
        to: member.email,
        texts: googleLinkedMail(email, baseUrl)
      })
    })

    /** All or nothing: the link, the session and what the audit log says of both. */
    const admit = Effect.fn("GoogleSignIn.admit")(function* (
      identity: GoogleIdentity,
      returnTo: string,
      visitor: Visitor
    ) {
      const verdict = judge(identity, yield* candidateOf(identity))
      if (verdict._tag === "TwoFactor" || verdict._tag === "SignIn") {
        const elsewhere = yield* Effect.option(Effect.flip(accounts.refuseWithoutSso(verdict.member)))
        if (Option.isSome(elsewhere)) {
          return NextStep.SentOn({ location: `${elsewhere.value.redirectUrl}${keeping("returnTo", returnTo)}` })
        }
      }
      switch (verdict._tag) {
        case "NoAccount":
          return NextStep.SentOn({ location: loginPage("no_account") })
        case "LinkedToAnother":
          yield* record(
            "login_failed",
            verdict.member,
            (key) => auditText`address: ${personal(key, visitor.address)}, another Google account is linked`
          )
          return NextStep.SentOn({ location: loginPage("google_linked") })
        case "SingleSignOn":
          return NextStep.SentOn({
            location: `${baseUrl}/api/auth/saml/${verdict.orgId}/login${keeping("returnTo", returnTo)}`
          })
        case "TwoFactor": {
          if (verdict.link) yield* link(verdict.member, identity)
          const token = yield* accounts.challenge({ ...verdict.member, method: "google" })
          return NextStep.SentOn({
            location: `${baseUrl}/login${keeping("next", returnTo)}#challenge=${Redacted.value(token)}`
          })
        }
        case "SignIn": {
          if (verdict.link) yield* link(verdict.member, identity)
          const { orgId, userId } = verdict.member
          const { device, token } = yield* accounts.openSession({ userId, orgId, ...visitor, method: "google" })
          return NextStep.SignedIn({ location: `${baseUrl}${returnTo}`, token, device })
        }
      }
    }, db.transactSystem)

    const finish = Effect.fn("GoogleSignIn.finish")(function* (input: {
      readonly search: string
      readonly sealed: Option.Option<Redacted.Redacted>
      readonly visitor: Visitor
    }) {
      const google = yield* client
      return yield* Effect.gen(function* () {
        const attempt = yield* resumed(input.sealed, input.search)
        const callback = new URL(`${baseUrl}/api/auth/google/callback`)
        callback.search = input.search
        const identity = yield* google.identityOf(attempt, callback)
        return yield* admit(identity, attempt.returnTo, input.visitor)
      }).pipe(
        Effect.catchTag("ProviderUnavailable", ({ detail }) => unreachable(detail)),
        Effect.catchTag("AnswerRefused", ({ detail, reason }) =>
          Effect.logInfo("google sign-in refused", { detail }).pipe(
            Effect.andThen(Effect.fail(new Failed({ code: failures[reason] })))
          )
        ),
        Effect.catchTag("Failed", ({ code }) => Effect.succeed(NextStep.SentOn({ location: loginPage(code) })))
      )
    })

    return GoogleSignIn.of({ configured: Option.isSome(provider.client), start, finish })
  })
}
