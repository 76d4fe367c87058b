import { type InitiationSettings, UpdateInitiationSettings } from "@svc/contract/approval-chains/schema"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { SubmitForm } from "#design/SubmitForm.tsx"
import { approvalChains } from "#offboarding/approval-chains/data.ts"
import { LinkButton, Submit } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { SelectField, CheckboxField } from "#design/Field.tsx"
import { Columns, Row, Text, Stack } from "#design/layout.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { changeInitiationSettings, initiationSettings } from "#offboarding/initiations/data.ts"
import { useWords } from "#languages/words.ts"
import { templatesOf } from "#platform/pages.ts"
import { useAction, useQuery } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { toast } from "#frame/toasts.tsx"

const Chains = ({
  chosen,
  field
}: {
  readonly chosen: string | null
  readonly field: { readonly value: string; readonly onInput: (text: string) => void }
}) => {
  const words = useWords().organisationSettings
  const found = useQuery(approvalChains)
  const chains = AsyncResult.isSuccess(found) ? found.value.rows : []
  const isKnown = chosen === null || chains.some(({ id }) => id === chosen)
  return (
    <SelectField
      label={words.defaultChain}
      help={words.defaultChainHelp}
      choices={[
        ["", words.noChain],
        ...chains.map(({ id, name }) => [id, name] as const),
        ...(isKnown ? [] : [[chosen, chosen] as const])
      ]}
      {...field}
    />
  )
}

const Form = ({ of }: { readonly of: InitiationSettings }) => {
  const { organisationSettings: words, shell } = useWords()
  const { may } = useMay()
  const [required, setRequired] = useState(of.require_initiation_approval)
  const form = useForm(
    UpdateInitiationSettings,
    { default_chain_id: of.default_chain_id ?? "" },
    { require_initiation_approval: required }
  )
  const saving = useAction(changeInitiationSettings, { onDone: () => toast(words.saved) })
  return (
    <SubmitForm onSubmit={() => form.submit(saving.start)}>
      <Card title={shell.approvals}>
        <Stack>
          <Refusal of={saving.result} />
          <Stack gap={1}>
            <CheckboxField label={words.requireApproval} checked={required} onTick={setRequired} />
            <Text size="small" tone="3">
              {words.requireApprovalHelp}
            </Text>
          </Stack>
          {may("offboardings_create") && (
            <Columns>
              <Chains chosen={of.default_chain_id} field={form.field("default_chain_id")} />
            </Columns>
          )}
          <Row apart>
            <LinkButton href={templatesOf({ kind: "approval-chains" })}>{words.openChains}</LinkButton>
            <Submit busy={saving.busy}>{words.saveApprovals}</Submit>
          </Row>
        </Stack>
      </Card>
    </SubmitForm>
  )
}

/** Whether requests need approval, and the default approval chain. */
export const Approvals = () => (
  <Loaded of={initiationSettings} skeleton={<Skeleton width={62} tall />}>
    {(of) => <Form key={of.default_chain_id} of={of} />}
  </Loaded>
)
