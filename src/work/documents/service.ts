import type { AuditAction } from "@svc/contract/audit/actions"
import { DocumentSigned } from "@svc/contract/documents/events"
import type { DocumentNotFound, ReferenceRequired, SignerRequired, StatusInvalid } from "@svc/contract/documents/errors"
import type { AddDocument, ChangeDocument, ComplianceDocument, ListedDocument } from "@svc/contract/documents/schema"
import { Caller } from "@svc/contract/kernel/access"
import {
  InvalidRequest,
  LegalHoldInForce,
  type PermissionDenied,
  type ReasonRequired
} from "@svc/contract/kernel/errors"
import { DocumentId, type OffboardingId } from "@svc/contract/kernel/ids"
import { isFrozen } from "@svc/contract/kernel/legal-hold"
import type { OffboardingNotFound } from "@svc/contract/offboardings/errors"
import { Context, DateTime, Effect, Option, type Result } from "effect"
import { Audit } from "#audit/record/service"
import { type AuditText, auditText, personal } from "#audit/record/text"
import { Checklists } from "#work/checklists/service"
import { Outbox } from "#outgoing/outbox/service"
import { Db, type Transaction } from "#platform/database/db"
import { Files } from "#platform/files/files"
import { Outbound } from "#platform/outbound/outbound"
import { Randomness } from "#platform/crypto/random"
import { Wakeups } from "#platform/jobs/wakeups"
import type { CaseFacts } from "#records/case-facts"
import { layerOf } from "#platform/services/layer-of"
import { makeCases } from "./cases.ts"
import { makeRequireLegal } from "./legal.ts"
import { evidenced, type EvidencedDocument, type EvidenceFile, evidenceFiles } from "./evidence.ts"
import { documentTarget, listed, shown } from "./presenting.ts"
import { type DocumentRow, DocumentsRepo } from "./repo.ts"
import { decideChange, type JudgedDocument } from "./rules.ts"
import { documentFiles } from "./topic.ts"

export { AllDocuments } from "./all.ts"
export { DocumentFiles } from "./files.ts"
export { DocumentSigning } from "./signing.ts"
export { documentTarget } from "./presenting.ts"
export { downloadName } from "./rules.ts"
export { documentFiles } from "./topic.ts"

interface DocumentPage {
  readonly rows: ReadonlyArray<ListedDocument>
  readonly total: number
  readonly limit: number
  readonly offset: number
}

/** The compliance documents of cases (papers-7). Their files are `DocumentFiles`'. */
export class Documents extends Context.Service<
  Documents,
  {
    /** Oldest first. */
    list(
      offboardingId: OffboardingId,
      page: { readonly limit: number; readonly offset: number }
    ): Effect.Effect<DocumentPage, OffboardingNotFound, Caller>
    /** With the public address of a file, or without a file. */
    add(
      offboardingId: OffboardingId,
      input: AddDocument
    ): Effect.Effect<ComplianceDocument, InvalidRequest | OffboardingNotFound, Caller>
    change(
      id: DocumentId,
      input: ChangeDocument
    ): Effect.Effect<
      ComplianceDocument,
      | StatusInvalid
      | SignerRequired
      | ReferenceRequired
      | ReasonRequired
      | PermissionDenied
      | DocumentNotFound
      | LegalHoldInForce,
      Caller
    >
    /**
     * Deletes the record, and its stored file once that is committed; the reason is judged after the document is found.
     */
    remove(
      id: DocumentId,
      reason: Result.Result<string, ReasonRequired>
    ): Effect.Effect<void, ReasonRequired | DocumentNotFound | LegalHoldInForce, Caller>
    /** The documents that the law of the case's place asks for, each with a task that follows it (papers-14). */
    requireLegal(offboarding: {
      readonly id: OffboardingId
      readonly jurisdiction: string | null
    }): Effect.Effect<void, never, Caller | Transaction>
    /** By their hashes, for the evidence of a case. */
    forEvidence(
      offboardingId: OffboardingId
    ): Effect.Effect<
      { readonly documents: ReadonlyArray<EvidencedDocument>; readonly files: ReadonlyArray<EvidenceFile> },
      never,
      Caller | Transaction
    >
  }
>()("svc/documents/Documents") {
  static readonly layerNoDeps = layerOf(Documents, function* () {
    const db = yield* Db
    const repo = yield* DocumentsRepo
    const audit = yield* Audit
    const outbox = yield* Outbox
    const checklists = yield* Checklists
    const outbound = yield* Outbound
    const files = yield* Files
    const wakeups = yield* Wakeups
    const randomness = yield* Randomness
    const cases = yield* makeCases
    const requireLegal = yield* makeRequireLegal

    const record = (action: AuditAction, document: Pick<DocumentRow, "name">, of: CaseFacts, details: AuditText) =>
      audit.record({
        action,
        target: documentTarget(document.name, of),
        details,
        offboardingId: of.id,
        orgEmployeeId: of.org_employee_id
      })

    const list = Effect.fn("Documents.list")(function* (
      offboardingId: OffboardingId,
      { limit, offset }: { readonly limit: number; readonly offset: number }
    ) {
      const { orgId } = yield* Caller
      yield* cases.find(offboardingId)
      const rows = yield* repo.list({ orgId, offboardingId, limit, offset })
      const total = yield* repo.count({ orgId, offboardingId })
      return { rows: rows.map(listed), total, limit, offset }
    }, db.transact)

    const insert = Effect.fnUntraced(function* (offboardingId: OffboardingId, input: AddDocument, url: string | null) {
      const { orgId, userId } = yield* Caller
      const offboarding = yield* cases.lock(offboardingId)
      const now = yield* DateTime.now
      const document = {
        id: DocumentId.make(yield* randomness.uuid),
        offboarding_id: offboardingId,
        name: input.name.trim(),
        doc_type: input.docType?.trim() ?? "Other",
        status: "pending" as const,
        file_url: url,
        created_at: now
      }
      yield* repo.insert({
        ...document,
        org_id: orgId,
        file_is_stored: false,
        content_type: null,
        byte_size: null,
        sha256: null,
        template_id: null,
        created_by: userId,
        updated_at: now
      })
      yield* record(
        "document_added",
        document,
        offboarding,
        auditText`type: ${document.doc_type}, file: ${personal(offboarding.person_key_id, url)}`
      )
      const added: ComplianceDocument = {
        ...document,
        signed_by: null,
        signed_at: null,
        signature_reference: null,
        expires_on: null,
        esignature_status: "not_requested"
      }
      return added
    }, db.transact)

    const add = Effect.fn("Documents.add")(function* (offboardingId: OffboardingId, input: AddDocument) {
      yield* db.transact(cases.find(offboardingId))
      const given = input.fileUrl ?? null
      const url =
        given === null
          ? null
          : yield* Effect.mapBoth(outbound.check(given), {
              onFailure: ({ reason }) => new InvalidRequest({ error: `fileUrl: ${reason}` }),
              onSuccess: () => given
            })
      return yield* insert(offboardingId, input, url)
    })

    const recordChange = Effect.fnUntraced(function* (
      before: JudgedDocument & Pick<DocumentRow, "name">,
      { after, changed, reason }: Result.Result.Success<ReturnType<typeof decideChange>>,
      of: CaseFacts
    ) {
      const text = (value: string | DateTime.Utc | null) =>
        personal(of.person_key_id, DateTime.isDateTime(value) ? DateTime.formatIso(value) : value)
      const changes = changed.flatMap((field, index) => [
        ...auditText`${index === 0 ? "" : ", "}${field}: `,
        ...(field === "status"
          ? auditText`${before.status} -> ${after.status}`
          : auditText`${text(before[field])} -> ${text(after[field])}`)
      ])
      const why = Option.match(reason, {
        onNone: () => [],
        onSome: (given) => auditText`, reason: ${personal(of.person_key_id, given)}`
      })
      yield* record(
        changed.includes("status") ? "document_status_changed" : "document_updated",
        before,
        of,
        [...changes, ...why].filter((piece) => piece !== "")
      )
    })

    const change = Effect.fn("Documents.change")(function* (id: DocumentId, input: ChangeDocument) {
      const { orgId, role } = yield* Caller
      const { document, offboarding } = yield* cases.lockDocument(id)
      const now = yield* DateTime.now
      const decided = yield* Effect.fromResult(
        decideChange(document, input, { role, frozen: isFrozen(offboarding, now), now })
      )
      if (decided.changed.length === 0) return shown(document)
      const after = { ...document, ...decided.after }
      yield* repo.update({ orgId, id, ...decided.after, at: now })
      yield* recordChange(document, decided, offboarding)
      if (decided.changed.includes("status")) yield* checklists.sync(offboarding.id)
      if (decided.becomesSigned) {
        yield* outbox.append(
          orgId,
          DocumentSigned.make({
            documentId: id,
            offboardingId: offboarding.id,
            documentName: document.name,
            documentType: document.doc_type,
            source: "manual",
            provider: null
          })
        )
      }
      return shown(after)
    }, db.transact)

    const removeRecord = Effect.fnUntraced(function* (id: DocumentId, given: Result.Result<string, ReasonRequired>) {
      const { orgId } = yield* Caller
      const { document, offboarding } = yield* cases.lockDocument(id)
      const reason = yield* Effect.fromResult(given)
      if (isFrozen(offboarding, yield* DateTime.now)) return yield* new LegalHoldInForce()
      yield* repo.remove({ orgId, id })
      yield* record(
        "document_deleted",
        document,
        offboarding,
        auditText`status: ${document.status}, reason: ${personal(offboarding.person_key_id, reason)}`
      )
      yield* checklists.sync(offboarding.id)
      if (document.file_is_stored) yield* wakeups.signal(documentFiles)
      return document
    }, db.transact)

    const remove = Effect.fn("Documents.remove")(function* (
      id: DocumentId,
      reason: Result.Result<string, ReasonRequired>
    ) {
      const { file_is_stored, file_url } = yield* removeRecord(id, reason)
      if (!file_is_stored || file_url === null) return
      // What the storage does not do now is left to the job.
      yield* Effect.ignore(
        Effect.tapError(files.delete(file_url), (failure) =>
          Effect.logWarning("file of a deleted document not deleted, will be retried", failure)
        )
      )
    })

    const forEvidence = Effect.fn("Documents.forEvidence")(function* (offboardingId: OffboardingId) {
      const { orgId } = yield* Caller
      const rows = yield* repo.list({ orgId, offboardingId, limit: 10_000, offset: 0 })
      return {
        documents: rows.map(evidenced),
        files: rows.flatMap(evidenceFiles)
      }
    })

    return Documents.of({ list, add, change, remove, requireLegal, forEvidence })
  })
}
