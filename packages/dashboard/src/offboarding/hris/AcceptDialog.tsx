import { AcceptHrisReview, type HrisReview } from "@svc/contract/hris/schema"
import { AreaField, SelectField, TextField } from "#design/Field.tsx"
import { Text } from "#design/layout.tsx"
import { ActionDialog, useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useForm } from "#platform/form.ts"
import { acceptReview } from "./data.ts"

/** Accepts a finding: starts, moves, or cancels an offboarding. */
export const AcceptDialog = ({ of, onClose }: { readonly of: HrisReview; readonly onClose: () => void }) => {
  const { cases, hris: words } = useWords()
  const { employee_name, id, kind, last_day } = of
  const cancels = kind === "rescinded"
  const begins = !cancels && kind !== "date_changed"
  const form = useForm(AcceptHrisReview, {
    exit_date: cancels ? "" : (last_day ?? ""),
    separation_type: begins ? "other" : "",
    reason: ""
  })
  const accepting = useDialogAction(acceptReview, words.accepted(employee_name), onClose)
  return (
    <ActionDialog
      title={words.acceptTitle(employee_name)}
      why={words.kinds[kind].does}
      onClose={onClose}
      onSubmit={() => form.submit((given) => accepting.start({ ...given, id }))}
      act={accepting}
      confirm={words.accept}
      variant={cancels ? "danger" : "primary"}
    >
      {!cancels && <TextField label={words.lastDay} type="date" {...form.field("exit_date")} />}
      {begins && (
        <>
          <SelectField
            label={words.separation}
            choices={Object.entries(cases.separations)}
            {...form.field("separation_type")}
          />
          <Text size="small" tone="3">
            {words.allApps}
          </Text>
        </>
      )}
      {cancels && <AreaField label={words.reason} help={words.reasonHelp} {...form.field("reason")} />}
    </ActionDialog>
  )
}
