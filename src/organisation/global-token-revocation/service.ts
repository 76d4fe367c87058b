import { MemberSignedOut } from "@svc/contract/global-token-revocation/events"
import {
  RevocationCallerRefused,
  RevocationCallerUnproven,
  RevocationKeysUnreadable,
  RevocationRequestInvalid,
  RevocationSubjectUnknown
} from "@svc/contract/global-token-revocation/errors"
import { Caller } from "@svc/contract/kernel/access"
import { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option, Result } from "effect"
import { hash } from "node:crypto"
import { RateLimits } from "#access/rate-limits"
import { systemCaller } from "#platform/jobs/system-caller"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { SignOuts } from "#organisation/accounts/service"
import { ApiKeys } from "#organisation/api-keys/service"
import { Sso } from "#organisation/sso/service"
import { Outbox } from "#outgoing/outbox/service"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { KeySets, keysOfCertificates } from "./key-sets.ts"
import { endOf, isSigned, judge, namesKeyOf, readToken, type SentToken, type TokenFlaw } from "./provider-token.ts"
import { GlobalTokenRevocationRepo, type SettingsRow } from "./repo.ts"
import { endpointOf, memberKeyOf, namedBy, readSubject, type SubjectId } from "./rules.ts"

/** Audit entries of refused calls per hour and organization: the finder of an old token must not fill the log. */
const refusalsLogged = { limit: 20, windowSeconds: 3600 }

type Refusal =
  | RevocationRequestInvalid
  | RevocationCallerUnproven
  | RevocationCallerRefused
  | RevocationSubjectUnknown
  | RevocationKeysUnreadable

/** Universal logout (Global Token Revocation): an organization's identity provider signs a member out. */
export class GlobalTokenRevocation extends Context.Service<
  GlobalTokenRevocation,
  {
    /**
     * Checks the caller first, by a token that works once; then reads the body. It also runs for a suspended
     * organization and for one whose plan has ended: it can only end access.
     */
    revoke<E, R>(call: {
      readonly orgId: OrgId
      readonly authorization: string | undefined
      readonly body: Effect.Effect<string, E, R>
    }): Effect.Effect<void, Refusal | E, R>
  }
>()("svc/global-token-revocation/GlobalTokenRevocation") {
  static readonly layerNoDeps = layerOf(GlobalTokenRevocation, function* () {
    const db = yield* Db
    const repo = yield* GlobalTokenRevocationRepo
    const keySets = yield* KeySets
    const sso = yield* Sso
    const signOuts = yield* SignOuts
    const apiKeys = yield* ApiKeys
    const audit = yield* Audit
    const personKeys = yield* PersonKeys
    const outbox = yield* Outbox
    const limits = yield* RateLimits
    const { baseUrl } = yield* AppConfig

    const providerOf = (orgId: OrgId) => Effect.option(sso.providerOf(orgId))

    const keysFor = Effect.fnUntraced(function* ({ jwks_url, org_id }: SettingsRow, token: SentToken) {
      if (jwks_url === null) {
        const provider = yield* providerOf(org_id)
        return Option.match(provider, {
          onNone: () => [],
          onSome: ({ certificates }) => keysOfCertificates(certificates)
        })
      }
      return yield* keySets
        .find(jwks_url, (keys) => namesKeyOf(token, keys))
        .pipe(
          Effect.tapError(({ message }) =>
            Effect.logWarning("identity provider key set not readable").pipe(
              Effect.annotateLogs({ orgId: org_id, message })
            )
          ),
          Effect.mapError(() => new RevocationKeysUnreadable())
        )
    })

    const noted = (orgId: OrgId, flaw: TokenFlaw | "off") =>
      Effect.logInfo("global token revocation refused").pipe(Effect.annotateLogs({ orgId, flaw }))

    /** The provider signed it, so the organization may see it. */
    const recordRefusal = Effect.fnUntraced(function* (orgId: OrgId, reason: string) {
      const { allowed } = yield* limits.consume(
        `global-token-revocation:${orgId}`,
        refusalsLogged.limit,
        refusalsLogged.windowSeconds
      )
      if (!allowed) return
      yield* db.transactSystem(
        audit
          .record({
            action: "global_token_revocation.refused",
            target: auditText`Global token revocation`,
            details: auditText`reason: ${reason}`
          })
          .pipe(Effect.provideService(Caller, systemCaller(orgId)))
      )
    })

    /** The caller must be the organization's identity provider; others get one response, whatever is wrong. */
    const admit = Effect.fnUntraced(function* (orgId: OrgId, authorization: string | undefined) {
      const found = yield* db.transactSystem(repo.find(orgId))
      const token = readToken(authorization)
      const unproven = (flaw: TokenFlaw | "off") =>
        Effect.andThen(noted(orgId, flaw), Effect.fail(new RevocationCallerUnproven()))
      if (Option.isNone(found)) return yield* unproven("off")
      if (Option.isNone(token)) return yield* unproven("malformed")
      const settings = found.value
      if (token.value.claims.iss !== settings.issuer) return yield* unproven("issuer")
      if (!(yield* isSigned(token.value, yield* keysFor(settings, token.value)))) return yield* unproven("signature")

      const judged = judge(token.value, endpointOf(baseUrl, settings.org_id), yield* DateTime.now)
      if (Result.isFailure(judged)) {
        yield* recordRefusal(settings.org_id, `token: ${judged.failure.flaw}`)
        return yield* unproven(judged.failure.flaw)
      }
      if (settings.caller_id !== null && settings.caller_id !== token.value.claims.sub) {
        yield* recordRefusal(settings.org_id, "token: another app")
        yield* noted(orgId, "another app")
        return yield* new RevocationCallerRefused()
      }
      return { settings, token: token.value }
    })

    const carryOut = Effect.fnUntraced(function* (
      { org_id: orgId, revoke_api_keys }: SettingsRow,
      { claims }: SentToken,
      subject: SubjectId,
      issuers: ReadonlyArray<string>
    ) {
      const now = yield* DateTime.now
      const isNew = yield* repo.takeToken({
        org_id: orgId,
        digest: hash("sha256", JSON.stringify([claims.iss, claims.jti])),
        now,
        expires_at: DateTime.makeUnsafe(endOf(claims))
      })
      if (!isNew) return yield* new RevocationCallerUnproven()
      const member = yield* Option.match(memberKeyOf(subject, issuers), {
        onNone: () => Effect.succeedNone,
        onSome: (key) => repo.findMember(orgId, key)
      })
      if (Option.isNone(member)) return yield* new RevocationSubjectUnknown()
      const { email, full_name, id: userId } = member.value
      const sessions = yield* signOuts.signOut({ orgId, userId })
      const ended = revoke_api_keys
        ? yield* apiKeys.revokeForCreator(userId, "creator signed out by the identity provider")
        : 0
      const key = yield* personKeys.forMember(orgId, email)
      yield* audit.record({
        action: "global_token_revocation.received",
        target: auditText`${personal(key, email)}`,
        details: auditText`name: ${personal(key, full_name)}, sessions ended: ${sessions}, API keys revoked: ${
          revoke_api_keys ? ended : "not chosen"
        }, issuer: ${namedBy(claims.iss)}, app: ${namedBy(claims.sub)}, token: ${namedBy(claims.jti)}`
      })
      yield* outbox.append(orgId, MemberSignedOut.make({ userId, sessions, apiKeys: ended }))
    })

    const reasonOf = (refusal: RevocationCallerUnproven | RevocationSubjectUnknown) =>
      refusal._tag === "RevocationCallerUnproven" ? "token: replayed" : "no member matches"

    const revoke = Effect.fn("GlobalTokenRevocation.revoke")(function* <E, R>(call: {
      readonly orgId: OrgId
      readonly authorization: string | undefined
      readonly body: Effect.Effect<string, E, R>
    }) {
      // In the database's form: it is in the audience of tokens.
      const orgId = OrgId.make(call.orgId.toLowerCase())
      const { settings, token } = yield* admit(orgId, call.authorization)
      const subject = readSubject(yield* call.body)
      if (Option.isNone(subject)) return yield* new RevocationRequestInvalid()
      const provider = yield* providerOf(orgId)
      const issuers = [settings.issuer, ...Option.toArray(Option.map(provider, ({ idpIssuer }) => idpIssuer))]
      // A refusal is an outcome of the transaction: a token that was taken stays taken.
      const outcome = yield* db.transactSystem(
        Effect.result(
          carryOut(settings, token, subject.value, issuers).pipe(
            Effect.provideService(Caller, systemCaller(settings.org_id))
          )
        )
      )
      if (Result.isSuccess(outcome)) return
      yield* recordRefusal(orgId, reasonOf(outcome.failure))
      return yield* outcome.failure
    })

    return GlobalTokenRevocation.of({ revoke })
  })
}
