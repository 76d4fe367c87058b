import type { ChecklistTemplate, GivenTemplateItem } from "@svc/contract/checklist-templates/schema"
import { Option } from "effect"
import { AsyncResult } from "effect/reactivity"
import { useMay } from "#access/data.ts"
import { checklistTemplates, standardChecklists } from "#work/checklist-templates/data.ts"
import { ItemTable } from "#work/checklist-templates/ItemTable.tsx"
import { Banner } from "#design/Banner.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { OptionCard, OptionCards } from "#design/OptionCard.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { documentTemplates } from "#work/document-templates/data.ts"
import { useWords } from "#languages/words.ts"
import { useQuery } from "#platform/atoms.ts"
import { Loaded } from "#platform/Loaded.tsx"
import type { NewCaseState } from "./new-case.ts"
import { tasksOfNew } from "./new-case-tasks.ts"

const Template = ({ of, state }: { readonly of: ChecklistTemplate; readonly state: NewCaseState }) => {
  const { cases, newCase: words } = useWords()
  const { text, field } = state.form
  const { description, id, items, name, role, separation_type } = of
  const fits = [role, separation_type === null ? null : cases.separations[separation_type]].filter(
    (one) => one !== null
  )
  return (
    <OptionCard
      group="template"
      name={name}
      beside={[words.tasksOf(items.length), ...fits, description].filter((part) => part !== "").join(" · ")}
      chosen={text.checklist_template_id === id}
      onPick={() => field("checklist_template_id").onInput(id)}
    />
  )
}

/** The tasks that the form so far creates; undefined while that is not certain. */
export const useTasksOfNew = ({ form, isContractor, source }: NewCaseState) =>
  tasksOfNew({
    chosen: form.text.checklist_template_id,
    isContractor,
    source,
    templates: Option.getOrUndefined(AsyncResult.value(useQuery(checklistTemplates))),
    standard: Option.getOrUndefined(AsyncResult.value(useQuery(standardChecklists)))
  })

/** The tasks that the chosen checklist creates. */
const Tasks = ({ items }: { readonly items: ReadonlyArray<GivenTemplateItem> }) =>
  items.length === 0 ? null : <ItemTable items={items.map((item, place) => ({ key: String(place), item }))} />

const Documents = ({ state: { documents, pick } }: { readonly state: NewCaseState }) => {
  const words = useWords().newCase
  return (
    <Loaded of={documentTemplates} skeleton={<Skeleton width={62} tall />}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Text tone="3" size="table">
            {words.noLetters}
          </Text>
        ) : (
          <OptionCards label={words.documents} legend>
            {rows.map(({ doc_type, id, name }) => (
              <OptionCard
                key={id}
                name={name}
                beside={doc_type}
                chosen={documents.includes(id)}
                onPick={(chosen) =>
                  pick({ documents: chosen ? [...documents, id] : documents.filter((one) => one !== id) })
                }
              />
            ))}
          </OptionCards>
        )
      }
    </Loaded>
  )
}

/** Part 4: checklist template and documents of the new offboarding. */
export const NewCaseTasks = ({ state }: { readonly state: NewCaseState }) => {
  const words = useWords().newCase
  const { may } = useMay()
  const { form, source } = state
  const tasks = useTasksOfNew(state)
  const template = form.field("checklist_template_id")
  return (
    <Stack>
      <Loaded of={checklistTemplates} skeleton={<Skeleton width={62} tall />}>
        {({ rows }) => (
          <Stack gap={3}>
            {template.wrong !== undefined && <Banner tone="bad" title={template.wrong} />}
            <OptionCards label={words.tasks} legend>
              <OptionCard
                group="template"
                name={source === undefined ? words.fitting : words.tasksOfSource(source.employee_name)}
                beside={source === undefined ? words.fittingText : words.tasksOfSourceText}
                chosen={template.value === ""}
                onPick={() => template.onInput("")}
              />
              {rows
                .filter(({ is_active }) => is_active)
                .map((one) => (
                  <Template key={one.id} of={one} state={state} />
                ))}
            </OptionCards>
            <Tasks items={tasks ?? []} />
          </Stack>
        )}
      </Loaded>
      {may("compliance_manage") && <Documents state={state} />}
    </Stack>
  )
}
