import type { DocumentNotFound, DocumentStorageUnavailable } from "@svc/contract/documents/errors"
import {
  SignatureExists,
  SignatureFileMissing,
  type SignatureFileUnreadable,
  SignatureNotPending,
  SignaturePending,
  SignatureProviderMissing,
  SignerAddressMissing,
  SignerMailboxRevoked,
  SigningProviderFailed
} from "@svc/contract/esignature/errors"
import type {
  ESignatureProvider,
  RequestedSignature,
  RequestSignature,
  SignatureConnection,
  SignatureStatus
} from "@svc/contract/esignature/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { DocumentId } from "@svc/contract/kernel/ids"
import { OffboardingCancelled } from "@svc/contract/offboardings/errors"
import { Context, DateTime, Effect, Option, Redacted, Schedule } from "effect"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { Wakeups } from "#platform/jobs/wakeups"
import { DocumentSigning, documentTarget } from "#work/documents/service"
import type { SignerCheck, SigningFailed } from "#connections/vendors/protocol/signing-provider"
import { signingProviders } from "#connections/vendors/signing-providers"
import { layerOf } from "#platform/services/layer-of"
import { type SigningAccount, SigningAccounts } from "./accounts.ts"
import { CallbackAddresses } from "./callback-addresses.ts"
import { newSignature } from "./new-signature.ts"
import { SignatureOutcomes } from "./outcomes.ts"
import { SignatureProgress } from "./progress.ts"
import { type RequestRow, SignaturesRepo } from "./repo.ts"
import { defaultSettings, lease, maskedPhone, nextTry, operatorAccount, preference, serviceOf } from "./rules.ts"
import { SignerMailbox } from "./signer-mailbox.ts"
import { signatureRequests } from "./topic.ts"

export { SignerMailbox } from "./signer-mailbox.ts"

type RequestRefused =
  | DocumentNotFound
  | SignatureProviderMissing
  | SignatureFileMissing
  | SignatureFileUnreadable
  | SignerAddressMissing
  | OffboardingCancelled
  | SignatureExists
  | SignaturePending
  | SignerMailboxRevoked
  | SigningProviderFailed
  | DocumentStorageUnavailable

/** While a provider is busy, within the time of the request. */
const busy = { times: 3, schedule: Schedule.exponential("1 second") } as const

const isOpen = ({ status }: RequestRow) => status === "sending" || status === "pending"

const checkOf = ({ access_code, signer_phone }: RequestSignature): SignerCheck => {
  if (access_code !== undefined) return { _tag: "AccessCode", code: Redacted.make(access_code) }
  return signer_phone === undefined ? { _tag: "Mailbox" } : { _tag: "Sms", phone: Redacted.make(signer_phone) }
}

const checkNames = { Mailbox: "mailbox", AccessCode: "access_code", Sms: "sms" } as const

const providerMissing = (wanted: ESignatureProvider | undefined) =>
  new SignatureProviderMissing({
    error:
      wanted === undefined
        ? "No e-signature provider is connected. Connect DocuSign, Adobe Sign or Dropbox Sign under Integrations first"
        : `${signingProviders[wanted].title} is not connected. Connect it under Integrations first, or omit provider`
  })

/** Documents signed by the person who leaves, at an e-signature provider (signing-1). */
export class ESignatures extends Context.Service<
  ESignatures,
  {
    /** Sends the document to be signed. No transaction is open while the provider is called. */
    request(id: DocumentId, input: RequestSignature): Effect.Effect<RequestedSignature, RequestRefused, Caller>
    status(id: DocumentId): Effect.Effect<SignatureStatus, DocumentNotFound, Caller>
    /** Ends a pending request at the provider, too; the document keeps its status. */
    cancel(id: DocumentId): Effect.Effect<void, DocumentNotFound | SignatureNotPending | SigningProviderFailed, Caller>
    /** Where the signer of a pending request signs, asked of the provider now; none where it only mails that. */
    signingUrl(id: DocumentId, returnUrl: string): Effect.Effect<Option.Option<string>, DocumentNotFound, Caller>
    /** What is connected, with the address of callbacks for who manages integrations. */
    readonly connections: Effect.Effect<ReadonlyArray<SignatureConnection>, never, Caller>
  }
>()("svc/esignature/ESignatures") {
  static readonly layerNoDeps = layerOf(ESignatures, function* () {
    const db = yield* Db
    const repo = yield* SignaturesRepo
    const signing = yield* DocumentSigning
    const mailbox = yield* SignerMailbox
    const accounts = yield* SigningAccounts
    const outcomes = yield* SignatureOutcomes
    const progress = yield* SignatureProgress
    const callbacks = yield* CallbackAddresses
    const audit = yield* Audit
    const wakeups = yield* Wakeups
    const randomness = yield* Randomness
    const { baseUrl } = yield* AppConfig

    /** May it be requested, and of whom? Asked before the file is read, and again in the transaction that records it. */
    const judge = Effect.fnUntraced(function* (id: DocumentId, input: RequestSignature) {
      const { orgId } = yield* Caller
      const held = yield* signing.lock(id)
      const { document, offboarding } = held
      const known = yield* accounts.choose(input.provider)
      if (Option.isNone(known)) return yield* providerMissing(input.provider)
      if (document.file_url === null) return yield* new SignatureFileMissing()
      if (offboarding.status === "cancelled") return yield* new OffboardingCancelled()
      if (Option.exists(yield* repo.latest({ orgId, documentId: id }), isOpen)) return yield* new SignaturePending()
      if (document.status === "signed") return yield* new SignatureExists()
      const work = offboarding.employee_email
      const given = input.signer_email
      const override = given !== undefined && given.toLowerCase() !== work?.toLowerCase() ? given : undefined
      const email = override ?? work
      if (email === null) return yield* new SignerAddressMissing()
      const acknowledged = override !== undefined || input.acknowledge_mailbox_revoked === true
      if (!acknowledged && (yield* mailbox.isRevoked(offboarding.id))) {
        return yield* new SignerMailboxRevoked()
      }
      return { ...held, known: known.value, email }
    })

    const nothingSent = ({ message }: SigningFailed) =>
      new SigningProviderFailed({ error: `${message}. Nothing was sent. Try again later` })

    const insert = Effect.fnUntraced(function* (
      id: DocumentId,
      input: RequestSignature,
      { account, check }: { readonly account: SigningAccount; readonly check: SignerCheck }
    ) {
      const { orgId, userId } = yield* Caller
      const { document, email, offboarding } = yield* judge(id, input)
      const settings = Option.getOrElse(yield* repo.settings(orgId), () => defaultSettings)
      const now = yield* DateTime.now
      const mask = input.signer_phone === undefined ? null : maskedPhone(input.signer_phone)
      const row = {
        org_id: orgId,
        id: yield* randomness.uuid,
        document_id: id,
        offboarding_id: offboarding.id,
        provider: account.provider.name,
        fallback: account.fallback,
        signer_name: offboarding.employee_name,
        signer_email: email,
        signer_check: checkNames[check._tag],
        signer_phone_mask: mask,
        requested_by: userId,
        requested_at: now,
        // From now on it is looked up before it is sent again, should this process die.
        sent_at: now,
        expires_at: DateTime.add(now, { days: settings.expiry_days }),
        reminder_days: settings.reminder_days,
        next_attempt_at: DateTime.addDuration(now, lease)
      }
      if (!(yield* repo.insert(row))) return yield* new SignaturePending()
      yield* signing.setStatus(id, "sending")
      const person = offboarding.person_key_id
      yield* audit.record({
        action: "signature_requested",
        target: documentTarget(document.name, offboarding),
        details: auditText`at ${row.provider}, of ${personal(person, email)}, check: ${row.signer_check}${mask === null ? "" : personal(person, ` ${mask}`)}`,
        offboardingId: offboarding.id,
        orgEmployeeId: offboarding.org_employee_id
      })
      const request: RequestRow = {
        ...row,
        status: "sending",
        external_id: null,
        next_reminder_at: null,
        cancel_requested_at: null,
        attempts: 0
      }
      return { request, name: document.name, organisation: yield* repo.organisationName(orgId) }
    }, db.transact)

    const laterByJob = Effect.fnUntraced(function* (request: RequestRow, error: string) {
      const at = nextTry(1, yield* DateTime.now)
      yield* repo.due({ org_id: request.org_id, id: request.id, at, error })
      yield* wakeups.signal(signatureRequests)
    }, db.transact)

    /** The provider's id; none where it is left to the job to find out, or to send. */
    const send = Effect.fnUntraced(function* (
      request: RequestRow,
      account: SigningAccount,
      signature: Parameters<SigningAccount["session"]["create"]>[0]
    ) {
      const { session } = account
      return yield* session.create(signature).pipe(
        Effect.retry({ ...busy, while: ({ kind }) => kind === "later" }),
        // A lost response is looked up immediately; a found request was sent once.
        Effect.catchIf(
          ({ kind }) => kind === "unknown",
          (failure) =>
            Effect.flatMap(Effect.option(session.find(request.id)), (found) =>
              Option.match(Option.flatten(found), { onNone: () => Effect.fail(failure), onSome: Effect.succeed })
            )
        ),
        Effect.map(Option.some),
        Effect.catchTag(
          "SigningFailed",
          Effect.fnUntraced(function* (failure): Effect.fn.Return<
            Option.Option<string>,
            SigningProviderFailed,
            Caller
          > {
            const canWait = failure.kind === "later" && request.signer_check === "mailbox"
            if (failure.kind === "unknown" || canWait) {
              yield* laterByJob(request, failure.message)
              return Option.none()
            }
            yield* outcomes.ended(request, { status: "failed", error: failure.message, tell: false })
            return yield* nothingSent(failure)
          })
        )
      )
    })

    const urlOf = (request: RequestRow, account: SigningAccount, externalId: string, returnUrl: string) =>
      account.session
        .signingUrl(
          {
            id: externalId,
            mark: request.id,
            signer: { name: request.signer_name, email: request.signer_email }
          },
          returnUrl
        )
        .pipe(
          // It was sent by email anyway.
          Effect.catchTag("SigningFailed", ({ message }) =>
            Effect.as(Effect.logWarning("signing url not available", message), Option.none<string>())
          )
        )

    const request = Effect.fn("ESignatures.request")(function* (id: DocumentId, input: RequestSignature) {
      const { document, known } = yield* db.transact(judge(id, input))
      const account = yield* Effect.mapError(accounts.open(known), nothingSent)
      const content = yield* signing.content(document)
      const check = checkOf(input)
      const recorded = yield* insert(id, input, { account, check })
      const externalId = yield* send(
        recorded.request,
        account,
        newSignature({ ...recorded, content, check, callbackUrl: account.callbackUrl })
      )
      const answer = { success: true as const, provider: account.provider.name }
      if (Option.isNone(externalId)) return { ...answer, requestId: null, signingUrl: null }
      yield* outcomes.sent(recorded.request, externalId.value, account.provider)
      const url = yield* urlOf(recorded.request, account, externalId.value, baseUrl)
      return { ...answer, requestId: externalId.value, signingUrl: Option.getOrNull(url) }
    })

    const latest = Effect.fnUntraced(function* (id: DocumentId) {
      const { orgId } = yield* Caller
      const { document } = yield* signing.find(id)
      return { document, found: yield* repo.latest({ orgId, documentId: id }) }
    }, db.transact)

    const status = Effect.fn("ESignatures.status")(function* (id: DocumentId) {
      const { document, found } = yield* latest(id)
      if (Option.isNone(found)) return { status: document.esignature_status }
      const { external_id, provider, status } = found.value
      return { status, requestId: external_id, provider }
    })

    const wantCancelled = Effect.fnUntraced(function* (id: DocumentId) {
      const { orgId } = yield* Caller
      yield* signing.lock(id)
      const found = yield* repo.latest({ orgId, documentId: id })
      if (!Option.exists(found, isOpen) || Option.isNone(found)) {
        return yield* new SignatureNotPending({
          error: "No signature request for this document is pending, so there is nothing to cancel"
        })
      }
      const at = yield* DateTime.now
      yield* repo.wantCancelled({ org_id: orgId, id: found.value.id, at })
      return { ...found.value, cancel_requested_at: at }
    }, db.transact)

    const cancel = Effect.fn("ESignatures.cancel")(function* (id: DocumentId) {
      const wanted = yield* wantCancelled(id)
      yield* progress.now(wanted)
      const { found } = yield* latest(id)
      const after = Option.getOrElse(found, () => wanted)
      if (after.status === "cancelled") return
      if (!isOpen(after)) {
        return yield* new SignatureNotPending({
          error: `The request ended at the provider before it could be canceled: its status is ${after.status}`
        })
      }
      yield* db.transact(wakeups.signal(signatureRequests))
      return yield* new SigningProviderFailed({
        error: "The provider did not confirm the cancellation. It is retried in the background"
      })
    })

    const signingUrl = Effect.fn("ESignatures.signingUrl")(function* (id: DocumentId, returnUrl: string) {
      const { found } = yield* latest(id)
      if (Option.isNone(found)) return Option.none()
      const { external_id, fallback, provider, status } = found.value
      if (status !== "pending" || external_id === null) return Option.none()
      if (!signingProviders[provider].leads) return Option.none()
      const account = yield* Effect.option(accounts.open({ name: provider, fallback }))
      return Option.isNone(account) ? Option.none() : yield* urlOf(found.value, account.value, external_id, returnUrl)
    })

    const connections = Effect.gen(function* () {
      const { orgId, permissions } = yield* Caller
      const connected = yield* db.transact(
        repo.connections(
          orgId,
          preference.map((name) => serviceOf[name])
        )
      )
      const sees = permissions.includes("integrations_manage")
      return yield* Effect.forEach(
        preference,
        Effect.fnUntraced(function* (name) {
          const own = connected.find(({ service }) => service === serviceOf[name])
          const fallback = own === undefined && Option.contains(accounts.operator, name)
          const keys = own === undefined && !fallback ? Option.none() : yield* accounts.keys({ name, fallback })
          const connection = own?.id ?? (fallback ? operatorAccount : undefined)
          return {
            provider: name,
            connected: own !== undefined,
            fallback,
            // The operator enters their own.
            callback_url:
              sees && own !== undefined && connection !== undefined ? callbacks.url(name, connection) : null,
            callbacks_verifiable: Option.exists(keys, signingProviders[name].verifiable)
          }
        })
      )
    }).pipe(Effect.withSpan("ESignatures.connections"))

    return ESignatures.of({ request, status, cancel, signingUrl, connections })
  })
}
