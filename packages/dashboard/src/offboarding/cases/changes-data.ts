import { CasesApi } from "@svc/contract/cases/api"
import type { CreateCase } from "@svc/contract/cases/schema"
import type { DocumentTemplateId, OffboardingId } from "@svc/contract/kernel/ids"
import { LifecycleApi } from "@svc/contract/offboardings/lifecycle-api"
import type { ChangeStatus, ChangeStatuses, DeleteOffboardings } from "@svc/contract/offboardings/lifecycle-schema"
import { Effect } from "effect"
import { generate } from "#work/document-templates/data.ts"
import { clientOf } from "#platform/api.ts"
import { action } from "#platform/atoms.ts"
import { afterAll } from "#records/turns.ts"

const cases = clientOf(CasesApi)
const lifecycle = clientOf(LifecycleApi)

/** What the wizard makes at its end. */
interface NewCase {
  readonly form: CreateCase & { readonly employee_name: string }
  /** The case that it copies: what the form leaves out is as it is there. */
  readonly from: OffboardingId | undefined
  readonly documents: ReadonlyArray<DocumentTemplateId>
}

/** Makes the case and then its documents; one that cannot be made is counted, as the case is there by then. */
export const createCase = action(
  ({ documents, form: { org_employee_id, ...form }, from }: NewCase) =>
    Effect.gen(function* () {
      const made =
        from === undefined
          ? yield* cases.create({ payload: org_employee_id === undefined ? form : { ...form, org_employee_id } })
          : yield* cases.clone({ params: { id: from }, payload: form })
      const unmade = yield* Effect.filter(documents, (id) =>
        Effect.match(generate(id, made.id), { onFailure: () => true, onSuccess: () => false })
      )
      return { id: made.id, name: made.employee_name, unmade: unmade.length }
    }),
  () => ["cases"]
)

/** A stage asks for what was done before: a tick that the page shows already must not be overtaken. */
export const changeStage = action(
  ({ id, ...payload }: ChangeStatus & { readonly id: OffboardingId }) =>
    afterAll(id)(lifecycle.changeStatus({ params: { id }, payload })),
  ({ id }) => [`case ${id}`, "cases"]
)

export const setLegalHold = action(
  ({ held, id, reason }: { readonly id: OffboardingId; readonly held: boolean; readonly reason: string }) =>
    lifecycle.setLegalHold({ params: { id }, payload: { held, reason } }),
  ({ id }) => [`case ${id}`, "cases"]
)

/** Gone for good; whoever looks at it leaves before it is read again. */
export const removeCase = action(
  ({ id, reason }: { readonly id: OffboardingId; readonly reason: string }) =>
    lifecycle.remove({ params: { id }, query: {}, payload: { reason } }),
  () => ["cases"]
)

const keysOf = (ids: ReadonlyArray<OffboardingId>) => ["cases", ...ids.map((id) => `case ${id}`)]

/** Each for itself: the answer tells what became of which. */
export const moveCases = action(
  (payload: ChangeStatuses) => lifecycle.changeStatuses({ payload }),
  ({ ids }) => keysOf(ids)
)

/** Those that were in one stage go back there together. */
export const moveBack = action(
  (groups: ReadonlyArray<ChangeStatuses>) =>
    Effect.map(
      Effect.forEach(groups, (payload) => lifecycle.changeStatuses({ payload })),
      (answers) => answers.flatMap(({ results }) => results)
    ),
  (groups) => keysOf(groups.flatMap(({ ids }) => ids))
)

export const removeCases = action(
  (payload: DeleteOffboardings) => lifecycle.removeAll({ payload }),
  ({ ids }) => keysOf(ids)
)

/** The file as it is: the service reads it, and says what it made of each row. A dry run writes nothing. */
export const importCases = action(
  ({ dryRun, file }: { readonly file: Uint8Array; readonly dryRun: boolean }) =>
    cases.import({ query: { dry_run: dryRun ? "true" : "false" }, payload: file }),
  ({ dryRun }) => (dryRun ? [] : ["cases"])
)
