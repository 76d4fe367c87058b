import type { AuditAction } from "@svc/contract/audit/actions"
import { ChecklistTemplateNotFound, ChecklistTemplateUnknown } from "@svc/contract/checklist-templates/errors"
import type {
  ChecklistTemplate,
  CreateChecklistTemplate,
  StandardChecklists,
  UpdateChecklistTemplate
} from "@svc/contract/checklist-templates/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { CaseCompleted, FeatureMissing } from "@svc/contract/kernel/errors"
import { ChecklistTemplateId, type OffboardingId } from "@svc/contract/kernel/ids"
import type { OffsetParams } from "@svc/contract/kernel/paging"
import type { OffboardingCancelled, OffboardingNotFound } from "@svc/contract/offboardings/errors"
import { Context, DateTime, Effect, Option } from "effect"
import { checkFeature } from "#access/requirements"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import type { WrittenLanguage } from "#records/organisation-language"
import { Checklists, defaultList, folded, listedTask, type ListedTask, templateItem } from "#work/checklists/service"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { layerOf } from "#platform/services/layer-of"
import { ChecklistTemplatesRepo } from "./repo.ts"
import { changedContent, copyName, describeChanges, newContent } from "./rules.ts"

const copyOf: Readonly<Record<WrittenLanguage, string>> = { en: "Copy of", de: "Kopie von" }

/** An organization's own checklists (task-templates-1). */
export class ChecklistTemplates extends Context.Service<
  ChecklistTemplates,
  {
    /** By name. */
    list(
      page: OffsetParams
    ): Effect.Effect<
      { readonly rows: ReadonlyArray<ChecklistTemplate>; readonly total: number } & OffsetParams,
      never,
      Caller
    >
    show(id: ChecklistTemplateId): Effect.Effect<ChecklistTemplate, ChecklistTemplateNotFound, Caller>
    /** The tasks of new cases without a template. */
    readonly standard: Effect.Effect<StandardChecklists, never, Caller>
    /** An inactive copy. */
    duplicate(id: ChecklistTemplateId): Effect.Effect<ChecklistTemplate, ChecklistTemplateNotFound, Caller>
    create(input: CreateChecklistTemplate): Effect.Effect<ChecklistTemplate, never, Caller>
    /** What changes nothing is not recorded. */
    update(
      id: ChecklistTemplateId,
      input: UpdateChecklistTemplate
    ): Effect.Effect<ChecklistTemplate, ChecklistTemplateNotFound, Caller>
    remove(id: ChecklistTemplateId): Effect.Effect<void, ChecklistTemplateNotFound, Caller>
    /** The tasks of a template that the body of a new case names (`NewCase.tasks`), active or not. */
    tasksOf(
      id: ChecklistTemplateId
    ): Effect.Effect<ReadonlyArray<ListedTask>, ChecklistTemplateUnknown | FeatureMissing, Caller>
    /** Adds the tasks that the case lacks; concurrent calls add them once. */
    apply(
      id: ChecklistTemplateId,
      offboardingId: OffboardingId
    ): Effect.Effect<
      { readonly added: number; readonly skipped: number },
      ChecklistTemplateNotFound | OffboardingNotFound | CaseCompleted | OffboardingCancelled,
      Caller
    >
  }
>()("svc/checklist-templates/ChecklistTemplates") {
  static readonly layerNoDeps = layerOf(ChecklistTemplates, function* () {
    const db = yield* Db
    const repo = yield* ChecklistTemplatesRepo
    const audit = yield* Audit
    const checklists = yield* Checklists
    const randomness = yield* Randomness

    const list = Effect.fn("ChecklistTemplates.list")(function* (page: OffsetParams) {
      const { orgId } = yield* Caller
      return { ...(yield* repo.page(orgId, page)), limit: page.limit, offset: page.offset }
    }, db.transact)

    const found = Effect.fnUntraced(function* (id: ChecklistTemplateId, how: "find" | "lock") {
      const { orgId } = yield* Caller
      const template = yield* repo[how]({ orgId, id })
      return Option.isNone(template) ? yield* new ChecklistTemplateNotFound() : template.value
    })

    const record = (action: AuditAction, template: { readonly name: string }, details: string) =>
      audit.record({ action, target: auditText`Checklist template ${template.name}`, details: auditText`${details}` })

    /** Blank fits any. */
    const foldedRole = (role: string | null) => (role === null || folded(role) === "" ? null : folded(role))

    const create = Effect.fn("ChecklistTemplates.create")(function* (input: CreateChecklistTemplate) {
      const { orgId } = yield* Caller
      const now = yield* DateTime.now
      const template = {
        id: ChecklistTemplateId.make(yield* randomness.uuid),
        org_id: orgId,
        ...newContent(input),
        created_at: now,
        updated_at: now
      }
      yield* repo.insert(template, foldedRole(template.role))
      yield* record("checklist_template_created", template, `tasks: ${template.items.length}`)
      return template
    }, db.transact)

    const standard = Effect.gen(function* () {
      const { orgId } = yield* Caller
      const language = yield* repo.language(orgId)
      return {
        general: defaultList("employee", language).map(templateItem),
        contractor: defaultList("contractor", language).map(templateItem)
      }
    }).pipe(Effect.withSpan("ChecklistTemplates.standard"), db.transact)

    const duplicate = Effect.fn("ChecklistTemplates.duplicate")(function* (id: ChecklistTemplateId) {
      const { orgId } = yield* Caller
      const of = yield* found(id, "find")
      const now = yield* DateTime.now
      const template = {
        ...of,
        id: ChecklistTemplateId.make(yield* randomness.uuid),
        name: copyName(copyOf[yield* repo.language(orgId)], of.name),
        is_active: false,
        created_at: now,
        updated_at: now
      }
      yield* repo.insert(template, foldedRole(template.role))
      yield* record("checklist_template_created", template, `tasks: ${template.items.length}, copy of ${of.name}`)
      return template
    }, db.transact)

    const update = Effect.fn("ChecklistTemplates.update")(function* (
      id: ChecklistTemplateId,
      input: UpdateChecklistTemplate
    ) {
      const before = yield* found(id, "lock")
      const content = changedContent(before, input)
      const changes = describeChanges(before, content)
      if (changes === "") return before
      const after = { ...before, ...content, updated_at: yield* DateTime.now }
      yield* repo.update(after, foldedRole(after.role))
      yield* record("checklist_template_updated", after, changes)
      return after
    }, db.transact)

    const remove = Effect.fn("ChecklistTemplates.remove")(function* (id: ChecklistTemplateId) {
      const { orgId } = yield* Caller
      const template = yield* found(id, "lock")
      yield* repo.remove({ orgId, id })
      yield* record("checklist_template_deleted", template, `tasks: ${template.items.length}`)
    }, db.transact)

    const tasksOf = Effect.fn("ChecklistTemplates.tasksOf")(function* (id: ChecklistTemplateId) {
      yield* Effect.fromResult(checkFeature(yield* Caller, "checklistTemplates"))
      const template = yield* found(id, "find").pipe(
        Effect.catchTag("ChecklistTemplateNotFound", () => Effect.fail(new ChecklistTemplateUnknown()))
      )
      return template.items.map(listedTask)
    }, db.transact)

    const apply = Effect.fn("ChecklistTemplates.apply")(function* (
      id: ChecklistTemplateId,
      offboardingId: OffboardingId
    ) {
      const template = yield* found(id, "find")
      return yield* checklists.addListed(offboardingId, {
        tasks: template.items.map(listedTask),
        from: `template ${template.name}`
      })
    }, db.transact)

    return ChecklistTemplates.of({
      list,
      show: (id) => db.transact(found(id, "find")),
      standard,
      duplicate,
      create,
      update,
      remove,
      tasksOf,
      apply
    })
  })
}
