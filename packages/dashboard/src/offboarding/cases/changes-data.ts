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

export type NewCaseForm = CreateCase & { readonly employee_name: string }

/** Everything of the page for a new offboarding. */
interface NewCase {
  readonly form: NewCaseForm
  /** The offboarding to copy; fields the form omits are taken from it. */
  readonly from: OffboardingId | undefined
  readonly documents: ReadonlyArray<DocumentTemplateId>
}

/** Creates the offboarding, then its documents. Failed documents are only counted, because the offboarding exists by then. */
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
      return { id: made.id, name: made.employee_name, revokeAt: made.revoke_at, unmade: unmade.length }
    }),
  () => ["cases"]
)

/** Stage change, after pending checkbox requests: the stage gate must see every task the page shows as done. */
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

/** Permanent deletion; the page navigates away before it could be reloaded. */
export const removeCase = action(
  ({ id, reason }: { readonly id: OffboardingId; readonly reason: string }) =>
    lifecycle.remove({ params: { id }, query: {}, payload: { reason } }),
  () => ["cases"]
)

const keysOf = (ids: ReadonlyArray<OffboardingId>) => ["cases", ...ids.map((id) => `case ${id}`)]

/** Bulk stage change with a result per offboarding. */
export const moveCases = action(
  (payload: ChangeStatuses) => lifecycle.changeStatuses({ payload }),
  ({ ids }) => keysOf(ids)
)

/** Undo: one bulk change per previous stage. */
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

/** Uploads the file unparsed; the API returns a result per row. A dry run writes nothing. */
export const importCases = action(
  ({ dryRun, file }: { readonly file: Uint8Array; readonly dryRun: boolean }) =>
    cases.import({ query: { dry_run: dryRun ? "true" : "false" }, payload: file }),
  ({ dryRun }) => (dryRun ? [] : ["cases"])
)
