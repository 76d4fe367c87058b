import { plainTextNames } from "@svc/contract/offboardings/schema"
import { Avatar } from "#design/Avatar.tsx"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Disclosure } from "#design/Disclosure.tsx"
import { TextField } from "#design/Field.tsx"
import { Columns, Row, Text, Stack, Titled } from "#design/layout.tsx"
import { PersonSearch } from "#work/employees/PersonSearch.tsx"
import { useWords } from "#languages/words.ts"
import { type NewCaseState, ofDirectory, ofPerson, pickedOf } from "./new-case.ts"
import { OpenCase } from "#offboarding/initiations/OpenCase.tsx"

const Fields = ({ state: { form } }: { readonly state: NewCaseState }) => {
  const { cases, newCase: words } = useWords()
  return (
    <Columns>
      <TextField label={words.name} {...form.field("employee_name")} />
      <TextField label={words.email} type="email" help={words.emailHelp} {...form.field("employee_email")} />
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
    </Columns>
  )
}

/** Part 1: the departing employee, from the directory or entered manually. */
export const NewCasePerson = ({ state }: { readonly state: NewCaseState }) => {
  const words = useWords().newCase
  const { changedFrom, form, pick, somebody } = state
  const { text } = form
  if (!somebody) {
    return (
      <PersonSearch
        wrong={form.wrong("employee_name") === undefined ? undefined : words.choosePerson}
        onByHand={() => pick({ somebody: true, known: null })}
        onChoose={(person) => {
          form.prefill(ofDirectory(person))
          pick(pickedOf(person))
        }}
      />
    )
  }
  const isListed = text.org_employee_id !== ""
  const another = () => {
    state.empty([...ofPerson, "timezone"])
    pick({ somebody: false, known: null })
  }
  const below = [
    text.employee_role,
    text.employee_department,
    text.manager_email === "" ? "" : words.reportsTo(text.manager_email)
  ].filter((part) => part !== "")
  return (
    <Stack gap={3}>
      {isListed ? (
        <Card>
          <Row apart gap={2} whole>
            <Row gap={2} whole>
              <Avatar name={text.employee_name} size="large" />
              <Titled below={[...below, text.employee_email].join(" · ")}>{text.employee_name}</Titled>
            </Row>
            <Button size="small" variant="tertiary" label={words.changePerson} onClick={another}>
              {words.change}
            </Button>
          </Row>
        </Card>
      ) : (
        <Row>
          <Button size="small" icon="undo-2" onClick={another}>
            {words.another}
          </Button>
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
      {form.wrong("org_employee_id") !== undefined && <Banner tone="bad" title={form.wrong("org_employee_id") ?? ""} />}
      <OpenCase email={text.employee_email} />
      {isListed ? (
        <Disclosure plain summary={words.editDetails} shown={ofPerson.some((name) => form.wrong(name) !== undefined)}>
          {() => (
            <Stack gap={3}>
              <Text tone="2">{words.fromDirectory}</Text>
              <Fields state={state} />
            </Stack>
          )}
        </Disclosure>
      ) : (
        <Fields state={state} />
      )}
    </Stack>
  )
}
