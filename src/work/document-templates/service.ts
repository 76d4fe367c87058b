import type { AuditAction } from "@svc/contract/audit/actions"
import {
  DocumentTemplateInUse,
  DocumentTemplateNameTaken,
  DocumentTemplateNotFound
} from "@svc/contract/document-templates/errors"
import { mergeValues } from "@svc/contract/document-templates/merge-values"
import {
  type CreateDocumentTemplate,
  type DocumentTemplate,
  type GeneratedDocument,
  mergeFields,
  type UpdateDocumentTemplate
} from "@svc/contract/document-templates/schema"
import type { DocumentStorageUnavailable, StorageQuotaReached } from "@svc/contract/documents/errors"
import { Caller } from "@svc/contract/kernel/access"
import { InvalidRequest } from "@svc/contract/kernel/errors"
import { DocumentTemplateId, type OffboardingId } from "@svc/contract/kernel/ids"
import { OffboardingNotFound } from "@svc/contract/offboardings/errors"
import { Context, DateTime, Effect, Option, Result } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { DocumentFiles } from "#work/documents/service"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { isCaseIn } from "#records/record-scope"
import { layerOf } from "#platform/services/layer-of"
import { excessOf } from "./bounds.ts"
import { DocumentTemplatesRepo, type MergeSource } from "./repo.ts"

/** Two libraries with a parser of HTML, which few processes ever need. */
const rendering = Effect.promise(() => import("./rendering.ts"))

interface TemplatePage {
  readonly rows: ReadonlyArray<DocumentTemplate>
  readonly total: number
  readonly limit: number
  readonly offset: number
  readonly merge_fields: ReadonlyArray<string>
}

const nameTaken = (constraint: string) =>
  constraint === "document_templates_name" ? Option.some(new DocumentTemplateNameTaken()) : Option.none()

/** Today is the day at the case's own place. */
const valuesOf = (source: MergeSource, now: DateTime.Utc) =>
  mergeValues(
    source,
    DateTime.formatIsoDate(
      Option.getOrElse(DateTime.setZoneNamed(now, source.timezone), () =>
        DateTime.setZone(now, DateTime.zoneMakeOffset(0))
      )
    )
  )

/** Letters that are filled in from a case (letters-1). */
export class DocumentTemplates extends Context.Service<
  DocumentTemplates,
  {
    /** By name. */
    list(page: { readonly limit: number; readonly offset: number }): Effect.Effect<TemplatePage, never, Caller>
    get(id: DocumentTemplateId): Effect.Effect<DocumentTemplate, DocumentTemplateNotFound, Caller>
    create(
      input: CreateDocumentTemplate
    ): Effect.Effect<DocumentTemplate, InvalidRequest | DocumentTemplateNameTaken, Caller>
    /** What changes nothing is not recorded. */
    update(
      id: DocumentTemplateId,
      input: UpdateDocumentTemplate
    ): Effect.Effect<DocumentTemplate, InvalidRequest | DocumentTemplateNotFound | DocumentTemplateNameTaken, Caller>
    remove(id: DocumentTemplateId): Effect.Effect<void, DocumentTemplateNotFound | DocumentTemplateInUse, Caller>
    /** Fills it in and adds the file to the documents of the case. */
    generate(
      id: DocumentTemplateId,
      offboardingId: OffboardingId
    ): Effect.Effect<
      GeneratedDocument,
      | InvalidRequest
      | DocumentTemplateNotFound
      | OffboardingNotFound
      | StorageQuotaReached
      | DocumentStorageUnavailable,
      Caller
    >
  }
>()("svc/document-templates/DocumentTemplates") {
  static readonly layerNoDeps = layerOf(DocumentTemplates, function* () {
    const db = yield* Db
    const repo = yield* DocumentTemplatesRepo
    const audit = yield* Audit
    const files = yield* DocumentFiles
    const randomness = yield* Randomness

    const found = (read: typeof repo.find) =>
      Effect.fnUntraced(function* (id: DocumentTemplateId) {
        const { orgId } = yield* Caller
        const template = yield* read({ orgId, id })
        return yield* Effect.mapError(Effect.fromOption(template), () => new DocumentTemplateNotFound())
      })
    const find = found(repo.find)
    const lock = found(repo.lock)
    const lockShared = found(repo.lockShared)

    const judged = Effect.fnUntraced(function* (body: string) {
      const { judgeTemplate } = yield* rendering
      return yield* Effect.fromResult(Result.mapError(judgeTemplate(body), (error) => new InvalidRequest({ error })))
    })

    const record = (action: AuditAction, name: string, details: string) =>
      audit.record({ action, target: auditText`Document template ${name}`, details: auditText`${details}` })

    const list = Effect.fn("DocumentTemplates.list")(function* ({
      limit,
      offset
    }: {
      readonly limit: number
      readonly offset: number
    }) {
      const { orgId } = yield* Caller
      const rows = yield* repo.list({ orgId, limit, offset })
      return { rows, total: yield* repo.count(orgId), limit, offset, merge_fields: mergeFields }
    }, db.transact)

    const create = Effect.fn("DocumentTemplates.create")(
      function* (input: CreateDocumentTemplate) {
        const { orgId } = yield* Caller
        yield* judged(input.body)
        const now = yield* DateTime.now
        const template: DocumentTemplate = {
          id: DocumentTemplateId.make(yield* randomness.uuid),
          name: input.name.trim(),
          doc_type: input.doc_type?.trim() ?? "Other",
          body: input.body,
          created_at: now,
          updated_at: now
        }
        yield* repo.insert({ ...template, org_id: orgId })
        yield* record("document_template_created", template.name, `type: ${template.doc_type}`)
        return template
      },
      (effect) => db.transactUnless(effect, nameTaken)
    )

    const update = Effect.fn("DocumentTemplates.update")(
      function* (id: DocumentTemplateId, input: UpdateDocumentTemplate) {
        const { orgId } = yield* Caller
        const before = yield* lock(id)
        const after = {
          ...before,
          name: input.name?.trim() ?? before.name,
          doc_type: input.doc_type?.trim() ?? before.doc_type,
          body: input.body ?? before.body
        }
        yield* judged(after.body)
        const changed = (["name", "doc_type", "body"] as const).filter((field) => before[field] !== after[field])
        if (changed.length === 0) return before
        const stored = { ...after, updated_at: yield* DateTime.now }
        yield* repo.update({ ...stored, org_id: orgId })
        yield* record("document_template_updated", after.name, `changed: ${changed.join(", ")}`)
        return stored
      },
      (effect) => db.transactUnless(effect, nameTaken)
    )

    const remove = Effect.fn("DocumentTemplates.remove")(function* (id: DocumentTemplateId) {
      const { orgId } = yield* Caller
      const template = yield* lock(id)
      if (yield* repo.isUsed({ orgId, id })) return yield* new DocumentTemplateInUse()
      yield* repo.remove({ orgId, id })
      yield* record("document_template_deleted", template.name, `type: ${template.doc_type}`)
    }, db.transact)

    const read = Effect.fnUntraced(function* (id: DocumentTemplateId, offboardingId: OffboardingId) {
      const { orgId, records } = yield* Caller
      const template = yield* find(id)
      const source = yield* repo.mergeSource(orgId, offboardingId)
      if (Option.isNone(source) || !isCaseIn(records, source.value)) return yield* new OffboardingNotFound()
      return { template, source: source.value }
    }, db.transact)

    const generate = Effect.fn("DocumentTemplates.generate")(function* (
      id: DocumentTemplateId,
      offboardingId: OffboardingId
    ) {
      const { source, template } = yield* read(id, offboardingId)
      // One that was stored before there were bounds.
      const excess = excessOf(template.body)
      if (excess !== undefined) {
        return yield* new InvalidRequest({ error: `The body of this template ${excess}. Edit it first` })
      }
      const { renderDocument } = yield* rendering
      const generated = yield* files.addGenerated(
        {
          offboardingId,
          templateId: id,
          name: template.name,
          docType: template.doc_type,
          html: renderDocument(template, valuesOf(source, yield* DateTime.now))
        },
        Effect.asVoid(lockShared(id))
      )
      const answer: GeneratedDocument = { ...generated.document, signed_url: generated.link.url }
      return answer
    })

    return DocumentTemplates.of({ list, get: (id) => db.transact(find(id)), create, update, remove, generate })
  })
}
