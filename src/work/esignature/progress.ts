import type { Caller } from "@svc/contract/kernel/access"
import type { DocumentId, OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Duration, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { makeEachClaimed } from "#platform/jobs/each-claimed"
import { survive } from "#platform/jobs/survive"
import { type SignatureState, SigningFailed } from "#connections/vendors/protocol/signing-provider"
import { DocumentSigning, documentTarget } from "#work/documents/service"
import { layerOf } from "#platform/services/layer-of"
import { type SigningAccount, SigningAccounts } from "./accounts.ts"
import { newSignature } from "./new-signature.ts"
import { SignatureOutcomes } from "./outcomes.ts"
import { SignatureQueueRepo } from "./queue-repo.ts"
import { type RequestRow, SignaturesRepo } from "./repo.ts"
import { cancelReason, endOf, lease, mostSends, nextLook, nextTry } from "./rules.ts"

const batchSize = 10
const atOnce = 4
/** A removed account can no longer report the end of its requests. */
const givenUpAfter = Duration.days(7)

const cutOff = "signature request interrupted, will be retried"
const about = ({ id }: RequestRow) => ({ signatureRequestId: id })

const startsAsPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-"

/**
 * Follows requests at their providers: a possibly sent one is looked up before it is sent again, a pending one is read,
 * and a finished one is fetched. One worker at a time has a request; if it dies, another continues.
 */
export class SignatureProgress extends Context.Service<
  SignatureProgress,
  {
    /** Does what is due now. */
    workDue(orgId: OrgId | undefined): Effect.Effect<{ readonly done: number; readonly failed: number }>
    /** Takes one up now; false when another is at it, or the provider did not answer. Never fails. */
    now(request: RequestRow): Effect.Effect<boolean, never, Caller>
  }
>()("svc/esignature/SignatureProgress") {
  static readonly layerNoDeps = layerOf(SignatureProgress, function* () {
    const db = yield* Db
    const repo = yield* SignaturesRepo
    const queue = yield* SignatureQueueRepo
    const accounts = yield* SigningAccounts
    const outcomes = yield* SignatureOutcomes
    const signing = yield* DocumentSigning
    const audit = yield* Audit
    const randomness = yield* Randomness
    const eachClaimed = yield* makeEachClaimed

    const open = (request: RequestRow) => accounts.open({ name: request.provider, fallback: request.fallback })

    const again = Effect.fnUntraced(function* (request: RequestRow, at: DateTime.Utc, error: string | null) {
      yield* db.transact(repo.due({ org_id: request.org_id, id: request.id, at, error }))
    })

    const failed = (error: string) => ({ status: "failed", error, tell: true }) as const

    const send = Effect.fnUntraced(function* (request: RequestRow, account: SigningAccount) {
      const { document_id } = request
      if (document_id === null) return
      const held = yield* Effect.option(db.transact(signing.lock(document_id)))
      if (Option.isNone(held)) return
      const { document } = held.value
      const content = yield* Effect.mapError(
        signing.content(document),
        (failure) =>
          new SigningFailed({
            kind: failure._tag === "DocumentStorageUnavailable" ? "later" : "refused",
            message: failure.error
          })
      )
      const organisation = yield* db.transact(repo.organisationName(request.org_id))
      yield* db.transact(queue.markSent(request, yield* DateTime.now))
      const id = yield* account.session.create(
        newSignature({
          request,
          name: document.name,
          organisation,
          content,
          check: { _tag: "Mailbox" },
          callbackUrl: account.callbackUrl
        })
      )
      yield* outcomes.sent(request, id, account.provider)
    })

    const fetchPapers = Effect.fnUntraced(function* (
      request: RequestRow,
      account: SigningAccount,
      { id, state }: { readonly id: string; readonly state: SignatureState }
    ) {
      const papers = yield* account.session.papers(id)
      if (!startsAsPdf(papers.signed)) {
        return yield* new SigningFailed({ kind: "later", message: "The signed file is not a PDF yet" })
      }
      return yield* Effect.mapError(
        outcomes.signed(request, state, papers),
        ({ error }) => new SigningFailed({ kind: "later", message: error })
      )
    })

    const recordReminder = Effect.fnUntraced(function* (request: RequestRow, documentId: DocumentId) {
      const held = yield* Effect.option(signing.lock(documentId))
      if (Option.isNone(held)) return
      const { document, offboarding } = held.value
      yield* audit.record({
        action: "signature_reminded",
        target: documentTarget(document.name, offboarding),
        details: auditText`by ${request.provider}`,
        offboardingId: offboarding.id,
        orgEmployeeId: offboarding.org_employee_id
      })
    }, db.transact)

    /** At most once for its day: whether one whose answer was lost arrived is not to be known. */
    const remind = Effect.fnUntraced(function* (request: RequestRow, account: SigningAccount, id: string) {
      const { document_id, reminder_days } = request
      if (reminder_days === null || document_id === null) return
      const next = DateTime.add(yield* DateTime.now, { days: reminder_days })
      yield* db.transact(queue.markReminded({ org_id: request.org_id, id: request.id, next }))
      yield* account.session
        .remind(id, { name: request.signer_name, email: request.signer_email })
        .pipe(
          Effect.andThen(recordReminder(request, document_id)),
          Effect.ignore({ log: "Info", message: "signer not reminded" })
        )
    })

    const look = Effect.fnUntraced(function* (request: RequestRow, account: SigningAccount, id: string) {
      const state = yield* account.session.stateOf(id).pipe(
        Effect.catchIf(
          ({ kind }) => kind === "missing",
          () => Effect.succeed<SignatureState>({ status: "voided", signedAt: null, signer: null })
        )
      )
      const cancelled = request.cancel_requested_at !== null
      if (state.status === "signed") return yield* fetchPapers(request, account, { id, state })
      const end = endOf(state.status)
      if (end !== null) {
        return yield* outcomes.ended(request, {
          status: end === "voided" && cancelled ? "cancelled" : end,
          error: null,
          tell: !cancelled
        })
      }
      const now = yield* DateTime.now
      const isOver = request.expires_at.epochMilliseconds <= now.epochMilliseconds
      if (cancelled || isOver) {
        yield* account.session.cancel(id, cancelReason)
        return yield* outcomes.ended(request, {
          status: cancelled ? "cancelled" : "expired",
          error: null,
          tell: !cancelled
        })
      }
      const due = request.next_reminder_at
      if (due !== null && due.epochMilliseconds <= now.epochMilliseconds) yield* remind(request, account, id)
      yield* again(request, nextLook(request, account.provider.lookEvery, now), null)
      return true
    })

    /** Whether the provider took it is not known. */
    const makeSure = Effect.fnUntraced(function* (request: RequestRow, account: SigningAccount) {
      const now = yield* DateTime.now
      const { provider, session } = account
      if (request.sent_at !== null) {
        const found = yield* session.find(request.id)
        if (Option.isSome(found)) {
          const sent = yield* outcomes.sent(request, found.value, provider)
          return request.cancel_requested_at === null
            ? sent
            : yield* look({ ...request, external_id: found.value }, account, found.value)
        }
        const settled = DateTime.addDuration(request.sent_at, Duration.fromInputUnsafe(provider.findSettles))
        if (settled.epochMilliseconds > now.epochMilliseconds) {
          yield* again(request, settled, "It is not known yet whether the provider accepted the request")
          return false
        }
      }
      const wanted = request.cancel_requested_at === null
      if (!wanted) return yield* outcomes.ended(request, { status: "cancelled", error: null, tell: false })
      if (request.signer_check !== "mailbox") {
        // What the signer was to be asked for was not kept.
        return yield* outcomes.ended(request, failed(`${provider.title} did not accept the request. Request it again`))
      }
      if (request.attempts > mostSends) {
        return yield* outcomes.ended(
          request,
          failed(`${provider.title} did not accept the request in ${mostSends} attempts`)
        )
      }
      yield* send(request, account)
      return true
    })

    const onward = Effect.fnUntraced(function* (request: RequestRow) {
      const account = yield* open(request)
      return request.external_id === null
        ? yield* makeSure(request, account)
        : yield* look(request, account, request.external_id)
    })

    const advance = Effect.fn("SignatureProgress.advance")(function* (request: RequestRow) {
      return yield* onward(request).pipe(
        Effect.catchTag(
          "SigningFailed",
          Effect.fnUntraced(function* ({ kind, message }) {
            const now = yield* DateTime.now
            const over = DateTime.addDuration(request.expires_at, givenUpAfter)
            if (over.epochMilliseconds <= now.epochMilliseconds) {
              return yield* outcomes.ended(request, { status: "expired", error: message, tell: true })
            }
            if (request.external_id === null && (kind === "refused" || kind === "missing")) {
              yield* outcomes.ended(request, failed(message))
              return false
            }
            yield* again(request, nextTry(request.attempts, now), message)
            return false
          })
        )
      )
    })

    /** Its document is gone: it is ended at the provider before it goes, too. */
    const abandon = Effect.fnUntraced(function* (request: RequestRow) {
      if (request.status === "sending" || request.status === "pending") {
        const account = yield* open(request)
        const id =
          request.external_id ??
          (request.sent_at === null ? null : Option.getOrNull(yield* account.session.find(request.id)))
        if (id !== null) {
          yield* account.session
            .cancel(id, cancelReason)
            // It has ended there already, or is gone.
            .pipe(
              Effect.catchIf(
                ({ kind }) => kind === "refused" || kind === "missing",
                () => Effect.void
              )
            )
        }
      }
      yield* db.transact(queue.drop(request))
      return true
    })

    const abandonOrLater = (request: RequestRow) =>
      abandon(request).pipe(
        Effect.catchTag(
          "SigningFailed",
          Effect.fnUntraced(function* ({ kind, message }) {
            if (kind === "credential" && request.attempts > mostSends) {
              yield* db.transact(queue.drop(request))
              return true
            }
            yield* again(request, nextTry(request.attempts, yield* DateTime.now), message)
            return false
          })
        )
      )

    const work = (request: RequestRow) => (request.document_id === null ? abandonOrLater(request) : advance(request))

    const workDue = Effect.fn("SignatureProgress.workDue")((orgId: OrgId | undefined) =>
      eachClaimed({ orgId, claim: queue.claim, lease, limit: batchSize, atOnce, work, says: cutOff, about })
    )

    const now = Effect.fn("SignatureProgress.now")(function* (request: RequestRow) {
      const at = yield* DateTime.now
      const taken = yield* db.transact(
        queue.take({
          org_id: request.org_id,
          id: request.id,
          worker: yield* randomness.uuid,
          now: at,
          leasedUntil: DateTime.addDuration(at, lease)
        })
      )
      return taken ? yield* work(request).pipe(survive(cutOff, false, about(request))) : false
    })

    return SignatureProgress.of({ workDue, now })
  })
}
