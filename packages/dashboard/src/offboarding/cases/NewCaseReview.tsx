import { CalendarDate } from "@svc/contract/kernel/dates"
import { plainTextNames } from "@svc/contract/offboardings/schema"
import { DateTime, Option, Schema } from "effect"
import { AsyncResult } from "effect/reactivity"
import type { ComponentChildren } from "preact"
import { organisation } from "#access/organisation-data.ts"
import { AppName } from "#connections/integrations/AppName.tsx"
import { checklistTemplates } from "#work/checklist-templates/data.ts"
import { LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Facts, Row, Text, Split, Stack, VisuallyHidden } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useQuery } from "#platform/atoms.ts"
import { useCountries } from "#platform/CountryField.tsx"
import { useFormat } from "#platform/format.ts"
import type { NewCaseState, Step } from "./new-case.ts"

const readDay = Schema.decodeUnknownOption(CalendarDate)

const Part = ({
  children,
  hrefOf,
  step
}: {
  readonly step: Step
  readonly hrefOf: (step: Step) => string
  readonly children: ComponentChildren
}) => {
  const words = useWords().newCase
  return (
    <Card
      title={words.steps[step]}
      actions={
        <LinkButton size="small" icon="pencil" href={hrefOf(step)}>
          {words.change}
          <VisuallyHidden>: {words.steps[step]}</VisuallyHidden>
        </LinkButton>
      }
    >
      {children}
    </Card>
  )
}

/** Effects of starting the offboarding, in chronological order. */
const Course = ({ state }: { readonly state: NewCaseState }) => {
  const words = useWords().newCase
  const { day, momentIn } = useFormat()
  const settings = Option.getOrNull(AsyncResult.value(useQuery(organisation)))
  const { apps, cutOff, documents, form, noApps, zone } = state
  const past = cutOff !== undefined && DateTime.toEpochMillis(cutOff) <= Date.now()
  const count = noApps ? 0 : apps.length
  const byItself = settings?.auto_revoke_at_exit !== false
  const lastDay = Option.getOrUndefined(readDay(form.text.exit_date))
  const employment = Option.getOrUndefined(readDay(form.text.employment_ends_on))
  return (
    <Card title={words.course}>
      <Facts
        facts={[
          [
            words.atOnce,
            <Stack gap={1}>
              <Text>{words.begins}</Text>
              {documents.length > 0 && <Text>{words.lettersMade(documents.length)}</Text>}
            </Stack>
          ],
          ...(lastDay === undefined ? [] : [[day(lastDay), words.lastDay] as const]),
          ...(cutOff === undefined
            ? []
            : [
                [
                  past ? words.atOnce : momentIn(cutOff, zone),
                  count === 0 ? (
                    words.nothingRevoked
                  ) : byItself ? (
                    <Text tone={past ? "bad" : undefined}>{words.revokedByItself(count)}</Text>
                  ) : (
                    words.revokedByHand(count)
                  )
                ] as const
              ]),
          ...(employment === undefined ? [] : [[day(employment), words.employmentEnds] as const])
        ]}
      />
    </Card>
  )
}

/** Last step: a summary before anything is saved. */
export const NewCaseReview = ({
  hrefOf,
  state
}: {
  readonly state: NewCaseState
  readonly hrefOf: (step: Step) => string
}) => {
  const { cases, newCase: words } = useWords()
  const { day, momentIn } = useFormat()
  const templates = useQuery(checklistTemplates)
  const { apps, cutOff, form, noApps, source, zone } = state
  const { text } = form
  const template = Option.getOrUndefined(AsyncResult.value(templates))?.rows.find(
    ({ id }) => id === text.checklist_template_id
  )
  const dayOf = (typed: string) =>
    Option.match(readDay(typed), { onNone: () => <Text tone="bad">{words.missing}</Text>, onSome: day })
  const { wordsOf } = useCountries()
  const orNone = (typed: string) => (typed === "" ? "–" : typed)
  const reason = Object.entries(cases.separations).find(([type]) => type === text.separation_type)?.[1]
  return (
    <Split>
      <Stack>
        <Part step="person" hrefOf={hrefOf}>
          <Facts
            facts={[
              [words.name, text.employee_name === "" ? <Text tone="bad">{words.missing}</Text> : text.employee_name],
              [words.email, orNone(text.employee_email)],
              ...plainTextNames.map((name) => [cases.plainTexts[name], orNone(text[name])] as const),
              [words.manager, text.manager_email === "" ? words.managerHelp : text.manager_email]
            ]}
          />
        </Part>
        <Part step="dates" hrefOf={hrefOf}>
          <Facts
            facts={[
              [words.lastDay, dayOf(text.exit_date)],
              [words.reason, reason ?? "–"],
              [words.accessEnds, cutOff === undefined ? "–" : momentIn(cutOff, zone)],
              ...(text.employment_ends_on === ""
                ? []
                : [[words.employmentEnds, dayOf(text.employment_ends_on)] as const]),
              ...(text.jurisdiction === "" ? [] : [[words.jurisdiction, wordsOf(text.jurisdiction)] as const])
            ]}
          />
        </Part>
        <Part step="apps" hrefOf={hrefOf}>
          {noApps ? (
            words.noApps
          ) : apps.length === 0 ? (
            <Text tone="watch">{words.noneChosen}</Text>
          ) : (
            <Row gap={2}>
              {apps.map((app) => (
                <AppName key={app} of={app} />
              ))}
            </Row>
          )}
        </Part>
        <Part step="tasks" hrefOf={hrefOf}>
          {template?.name ?? (source === undefined ? words.fitting : words.tasksOfSource(source.employee_name))}
        </Part>
      </Stack>
      <Course state={state} />
    </Split>
  )
}
