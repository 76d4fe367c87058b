import { type ApprovalChain, CreateApprovalChain } from "@svc/contract/approval-chains/schema"
import { ApprovalChainId } from "@svc/contract/kernel/ids"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso/router"
import { SubmitForm } from "#design/SubmitForm.tsx"
import { EditorEnd, editorOf, EditorPage } from "#work/checklist-templates/editor.tsx"
import { Banner } from "#design/Banner.tsx"
import { Button, IconButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { SelectField, TextField, CheckboxField } from "#design/Field.tsx"
import { Columns, Facts, Row, Text, Stack } from "#design/layout.tsx"
import { MoveButtons } from "#design/MoveButtons.tsx"
import { useWords } from "#languages/words.ts"
import { templatesOf } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { toast } from "#frame/toasts.tsx"
import { stepOf, useApprovers, whoOf } from "./approvers.ts"
import { approvalChain, changeChain, createChain } from "./data.ts"
import { DeleteChainDialog } from "./DeleteChainDialog.tsx"

const list = templatesOf({ kind: "approval-chains" })

interface Step {
  readonly key: string
  readonly who: string
  readonly name: string
}

const aStep = (who: string, name = ""): Step => ({ key: crypto.randomUUID(), who, name })

const Steps = ({
  onChange,
  steps
}: {
  readonly steps: ReadonlyArray<Step>
  readonly onChange: (steps: ReadonlyArray<Step>) => void
}) => {
  const words = useWords().approvalChains
  const approvers = useApprovers()
  // Keep an approver whom this member cannot see.
  const choicesFor = (who: string) =>
    approvers.some(([one]) => one === who) ? approvers : [...approvers, [who, words.somebody] as const]
  const change = (step: Step, changes: Partial<Step>) =>
    onChange(steps.map((one) => (one === step ? { ...one, ...changes } : one)))
  return (
    <Stack gap={6}>
      {steps.map((step, place) => (
        <Stack gap={2} key={step.key}>
          <Row apart whole>
            <Text strong>{words.step(place + 1)}</Text>
            {steps.length > 1 && (
              <Row gap={1} whole>
                <MoveButtons
                  place={place}
                  places={steps.length}
                  onMove={(to) => {
                    const others = steps.filter((one) => one !== step)
                    onChange([...others.slice(0, to), step, ...others.slice(to)])
                  }}
                  words={{ up: words.moveUp(place + 1), down: words.moveDown(place + 1), now: words.movedTo }}
                />
                <IconButton
                  icon="x"
                  label={words.removeStep(place + 1)}
                  onClick={() => onChange(steps.filter((one) => one !== step))}
                />
              </Row>
            )}
          </Row>
          <Columns>
            <SelectField
              label={words.who}
              value={step.who}
              choices={choicesFor(step.who)}
              onInput={(who) => change(step, { who })}
            />
            <TextField
              label={words.stepName}
              help={words.stepNameHelp}
              value={step.name}
              onInput={(name) => change(step, { name })}
            />
          </Columns>
        </Stack>
      ))}
    </Stack>
  )
}

const Form = ({ of }: { readonly of?: ApprovalChain }) => {
  const words = useWords().approvalChains
  const { route } = useLocation()
  const [steps, setSteps] = useState<ReadonlyArray<Step>>(
    () => of?.steps.map((step) => aStep(whoOf(step), step.name)) ?? [aStep("role hr")]
  )
  const [isDefault, setDefault] = useState(of?.is_default ?? false)
  const [deleting, setDeleting] = useState(false)
  const form = useForm(
    CreateApprovalChain,
    { name: of?.name ?? "" },
    { is_default: isDefault, steps: steps.map(stepOf) }
  )
  const done = () => {
    toast(words.saved)
    route(list)
  }
  const creating = useAction(createChain, { onDone: done })
  const changing = useAction(changeChain, { onDone: done })
  const wrongSteps = form.wrong("steps")
  return (
    <EditorPage kind="approval-chains" title={of?.name} about={words.about} onDelete={of && (() => setDeleting(true))}>
      <SubmitForm
        onSubmit={() =>
          form.submit((given) =>
            of === undefined ? creating.start(given) : changing.start({ id: of.id, changes: given })
          )
        }
      >
        <Stack>
          <Refusal of={creating.result} />
          <Refusal of={changing.result} />
          <Card title={words.forWhat}>
            <Stack>
              <Columns>
                <TextField label={words.name} help={words.nameHelp} {...form.field("name")} />
              </Columns>
              <Stack gap={1}>
                <CheckboxField label={words.makeDefault} checked={isDefault} onTick={setDefault} />
                <Text size="small" tone="3">
                  {words.makeDefaultHelp}
                </Text>
              </Stack>
            </Stack>
          </Card>
          {wrongSteps !== undefined && <Banner tone="bad" title={words.wrongSteps(wrongSteps)} />}
          <Card
            title={words.steps}
            actions={
              <Button size="small" icon="plus" onClick={() => setSteps([...steps, aStep("role admin")])}>
                {words.addStep}
              </Button>
            }
          >
            <Steps steps={steps} onChange={setSteps} />
          </Card>
          {of !== undefined && (
            <Text size="small" tone="3">
              {words.runningStay}
            </Text>
          )}
          <EditorEnd kind="approval-chains" save={words.save} busy={creating.busy || changing.busy} />
        </Stack>
      </SubmitForm>
      {deleting && of !== undefined && <DeleteChainDialog of={of} onClose={() => setDeleting(false)} />}
    </EditorPage>
  )
}

const Reading = ({ of: { is_default, name, steps } }: { readonly of: ApprovalChain }) => {
  const words = useWords().approvalChains
  const names = new Map(useApprovers())
  return (
    <EditorPage kind="approval-chains" title={name} about={words.about}>
      <Card title={words.steps}>
        <Stack>
          <Facts
            facts={steps.map((step, place) => [
              words.step(place + 1),
              [step.name, names.get(whoOf(step)) ?? words.somebody].filter((part) => part !== undefined).join(": ")
            ])}
          />
          {is_default && <Text tone="2">{words.makeDefaultHelp}</Text>}
        </Stack>
      </Card>
    </EditorPage>
  )
}

/** Editor of an approval chain. */
export const ChainEditor = editorOf({
  kind: "approval-chains",
  id: ApprovalChainId,
  read: approvalChain,
  refusals: (gone) => ({ ApprovalChainNotFound: () => gone }),
  Form,
  Reading
})
