import { InitiationSeparation, SubmitInitiation } from "@svc/contract/initiations/schema"
import { Option } from "effect"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso/router"
import { useMay } from "#access/data.ts"
import { SubmitForm } from "#design/SubmitForm.tsx"
import { approvalChains } from "#offboarding/approval-chains/data.ts"
import { OpenCase, useOpenCase } from "./OpenCase.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { SelectField, TextField } from "#design/Field.tsx"
import { Columns, Row, Stack } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { PageSkeleton, Page } from "#frame/Page.tsx"
import { PersonSearch } from "#work/employees/PersonSearch.tsx"
import { AppPicks } from "#connections/integrations/AppPicks.tsx"
import { useWords } from "#languages/words.ts"
import { initiation, initiations } from "#platform/pages.ts"
import { useAction, useQuery } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { initiationSettings, submitInitiation } from "./data.ts"

const blank = {
  employee_name: "",
  employee_email: "",
  employee_role: "",
  employee_department: "",
  exit_date: "",
  separation_type: "resignation",
  notes: "",
  chain_id: ""
}

const ofPerson = { employee_name: "", employee_email: "", employee_role: "", employee_department: "" }

const Form = () => {
  const { cases, common, initiations: words, newCase } = useWords()
  const { route } = useLocation()
  const [somebody, setSomebody] = useState(false)
  const [apps, setApps] = useState<ReadonlyArray<string>>([])
  const [noApps, setNoApps] = useState(false)
  const form = useForm(SubmitInitiation, blank, noApps ? { no_apps: true } : { apps_to_revoke: apps })
  const open = useOpenCase(form.text.employee_email)
  const chains = Option.getOrUndefined(AsyncResult.value(useQuery(approvalChains)))?.rows ?? []
  const settings = Option.getOrUndefined(AsyncResult.value(useQuery(initiationSettings)))
  const byDefault = chains.find(({ id }) => id === settings?.default_chain_id)
  const submission = useAction(submitInitiation, { onDone: ({ id }) => route(initiation({ id })) })
  const another = (
    <Button
      size="small"
      icon="undo-2"
      onClick={() => {
        form.prefill(ofPerson)
        setSomebody(false)
      }}
    >
      {newCase.another}
    </Button>
  )
  if (!somebody) {
    return (
      <Card title={newCase.cards.person}>
        <PersonSearch
          onByHand={() => setSomebody(true)}
          onChoose={({ department, email, full_name, role }) => {
            form.prefill({
              employee_name: full_name,
              employee_email: email,
              employee_role: role,
              employee_department: department
            })
            setSomebody(true)
          }}
        />
      </Card>
    )
  }
  return (
    <SubmitForm onSubmit={() => form.submit(submission.start)}>
      <Stack>
        <Refusal of={submission.result} refusals={{ AppsChoiceRequired: () => words.chooseApps }} />
        <Card title={newCase.cards.person} actions={another}>
          <Stack>
            <OpenCase email={form.text.employee_email} />
            <Columns>
              <TextField label={newCase.name} autoFocus {...form.field("employee_name")} />
              <TextField label={newCase.email} type="email" {...form.field("employee_email")} />
              <TextField label={cases.plainTexts.employee_role} {...form.field("employee_role")} />
              <TextField label={cases.plainTexts.employee_department} {...form.field("employee_department")} />
            </Columns>
          </Stack>
        </Card>
        {open === null && (
          <>
            <Card title={newCase.cards.dates}>
              <Columns>
                <TextField label={newCase.lastDay} type="date" {...form.field("exit_date")} />
                <SelectField
                  label={newCase.reason}
                  choices={InitiationSeparation.literals.map((type) => [type, cases.separations[type]])}
                  {...form.field("separation_type")}
                />
                <TextField label={words.notes} help={words.notesHelp} {...form.field("notes")} />
                {chains.length > 0 && (
                  <SelectField
                    label={words.chain}
                    choices={[
                      ["", byDefault === undefined ? words.noChain : words.defaultChain(byDefault.name)],
                      ...chains
                        .filter((chain) => chain !== byDefault)
                        .map(({ id, name }): readonly [string, string] => [id, name])
                    ]}
                    {...form.field("chain_id")}
                  />
                )}
              </Columns>
            </Card>
            <Card title={newCase.cards.apps}>
              <AppPicks
                apps={apps}
                noApps={noApps}
                onChange={(chosen, nothing) => {
                  setApps(chosen)
                  setNoApps(nothing)
                }}
              />
            </Card>
          </>
        )}
        <Row end>
          <LinkButton href={initiations()}>{common.cancel}</LinkButton>
          <Button variant="primary" type="submit" icon="send" busy={submission.busy} disabled={open !== null}>
            {words.submit}
          </Button>
        </Row>
      </Stack>
    </SubmitForm>
  )
}

/** Form of an offboarding request. */
export const NewInitiation = () => {
  const { failures, initiations: words } = useWords()
  const { may } = useMay()
  if (!may("offboardings_create")) {
    return <Placeholder icon="lock" title={failures.denied.title} text={failures.denied.text("offboardings_create")} />
  }
  return (
    <Page
      title={words.create}
      about={words.createText}
      help="initiations"
      back={{ href: initiations(), name: words.title }}
    >
      <Loaded of={initiationSettings} skeleton={<PageSkeleton />}>
        {() => <Form />}
      </Loaded>
    </Page>
  )
}
