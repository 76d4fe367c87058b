import { plainTextNames } from "@svc/contract/offboardings/schema"
import { Avatar } from "#design/Avatar.tsx"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { TextField } from "#design/Field.tsx"
import { Columns, Row, Text, Stack } from "#design/layout.tsx"
import { PersonSearch } from "#work/employees/PersonSearch.tsx"
import { useWords } from "#languages/words.ts"
import { knownOf, type NewCaseState, ofDirectory } from "./new-case.ts"
import { OpenCase, useOpenCase } from "#offboarding/initiations/OpenCase.tsx"

const ofPerson = [
  "org_employee_id",
  "employee_name",
  "employee_email",
  "employee_personal_email",
  ...plainTextNames,
  "manager_email",
  "timezone"
] as const

/** Step 1: the departing employee. */
export const NewCasePerson = ({ state }: { readonly state: NewCaseState }) => {
  const { cases, newCase: words } = useWords()
  const { changedFrom, form, pick, somebody } = state
  const open = useOpenCase(form.text.employee_email)
  if (!somebody) {
    return (
      <Card title={words.steps.person}>
        <PersonSearch
          onByHand={() => pick({ somebody: true, known: null })}
          onChoose={(person) => {
            form.prefill(ofDirectory(person))
            pick({ somebody: true, known: knownOf(person) })
          }}
        />
      </Card>
    )
  }
  const another = (
    <Button
      size="small"
      icon="undo-2"
      onClick={() => {
        state.empty(ofPerson)
        pick({ somebody: false, known: null })
      }}
    >
      {words.another}
    </Button>
  )
  return (
    <Card title={words.steps.person} actions={another}>
      <Stack>
        {form.text.org_employee_id !== "" && (
          <Row gap={2} whole>
            <Avatar name={form.text.employee_name} />
            <Text tone="2">{words.fromDirectory}</Text>
          </Row>
        )}
        {changedFrom !== undefined && (
          <Banner tone="watch" title={words.changedFrom(changedFrom.employee_name)}>
            <Text as="div">{words.changedFromText(changedFrom.employee_email)}</Text>
            <span>
              <Button size="small" icon="undo-2" onClick={() => form.prefill(changedFrom)}>
                {words.restore}
              </Button>
            </span>
          </Banner>
        )}
        <OpenCase email={form.text.employee_email} />
        <Columns>
          <TextField label={words.name} autoFocus {...form.field("employee_name")} />
          <TextField label={words.email} type="email" help={words.emailHelp} {...form.field("employee_email")} />
          {open === null && (
            <>
              {plainTextNames.map((name) => (
                <TextField key={name} label={cases.plainTexts[name]} {...form.field(name)} />
              ))}
              <TextField label={words.manager} type="email" help={words.managerHelp} {...form.field("manager_email")} />
              <TextField
                label={words.personalEmail}
                type="email"
                help={words.personalEmailHelp}
                {...form.field("employee_personal_email")}
              />
            </>
          )}
        </Columns>
      </Stack>
    </Card>
  )
}
