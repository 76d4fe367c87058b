import type { DocumentStorageUnavailable } from "@svc/contract/documents/errors"
import { SignatureEnded } from "@svc/contract/esignature/events"
import type { DocumentId } from "@svc/contract/kernel/ids"
import { Caller } from "@svc/contract/kernel/access"
import { Context, DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { DocumentSigning, documentTarget } from "#work/documents/service"
import type { SignatureState, SignedPapers, SigningProvider } from "#connections/vendors/protocol/signing-provider"
import { layerOf } from "#platform/services/layer-of"
import { type RequestRow, SignaturesRepo } from "./repo.ts"
import { nextLook, signedBy } from "./rules.ts"

/** How a request ends without a signature. */
interface Ending {
  readonly status: "declined" | "expired" | "voided" | "cancelled" | "failed"
  /** The reason, in our own sentence. */
  readonly error: string | null
  /** Whether the case's members are notified: not if they requested it themselves. */
  readonly tell: boolean
}

const plain = (name: string) => name.replaceAll(/\s+/g, " ").trim()

/** Outcomes of requests, each recorded once with its document, its entry, and its event. */
export class SignatureOutcomes extends Context.Service<
  SignatureOutcomes,
  {
    /** The provider has it. False when it had been recorded, or the request is over by now. */
    sent(request: RequestRow, externalId: string, provider: SigningProvider): Effect.Effect<boolean, never, Caller>
    ended(request: RequestRow, ending: Ending): Effect.Effect<boolean, never, Caller>
    /**
     * The provider's signature, with what it gave back. Files are stored before they are recorded; once only is it final, and
     * announced. False when it was so already.
     */
    signed(
      request: RequestRow,
      state: SignatureState,
      papers: SignedPapers
    ): Effect.Effect<boolean, DocumentStorageUnavailable, Caller>
  }
>()("svc/esignature/SignatureOutcomes") {
  static readonly layerNoDeps = layerOf(SignatureOutcomes, function* () {
    const db = yield* Db
    const repo = yield* SignaturesRepo
    const signing = yield* DocumentSigning
    const audit = yield* Audit
    const outbox = yield* Outbox

    /** The case before the request, in the common lock order; none if the document is gone, or the request over. */
    const open = Effect.fnUntraced(function* (request: RequestRow, documentId: DocumentId) {
      const held = yield* Effect.option(signing.lock(documentId))
      const row = yield* repo.lock(request)
      const isOpen = Option.exists(row, ({ status }) => status === "sending" || status === "pending")
      return isOpen ? held : Option.none()
    })

    const record = (
      action: "signature_sent" | "signature_ended" | "signature_cancelled",
      { document, offboarding }: Effect.Success<ReturnType<typeof signing.lock>>,
      details: string
    ) =>
      audit.record({
        action,
        target: documentTarget(document.name, offboarding),
        details: auditText`${details}`,
        offboardingId: offboarding.id,
        orgEmployeeId: offboarding.org_employee_id
      })

    const sent = Effect.fn("SignatureOutcomes.sent")(function* (
      request: RequestRow,
      externalId: string,
      provider: SigningProvider
    ) {
      if (request.document_id === null) return false
      const held = yield* open(request, request.document_id)
      const at = yield* DateTime.now
      const nextReminder = request.reminder_days === null ? null : DateTime.add(at, { days: request.reminder_days })
      const recorded = yield* repo.sent({
        org_id: request.org_id,
        id: request.id,
        externalId,
        nextReminder,
        nextLook: nextLook({ ...request, next_reminder_at: nextReminder }, provider.lookEvery, at),
        at
      })
      if (!recorded || Option.isNone(held)) return recorded
      yield* signing.setStatus(held.value.document.id, "pending")
      yield* record("signature_sent", held.value, `${request.provider} ${externalId}`)
      return true
    }, db.transact)

    const ended = Effect.fn("SignatureOutcomes.ended")(function* (
      request: RequestRow,
      { error, status, tell }: Ending
    ) {
      const { orgId } = yield* Caller
      const held = request.document_id === null ? Option.none() : yield* open(request, request.document_id)
      const at = yield* DateTime.now
      if (!(yield* repo.finish({ org_id: request.org_id, id: request.id, status, error, at }))) return false
      if (Option.isNone(held)) return true
      const { document, offboarding } = held.value
      yield* signing.setStatus(document.id, status)
      yield* record(
        status === "cancelled" ? "signature_cancelled" : "signature_ended",
        held.value,
        `${request.provider} ${request.external_id ?? "without an id"}: ${status}${error === null ? "" : `, ${error}`}`
      )
      if (tell && status !== "cancelled") {
        yield* outbox.append(
          orgId,
          SignatureEnded.make({
            documentId: document.id,
            offboardingId: offboarding.id,
            documentName: document.name,
            employeeName: offboarding.employee_name,
            provider: request.provider,
            outcome: status
          })
        )
      }
      return true
    }, db.transact)

    const complete = Effect.fnUntraced(function* (
      request: RequestRow,
      documentId: DocumentId,
      signature: Omit<Parameters<typeof signing.complete>[1], "provider" | "reference">
    ) {
      const held = yield* open(request, documentId)
      if (Option.isNone(held)) return false
      const at = yield* DateTime.now
      yield* repo.finish({ org_id: request.org_id, id: request.id, status: "signed", error: null, at })
      yield* signing.complete(held.value, {
        ...signature,
        provider: request.provider,
        reference: request.external_id ?? request.id
      })
      return true
    }, db.transact)

    const signed = Effect.fn("SignatureOutcomes.signed")(function* (
      request: RequestRow,
      state: SignatureState,
      papers: SignedPapers
    ) {
      const { document_id, offboarding_id } = request
      if (document_id === null || offboarding_id === null) return false
      const stored = yield* signing.store(
        { id: request.id, documentId: document_id, offboardingId: offboarding_id },
        papers
      )
      const signer = state.signer ?? { name: request.signer_name, email: request.signer_email }
      return yield* complete(request, document_id, {
        signedBy: signedBy({ name: plain(signer.name), email: signer.email }),
        signedAt: state.signedAt ?? (yield* DateTime.now),
        papers: stored
      })
    })

    return SignatureOutcomes.of({ sent, ended, signed })
  })
}
