import { LinkInvalid, type PasswordRefused, RegistrationClosed } from "@svc/contract/accounts/errors"
import type { Register } from "@svc/contract/accounts/schema"
import { UserId, Uuid } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option, type Redacted } from "effect"
import type { Visitor } from "#access/known-device"
import type { RetryLater } from "#platform/http/retry-later"
import { auditText, personal } from "#audit/record/text"
import { Mails, type MailTexts } from "#outgoing/mails/service"
import { AppConfig } from "#platform/config/config"
import { Organisations } from "#organisation/organisations/service"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import type { PageLanguage } from "#platform/http/page-language"
import { layerOf } from "#platform/services/layer-of"
import { knownAddressMail } from "./account-mails.ts"
import { AccountLog } from "./account-log.ts"
import { MailedLinks } from "./mailed-links.ts"
import { Passwords } from "./passwords.ts"
import { RegistrationRepo } from "./registration-repo.ts"
import { AccountsRepo } from "./repo.ts"
import { registrationLifetime } from "./rules.ts"
import { Accounts, type OpenedSession } from "./service.ts"

const purpose = "verify-email"

/** Contains no text of the request: it goes to an unconfirmed email. */
const confirmation = (url: string): MailTexts => ({
  en: {
    subject: "Confirm your email",
    paragraphs: [
      "Confirm your email to finish setting up your organization. The link creates the organization and signs you in."
    ],
    action: { label: "Confirm email", url },
    note: "The link works once and expires in 24 hours. If this was not you, ignore this email: no account is created. You get it because your email was entered on the registration page."
  },
  de: {
    subject: "E-Mail-Adresse bestätigen",
    paragraphs: [
      "Bestätige deine E-Mail-Adresse, um eure Organisation einzurichten. Der Link legt die Organisation an und meldet dich an."
    ],
    action: { label: "E-Mail bestätigen", url },
    note: "Der Link gilt einmal und 24 Stunden lang. Wenn du das nicht warst, ignoriere diese E-Mail: Es entsteht kein Konto. Du bekommst sie, weil deine E-Mail-Adresse auf der Registrierungsseite eingegeben wurde."
  }
})

/** Registration of the first organization of an instance (registration-1). */
export class Registration extends Context.Service<
  Registration,
  {
    /** Whether there is no organization yet, so that the first one can register. */
    readonly isOpen: Effect.Effect<boolean>
    /**
     * Sends the link that finishes the registration. An email that has an account gets an email about that; response
     * and work are the same (organisation-2). Without an account it is in the language of the page.
     */
    register(
      input: Register,
      language: PageLanguage
    ): Effect.Effect<void, PasswordRefused | RegistrationClosed | RetryLater>
    /**
     * Creates the organization, on trial, and its Super Admin, and signs them in. Only one of several concurrent ones
     * wins.
     */
    verifyEmail(
      input: { readonly token: Redacted.Redacted } & Visitor
    ): Effect.Effect<OpenedSession, LinkInvalid | RegistrationClosed>
  }
>()("svc/accounts/Registration") {
  static readonly layerNoDeps = layerOf(Registration, function* () {
    const db = yield* Db
    const repo = yield* RegistrationRepo
    const accountsRepo = yield* AccountsRepo
    const accounts = yield* Accounts
    const organisations = yield* Organisations
    const passwords = yield* Passwords
    const links = yield* MailedLinks
    const mails = yield* Mails
    const { baseUrl } = yield* AppConfig
    const log = yield* AccountLog
    const randomness = yield* Randomness

    const put = Effect.fn("Registration.put")(function* (
      input: Register,
      passwordHash: string,
      language: PageLanguage
    ) {
      const known = yield* repo.isKnown(input.email)
      const { digest, url } = yield* links.make(purpose)
      const now = yield* DateTime.now
      // Also stored for a known email, with an unsent token: the work is the same.
      yield* repo.put({
        id: Uuid.make(yield* randomness.uuid),
        email: input.email,
        full_name: input.fullName.trim(),
        org_name: input.orgName.trim(),
        password_hash: passwordHash,
        token_digest: digest,
        created_at: now,
        expires_at: DateTime.addDuration(now, registrationLifetime)
      })
      // An email without an account has no stored language.
      const asked = confirmation(url)[language]
      const texts = known ? knownAddressMail(baseUrl) : { en: asked, de: asked }
      yield* mails.queueTranslated({ orgId: null, to: input.email, texts })
    }, db.transactSystem)

    const register = Effect.fn("Registration.register")(function* (input: Register, language: PageLanguage) {
      if (yield* repo.organisationExists) return yield* new RegistrationClosed()
      const passwordHash = yield* passwords.hashNew(input.password, {
        email: input.email,
        field: "password",
        who: "stranger"
      })
      yield* put(input, passwordHash, language)
    })

    const verifyEmail: Registration["Service"]["verifyEmail"] = Effect.fn("Registration.verifyEmail")(function* ({
      token,
      ...visitor
    }) {
      const now = yield* DateTime.now
      const key = { digests: links.digestsOf(purpose, token), now }
      // The lock is for genuine tokens only, and comes before the row's: who waits for it holds nothing.
      if (!(yield* repo.waits(key))) return yield* new LinkInvalid()
      if (!(yield* repo.isFirst)) return yield* new RegistrationClosed()
      const pending = Option.getOrUndefined(yield* repo.take(key))
      if (pending === undefined) return yield* new LinkInvalid()
      const userId = UserId.make(yield* randomness.uuid)
      const inserted = yield* accountsRepo.insertUser({
        id: userId,
        email: pending.email,
        full_name: pending.full_name,
        password_hash: pending.password_hash,
        email_verified_at: now,
        created_at: now
      })
      if (!inserted) return yield* new LinkInvalid()
      const { id: orgId } = yield* organisations.create({ name: pending.org_name, plan: "trial" }, "system")
      yield* accountsRepo.insertMembership({ org_id: orgId, user_id: userId, role: "superadmin", created_at: now })
      yield* log.record(orgId, {
        action: "user_created",
        user: { id: userId, email: pending.email },
        details: (key) =>
          auditText`name: ${personal(key, pending.full_name)}, role: superadmin, registered, privacy notice accepted`
      })
      // The others can no longer be finished.
      yield* repo.removeAll
      return yield* accounts.openSession({ userId, orgId, method: "password", ...visitor })
    }, db.transactSystem)

    return Registration.of({ isOpen: Effect.map(repo.organisationExists, (found) => !found), register, verifyEmail })
  })
}
