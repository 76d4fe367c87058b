import { type ChecklistTemplate, CreateChecklistTemplate } from "@svc/contract/checklist-templates/schema"
import { WorkerType } from "@svc/contract/employees/schema"
import { ChecklistTemplateId } from "@svc/contract/kernel/ids"
import { SeparationType } from "@svc/contract/offboardings/schema"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso/router"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { AreaField, SelectField, TextField, CheckboxField } from "#design/Field.tsx"
import { SubmitForm } from "#design/SubmitForm.tsx"
import { Columns, Facts, Text, Stack } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { useAssigneeNames } from "#records/assignees.ts"
import { template, templatesOf } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { toast } from "#frame/toasts.tsx"
import { chosenFor } from "./ChecklistTemplates.tsx"
import { changeTemplate, checklistTemplate, createTemplate, duplicateTemplate } from "./data.ts"
import { DeleteTemplateDialog } from "./DeleteTemplateDialog.tsx"
import { EditorEnd, editorOf, EditorPage } from "./editor.tsx"
import { ItemDialog } from "./ItemDialog.tsx"
import { ItemTable, type Placed } from "./ItemTable.tsx"

const placed = (item: Placed["item"]): Placed => ({ key: crypto.randomUUID(), item })

const Form = ({ of }: { readonly of?: ChecklistTemplate }) => {
  const all = useWords()
  const { cases, employees, checklistTemplates: words } = all
  const { route } = useLocation()
  const [items, setItems] = useState<ReadonlyArray<Placed>>(() => (of?.items ?? []).map(placed))
  const [isActive, setActive] = useState(of?.is_active ?? true)
  const [asked, setAsked] = useState<"add" | "delete" | Placed>()
  const close = () => setAsked(undefined)
  const form = useForm(
    CreateChecklistTemplate,
    {
      name: of?.name ?? "",
      description: of?.description ?? "",
      role: of?.role ?? "",
      separation_type: of?.separation_type ?? "",
      worker_type: of?.worker_type ?? ""
    },
    { is_active: isActive, items: items.map(({ item }) => item) }
  )
  const done = () => {
    toast(words.saved)
    route(templatesOf({ kind: "checklists" }))
  }
  const creating = useAction(createTemplate, { onDone: done })
  const changing = useAction(changeTemplate, { onDone: done })
  const duplicating = useAction(duplicateTemplate, {
    onDone: ({ id, name }) => {
      toast(words.duplicated(name))
      route(template({ kind: "checklists", id }))
    }
  })
  const { nameOf } = useAssigneeNames()
  const wrongTasks = form.wrong("items")
  const assignees = [...new Set(items.flatMap(({ item }) => (item.assigned_to ? [nameOf(item.assigned_to)] : [])))]
  const onlyByHand = form.text.role === "" && form.text.separation_type === "" && form.text.worker_type === ""
  return (
    <EditorPage
      kind="checklists"
      title={of?.name}
      about={words.aboutChecklist}
      onDelete={of && (() => setAsked("delete"))}
      onDuplicate={of && (() => duplicating.start(of.id))}
    >
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
          <Refusal of={duplicating.result} />
          <Card title={words.what}>
            <Stack>
              <Columns>
                <TextField label={words.name} {...form.field("name")} />
                <TextField label={words.role} help={words.roleHelp} {...form.field("role")} />
                <SelectField
                  label={words.separation}
                  choices={[
                    ["", words.any],
                    ...SeparationType.literals.map((one) => [one, cases.separations[one]] as const)
                  ]}
                  {...form.field("separation_type")}
                />
                <SelectField
                  label={words.workerType}
                  choices={[
                    ["", words.any],
                    ...WorkerType.literals.map((one) => [one, employees.workerTypes[one]] as const)
                  ]}
                  {...form.field("worker_type")}
                />
              </Columns>
              <AreaField label={words.description} {...form.field("description")} />
              <CheckboxField label={words.isActive} checked={isActive} onTick={setActive} />
              <Text size="small" tone="3">
                {onlyByHand ? words.byHandHelp : words.byItselfHelp}
              </Text>
            </Stack>
          </Card>
          {wrongTasks !== undefined && <Banner tone="bad" title={words.wrongTasks(wrongTasks)} />}
          <Card
            title={words.tasks}
            flush
            actions={
              <Button size="small" icon="plus" onClick={() => setAsked("add")}>
                {words.addTask}
              </Button>
            }
          >
            {items.length === 0 ? (
              <Placeholder small icon="list-checks" title={words.noTasks} text={words.noTasksText} />
            ) : (
              <ItemTable items={items} changes={{ onChange: setItems, onEdit: setAsked }} />
            )}
          </Card>
          <EditorEnd kind="checklists" save={words.save} busy={creating.busy || changing.busy} />
        </Stack>
      </SubmitForm>
      {asked === "delete" && of !== undefined && <DeleteTemplateDialog of={of} onClose={close} />}
      {asked !== undefined && asked !== "delete" && (
        <ItemDialog
          item={asked === "add" ? undefined : asked.item}
          assignees={assignees}
          onClose={close}
          onGive={(item) => {
            setItems(
              asked === "add" ? [...items, placed(item)] : items.map((one) => (one === asked ? { ...one, item } : one))
            )
            close()
          }}
        />
      )}
    </EditorPage>
  )
}

const Reading = ({ of }: { readonly of: ChecklistTemplate }) => {
  const all = useWords()
  const words = all.checklistTemplates
  return (
    <EditorPage kind="checklists" title={of.name} about={of.description === "" ? words.aboutChecklist : of.description}>
      <Card title={words.what}>
        <Facts
          facts={[
            [words.chosenFor, chosenFor(of, all)],
            [words.state, of.is_active ? words.active : words.resting]
          ]}
        />
      </Card>
      <Card title={words.tasks} flush>
        <ItemTable items={of.items.map((item, place) => ({ key: String(place), item }))} />
      </Card>
    </EditorPage>
  )
}

/** Editor of a checklist template. */
export const ChecklistEditor = editorOf({
  kind: "checklists",
  id: ChecklistTemplateId,
  read: checklistTemplate,
  refusals: (gone) => ({ ChecklistTemplateNotFound: () => gone }),
  Form,
  Reading
})
