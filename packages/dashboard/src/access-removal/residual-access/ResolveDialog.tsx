import { type ResidualAccess, ResolveResidualAccess } from "@svc/contract/residual-access/schema"
import { useNames } from "#connections/integrations/providers.ts"
import { SelectField, TextField } from "#design/Field.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { useForm } from "#platform/form.ts"
import { resolveFinding } from "./data.ts"

/** Resolves a finding as removed manually or as accepted risk, with a reason. */
export const ResolveDialog = ({
  of: { id, offboarding_id, service },
  onClose
}: {
  readonly of: ResidualAccess
  readonly onClose: () => void
}) => {
  const { caseDetail, revocations: words } = useWords()
  const nameOf = useNames()
  const form = useForm(ResolveResidualAccess, { resolution: "removed", reason: "" })
  const resolution = useAction(resolveFinding, { onDone: onClose })
  return (
    <ActionDialog
      title={words.resolveTitle(nameOf(service))}
      why={words.resolveText}
      onClose={onClose}
      onSubmit={() => form.submit((body) => resolution.start({ id, offboardingId: offboarding_id, ...body }))}
      act={resolution}
      confirm={words.resolve}
    >
      <SelectField
        label={words.resolution}
        choices={[
          ["removed", words.resolutions.removed],
          ["accepted", words.resolutions.accepted]
        ]}
        {...form.field("resolution")}
      />
      <TextField label={caseDetail.why} help={caseDetail.whyHelp} autoFocus {...form.field("reason")} />
    </ActionDialog>
  )
}
