import { EmailTaken, EmailUnverified, LoginFailed, SsoRequired, type StepUpFailed } from "@svc/contract/accounts/errors"
import { CreatedUser, type CreateUser, SessionUser, type SignedInUser } from "@svc/contract/accounts/schema"
import type { PasswordNotSet } from "@svc/contract/accounts/two-factor-errors"
import { Caller, type SignInMethod } from "@svc/contract/kernel/access"
import { type PlanLimitExceeded, type PlanLimitReached, Unauthenticated } from "@svc/contract/kernel/errors"
import { noOrganisation, type OrgId, SessionId, UserId } from "@svc/contract/kernel/ids"
import { OrganisationNotFound } from "@svc/contract/organisations/errors"
import { Context, Data, DateTime, Effect, FiberSet, Option, Redacted } from "effect"
import type { Visitor } from "#access/known-device"
import type { RetryLater } from "#platform/http/retry-later"
import { sessionLifetime, Sessions } from "#access/sessions"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { AppConfig } from "#platform/config/config"
import { Db, type Transaction } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { systemCaller } from "#platform/jobs/system-caller"
import { layerOf } from "#platform/services/layer-of"
import { AccountLog } from "./account-log.ts"
import { Challenges, type FirstFactor } from "./challenges.ts"
import { PasswordGuesses } from "./guesses.ts"
import { type Joining, makeJoining } from "./joining.ts"
import { Passwords } from "./passwords.ts"
import { AccountsRepo } from "./repo.ts"
import { type Proof, TwoFactor } from "./two-factor.ts"
import { stepUpLifetime, storableUserAgent, takeSeat } from "./rules.ts"

export type { ProvedAccount } from "./joining.ts"
export { SignOutAddress } from "./sign-out-address.ts"
export { SignOuts } from "./sign-outs.ts"

/** How a sign-in with the right password ends. */
type SignIn = Data.TaggedEnum<{
  SignedIn: {
    readonly user: SignedInUser
    readonly token: Redacted.Redacted
    readonly device: Redacted.Redacted | null
    /** Exempt from the single sign-on that the organization enforces. */
    readonly bypassesSso: boolean
  }
  /** The second factor is still to come. */
  Challenged: { readonly token: Redacted.Redacted }
}>
const SignIn = Data.taggedEnum<SignIn>()

export interface IssuedSession {
  readonly token: Redacted.Redacted
  readonly sessionId: SessionId
}

/** A sign-in that something has proved: whose, where to, and how it came. */
interface ProvedSignIn extends Visitor {
  readonly userId: UserId
  readonly orgId: OrgId
  readonly method: SignInMethod
}

export interface OpenedSession extends IssuedSession {
  readonly user: SignedInUser
  /** For the cookie that identifies the browser; none if an organization's identity provider opened the session. */
  readonly device: Redacted.Redacted | null
}

/** Whose records a member sees, as the session user names it. */
const scopeNames = { All: "all", Departments: "departments", DirectReports: "direct_reports" } as const

interface Person {
  readonly userId: UserId
  readonly orgId: OrgId
  readonly email: string
  readonly address: string
}

/** Who may come in, and the sessions they come in with (sign-in-1). */
export class Accounts extends Context.Service<
  Accounts,
  {
    /**
     * Signs in to the organization that the user last switched to, else the first; to the account alone
     * (`noOrganisation`) if there is none. An unknown email and a wrong password take equally long, get the same
     * response, and are throttled alike.
     */
    login(
      input: { readonly email: string; readonly password: Redacted.Redacted } & Visitor
    ): Effect.Effect<SignIn, RetryLater | LoginFailed | SsoRequired | EmailUnverified>
    /**
     * Refuses a session of this organization that its identity provider did not open, if it enforces single sign-on and
     * the member is not exempt. For every other sign-in, first in the system transaction that opens the session: until
     * that ends, enforcement cannot start.
     */
    refuseWithoutSso(member: {
      readonly orgId: OrgId
      readonly userId: UserId
    }): Effect.Effect<void, SsoRequired, Transaction>
    /**
     * Ends the sessions of the caller's organization, except this one, that enforcement of single sign-on would refuse.
     */
    endSessionsWithoutSso(orgId: OrgId, except: SessionId | null): Effect.Effect<void, never, Transaction>
    /**
     * A new session of a member and its entry in the audit log, in a transaction of the system. It starts without a
     * step-up. That they are a member is the caller's to know.
     */
    openSession(signIn: ProvedSignIn): Effect.Effect<OpenedSession, never, Transaction>
    /**
     * For other proofs of the first factor of a member with two-factor authentication: the challenge that `login` would
     * return.
     */
    challenge(member: Omit<FirstFactor, "credentialsVersion">): Effect.Effect<Redacted.Redacted>
    /** The same, replacing a session that the transaction ends: not a sign-in, so without an audit entry. */
    renewSession(signIn: ProvedSignIn): Effect.Effect<IssuedSession, never, Transaction>
    /** A session for a member without an entry in the audit log, for the demo and tests. */
    issueSession(userId: UserId, orgId: OrgId): Effect.Effect<IssuedSession>
    /** Ends the caller's session immediately. */
    logout(address: string): Effect.Effect<void, Unauthenticated, Caller>
    readonly me: Effect.Effect<SessionUser, Unauthenticated, Caller>
    /** Opens ten minutes for what asks for a fresh proof, on this session only; answers when they end. */
    stepUp(
      proof: Proof
    ): Effect.Effect<DateTime.Utc, RetryLater | StepUpFailed | PasswordNotSet | Unauthenticated, Caller>
    /** A member with a verified address. */
    createUser(
      input: CreateUser
    ): Effect.Effect<CreatedUser, OrganisationNotFound | EmailTaken | PlanLimitReached | PlanLimitExceeded>
    /** Waits until every failed sign-in so far is in the audit log, and every warning about guesses is queued. */
    readonly settled: Effect.Effect<void>
  } & Joining
>()("svc/accounts/Accounts") {
  static readonly layerNoDeps = layerOf(Accounts, function* () {
    const db = yield* Db
    const repo = yield* AccountsRepo
    const audit = yield* Audit
    const log = yield* AccountLog
    const personKeys = yield* PersonKeys
    const passwords = yield* Passwords
    const guesses = yield* PasswordGuesses
    const sessions = yield* Sessions
    const challenges = yield* Challenges
    const twoFactor = yield* TwoFactor
    const randomness = yield* Randomness
    const { baseUrl } = yield* AppConfig

    const ssoRequired = (orgId: OrgId) => new SsoRequired({ redirectUrl: `${baseUrl}/api/auth/saml/${orgId}/login` })

    const joining = yield* makeJoining

    const afterwards = yield* FiberSet.make<void>()
    const settled = Effect.andThen(FiberSet.awaitEmpty(afterwards), guesses.settled)
    // Runs before the set is closed, which would cut its fibers off.
    yield* Effect.addFinalizer(() => settled)

    const record = (action: "login" | "login_failed" | "logout", { address, email, orgId, userId }: Person) =>
      log.record(orgId, {
        action,
        user: { id: userId, email },
        details: (key) => auditText`address: ${personal(key, address)}`
      })

    const insertSession: (
      session: Omit<ProvedSignIn, "address" | "device"> & { readonly address: string | null }
    ) => Effect.Effect<IssuedSession, never, Transaction> = Effect.fnUntraced(function* ({
      address,
      method,
      orgId,
      userAgent,
      userId
    }) {
      const sessionId = SessionId.make(yield* randomness.uuid)
      const now = yield* DateTime.now
      yield* repo.insertSession({
        org_id: orgId,
        id: sessionId,
        user_id: userId,
        created_at: now,
        last_seen_at: now,
        expires_at: DateTime.addDuration(now, sessionLifetime),
        method,
        user_agent: userAgent === null ? null : storableUserAgent(userAgent),
        address
      })
      return { sessionId, token: yield* sessions.tokenFor({ sub: userId, sid: sessionId, org: orgId }) }
    })

    const issueSession = Effect.fn("Accounts.issueSession")(
      (userId: UserId, orgId: OrgId) =>
        insertSession({ userId, orgId, method: "password", address: null, userAgent: null }),
      db.transactSystem
    )

    const withoutRole = (userId: UserId) =>
      Effect.map(
        repo.findAccount(userId),
        Option.match({
          onNone: () => null,
          onSome: (account) => ({
            ...account,
            role_name: null,
            org_name: null,
            timezone: null
          })
        })
      )

    const openSession: Accounts["Service"]["openSession"] = Effect.fnUntraced(function* (signIn) {
      const { address, orgId, userId } = signIn
      const member = yield* orgId === noOrganisation
        ? withoutRole(userId)
        : Effect.map(repo.findMember({ orgId, userId }), Option.getOrNull)
      if (member === null) return yield* Effect.die("A person who signs in has an account and a membership there")
      const session = yield* insertSession(signIn)
      yield* record("login", { userId, orgId, email: member.email, address })
      // The operator of an identity provider can be any of its members, so this does not make the origin known.
      const device = signIn.method === "saml" ? null : yield* guesses.remember(userId, signIn)
      const user = {
        id: userId,
        email: member.email,
        fullName: member.full_name,
        orgId: orgId === noOrganisation ? null : orgId,
        role: member.role_name
      }
      return { ...session, user, device }
    })

    const refuseWithoutSso = Effect.fn("Accounts.refuseWithoutSso")(function* (member: {
      readonly orgId: OrgId
      readonly userId: UserId
    }) {
      if (yield* repo.requiresSso(member)) return yield* ssoRequired(member.orgId)
    })

    const login: Accounts["Service"]["login"] = Effect.fn("Accounts.login")(function* (input) {
      const email = input.email.trim()
      const found = Option.getOrNull(yield* repo.findForSignIn(email))
      // Looked up for every account, so that timing reveals nothing.
      const unknown = yield* guesses.ofAddress(email)
      const guessed = found === null ? unknown : guesses.ofAccount(found)
      // A member of an organization with enforced single sign-on gets that response: there is no password to guess.
      const who = found?.sso === "required" ? "stranger" : yield* guesses.admit(guessed, input)
      const matches = yield* passwords.verify(input.password, found?.password_hash ?? null, who)
      const person =
        found === null
          ? null
          : {
              userId: found.id,
              orgId: found.org_id ?? noOrganisation,
              email: found.email,
              address: input.address
            }
      // Members of such an organization may have no password, so it is not checked.
      if (person !== null && found?.sso === "required") return yield* ssoRequired(person.orgId)
      if (found === null || person === null || !matches) {
        if (who === "known") yield* guesses.wrong(guessed)
        // Not awaited, and an unknown email causes equal work: no caller may learn which accounts exist.
        yield* FiberSet.run(
          afterwards,
          db
            .transactSystem(person === null || found?.org_id === null ? repo.rehearse : record("login_failed", person))
            .pipe(Effect.catchCause((cause) => Effect.logError("failed sign-in not audited", cause)))
        )
        return yield* new LoginFailed()
      }
      if (found.email_verified_at === null) return yield* new EmailUnverified()

      if (found.password_hash !== null && passwords.needsRehash(found.password_hash)) {
        // Right as it is: while others wait for a hash, this one can wait for the next sign-in.
        const to = yield* Effect.option(passwords.hash(input.password, "known"))
        if (Option.isSome(to)) yield* repo.rehashPassword(found.id, { from: found.password_hash, to: to.value })
      }
      if (found.totp_enabled) {
        const challenge = { ...person, method: "password" as const, credentialsVersion: found.credentials_version }
        return SignIn.Challenged({ token: yield* challenges.issue(challenge) })
      }
      const { device, token, user } = yield* db.transactSystem(
        Effect.gen(function* () {
          yield* refuseWithoutSso(person)
          // A session must not outlive a change of the credentials by having been proved before and opened after it.
          if (!(yield* repo.holdPassword(found.id, found.credentials_version))) return yield* new LoginFailed()
          const { device, userAgent } = input
          return yield* openSession({ ...person, method: "password", userAgent, device })
        })
      )
      return SignIn.SignedIn({ user, token, device, bypassesSso: found.sso === "bypassed" })
    })

    const endSessionsWithoutSso = (orgId: OrgId, except: SessionId | null) =>
      Effect.flatMap(DateTime.now, (now) => repo.endSessionsWithoutSso(orgId, except, now))

    const callingUser = Effect.gen(function* () {
      const { orgId, permissions, records, session, userId } = yield* Caller
      if (userId === null || session === null) return yield* Effect.die("This verb needs a session")
      const user = yield* orgId === noOrganisation
        ? withoutRole(userId)
        : Effect.map(repo.findUser({ orgId, userId }), Option.getOrNull)
      // Removed since the request was let in.
      if (user === null) return yield* new Unauthenticated()
      return { orgId, permissions, records, session, user }
    })

    const logout = Effect.fn("Accounts.logout")(function* (address: string) {
      const { orgId, session, user } = yield* callingUser
      // Row-level security shows a session without an organization only to the system.
      const transact = orgId === noOrganisation ? db.transactSystem : db.transact
      yield* transact(
        Effect.gen(function* () {
          yield* repo.endSession({ orgId, id: session.id }, yield* DateTime.now)
          yield* record("logout", { userId: user.id, orgId, email: user.email, address })
        })
      )
    })

    const me = Effect.map(
      callingUser,
      ({ orgId, permissions, records, session, user }) =>
        new SessionUser({
          id: user.id,
          email: user.email,
          fullName: user.full_name,
          orgId: orgId === noOrganisation ? null : orgId,
          role: user.role_name,
          permissions,
          scope: orgId === noOrganisation ? null : scopeNames[records._tag],
          theme: user.theme,
          language: user.language,
          isPlatformAdmin: user.is_platform_admin,
          twoFactorEnabled: user.totp_enabled,
          orgName: user.org_name,
          timezone: user.timezone,
          signInMethod: session.method
        })
    )

    const stepUp = Effect.fn("Accounts.stepUp")(function* (proof: Proof) {
      const { orgId, session, user } = yield* callingUser
      const until = DateTime.addDuration(yield* DateTime.now, stepUpLifetime)
      const details = () => auditText`session: ${session.id}, until: ${DateTime.formatIso(until)}`
      yield* twoFactor.prove(proof, () =>
        Effect.andThen(
          repo.stepUp({ orgId, id: session.id }, until),
          log.record(orgId, { action: "stepped_up", user, details })
        )
      )
      return until
    })

    const insertMember = Effect.fn("Accounts.insertMember")(function* (input: CreateUser, passwordHash: string) {
      const seats = yield* repo.lockSeats(input.orgId)
      if (Option.isNone(seats)) return yield* new OrganisationNotFound()
      const id = UserId.make(yield* randomness.uuid)
      const now = yield* DateTime.now
      const inserted = yield* repo.insertUser({
        id,
        email: input.email,
        full_name: input.fullName.trim(),
        password_hash: passwordHash,
        email_verified_at: now,
        created_at: now
      })
      if (!inserted) return yield* new EmailTaken()
      yield* Effect.fromResult(takeSeat(seats.value))
      yield* repo.insertMembership({ org_id: input.orgId, user_id: id, role: input.role, created_at: now })
      const key = yield* personKeys.forMember(input.orgId, input.email)
      yield* audit
        .record({
          action: "user_created",
          target: auditText`${personal(key, input.email)}`,
          details: auditText`name: ${personal(key, input.fullName.trim())}, role: ${input.role}`
        })
        .pipe(Effect.provideService(Caller, systemCaller(input.orgId, "operator")))
      return new CreatedUser({ id, email: input.email, role: input.role })
    }, db.transactSystem)

    const createUser = Effect.fn("Accounts.createUser")(function* (input: CreateUser) {
      // Hashed before the transaction: it takes long, and the organization's row would stay locked.
      const password = input.password ?? Redacted.make(yield* randomness.token(32))
      return yield* insertMember(input, yield* Effect.orDie(passwords.hash(password, "operator")))
    })

    const renewSession: Accounts["Service"]["renewSession"] = (signIn) => insertSession(signIn)

    return Accounts.of({
      login,
      refuseWithoutSso,
      endSessionsWithoutSso,
      openSession,
      renewSession,
      challenge: challenges.issue,
      issueSession,
      logout,
      me,
      stepUp,
      createUser,
      settled,
      ...joining
    })
  })
}
