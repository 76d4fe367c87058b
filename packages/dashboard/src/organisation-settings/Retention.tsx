import { Retention as RetentionForm } from "@svc/contract/organisation-settings/schema"
import { useState } from "preact/hooks"
import { Button } from "../design/Button.tsx"
import { Card } from "../design/Card.tsx"
import { TextField } from "../design/Field.tsx"
import { Columns, Line, Said, Stack } from "../design/layout.tsx"
import { Bone } from "../design/Placeholder.tsx"
import { useWords } from "../languages/words.ts"
import { useAction } from "../platform/atoms.ts"
import { Refusal } from "../platform/failures.tsx"
import { useForm } from "../platform/form.ts"
import { Loaded } from "../platform/Loaded.tsx"
import { toast } from "../shell/toasts.tsx"
import { retention, setRetention } from "./data.ts"

const Form = ({ of }: { readonly of: typeof RetentionForm.Type }) => {
  const words = useWords().organisationSettings
  const saved = String(of.offboarding_retention_months ?? "")
  const [months, setMonths] = useState(saved)
  const form = useForm(
    RetentionForm,
    {},
    { offboarding_retention_months: months.trim() === "" ? null : Number(months) }
  )
  const saving = useAction(setRetention, {
    onDone: (_answer, before) =>
      toast(words.saved, {
        undo:
          before.offboarding_retention_months === of.offboarding_retention_months
            ? undefined
            : () => {
                // Taken back before it was read again, the form stays the same one.
                setMonths(saved)
                saving.start(of)
              }
      })
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit(saving.start)
      }}
    >
      <Card title={words.parts.retention}>
        <Stack>
          <Refusal of={saving.result} refusals={{}} />
          <Said strong>{words.kept(of.offboarding_retention_months)}</Said>
          <Said tone="2">{words.retentionText}</Said>
          <Columns>
            <TextField
              label={words.months}
              help={words.monthsHelp}
              inputMode="numeric"
              value={months}
              wrong={form.wrong("offboarding_retention_months")}
              onInput={setMonths}
            />
          </Columns>
          <Said size="small" tone="3">
            {words.retentionNote}
          </Said>
          <Line end>
            <Button look="first" type="submit" busy={saving.busy}>
              {words.saveRetention}
            </Button>
          </Line>
        </Stack>
      </Card>
    </form>
  )
}

/** How long closed offboardings are to be kept. */
export const Retention = () => (
  <Loaded of={retention} bones={<Bone width={62} tall />} refusals={{}}>
    {(of) => <Form key={of.offboarding_retention_months} of={of} />}
  </Loaded>
)
