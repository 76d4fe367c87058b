import { CreateCase } from "@svc/contract/cases/schema"
import { useLocation } from "preact-iso/router"
import { Banner } from "../design/Banner.tsx"
import { Button, LinkButton } from "../design/Button.tsx"
import { Card } from "../design/Card.tsx"
import { SelectField, TextField } from "../design/Field.tsx"
import { Columns, Line, Stack } from "../design/layout.tsx"
import { useWords } from "../languages/words.ts"
import { offboarding, offboardings } from "../pages.ts"
import { useAction } from "../platform/atoms.ts"
import { failureOf, Refusal } from "../platform/failures.tsx"
import { useForm } from "../platform/form.ts"
import { Page } from "../shell/Page.tsx"
import { createCase } from "./data.ts"

const blank = {
  employee_name: "",
  employee_email: "",
  employee_role: "",
  employee_department: "",
  exit_date: "",
  separation_type: "resignation",
  manager_email: ""
}

/** Somebody leaves. Fields, rules and their words are those of the contract. */
export const NewCase = () => {
  const { cases: words, common } = useWords()
  const form = useForm(CreateCase, blank)
  const { route } = useLocation()
  const creation = useAction(createCase, { onDone: ({ id }) => route(offboarding({ id })) })
  const failure = failureOf(creation.result)
  return (
    <Page title={words.create} back={{ href: offboardings(), name: words.title }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          form.submit(creation.start)
        }}
      >
        <Stack>
          {failure?._tag === "OffboardingDuplicate" ? (
            <Banner tone="watch" title={failure.error}>
              <span>
                <LinkButton size="small" href={offboarding({ id: failure.id })}>
                  {words.openIt}
                </LinkButton>
              </span>
            </Banner>
          ) : (
            <Refusal
              of={creation.result}
              refusals={{
                AccessCutOffPermission: ({ error }) => error,
                AccessEndsAfterEmployment: ({ error }) => error,
                ApprovalRequired: ({ error }) => error,
                EmploymentEndsBeforeExit: ({ error }) => error,
                ChecklistTemplateUnknown: ({ error }) => error,
                DirectoryRecordUnknown: ({ error }) => error,
                JurisdictionUnknown: ({ error }) => error,
                ManagerIsEmployee: ({ error }) => error,
                OffboardingDuplicate: ({ error }) => error,
                OutsideRecordScope: ({ error }) => error,
                PastExitDatePermission: ({ error }) => error,
                PlanLimitReached: ({ error }) => error,
                UnknownApps: ({ error }) => error
              }}
            />
          )}
          <Card title={words.person}>
            <Columns>
              <TextField label={words.name} autoFocus {...form.field("employee_name")} />
              <TextField label={words.email} type="email" {...form.field("employee_email")} />
              <TextField label={words.role} {...form.field("employee_role")} />
              <TextField label={words.department} {...form.field("employee_department")} />
            </Columns>
          </Card>
          <Card title={words.leaving}>
            <Columns>
              <TextField label={words.lastDay} type="date" help={words.lastDayHelp} {...form.field("exit_date")} />
              <SelectField
                label={words.reason}
                choices={Object.entries(words.separations)}
                {...form.field("separation_type")}
              />
              <TextField label={words.manager} type="email" help={words.managerHelp} {...form.field("manager_email")} />
            </Columns>
          </Card>
          <Line end>
            <LinkButton href={offboardings()}>{common.cancel}</LinkButton>
            <Button look="first" type="submit" busy={creation.busy}>
              {words.start}
            </Button>
          </Line>
        </Stack>
      </form>
    </Page>
  )
}
