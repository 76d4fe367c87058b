import type { TemplateItem } from "@svc/contract/checklist-templates/schema"
import { useLocation } from "preact-iso/router"
import { useMay } from "#access/data.ts"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Disclosure } from "#design/Disclosure.tsx"
import { Row, Text } from "#design/layout.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { template } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { Loaded } from "#platform/Loaded.tsx"
import { toast } from "#frame/toasts.tsx"
import { createTemplate, standardChecklists } from "./data.ts"
import { ItemTable } from "./ItemTable.tsx"
import { makes } from "./kinds.ts"

const kinds = ["general", "contractor"] as const

const Standard = ({ items, name }: { readonly name: string; readonly items: ReadonlyArray<TemplateItem> }) => {
  const words = useWords().checklistTemplates
  const { may } = useMay()
  const { route } = useLocation()
  const { busy, result, start } = useAction(createTemplate, {
    onDone: ({ id, name }) => {
      toast(words.duplicated(name))
      route(template({ kind: "checklists", id }))
    }
  })
  return (
    <Card
      title={name}
      actions={
        may(makes.checklists) && (
          <Button
            size="small"
            icon="copy"
            busy={busy}
            label={words.duplicateOf(name)}
            onClick={() => start({ name: words.copyOf(name), is_active: false, items })}
          >
            {words.duplicate}
          </Button>
        )
      }
    >
      <Refusal of={result} />
      <Disclosure plain summary={words.tasksOf(items.length)}>
        {() => <ItemTable items={items.map((item, place) => ({ key: String(place), item }))} />}
      </Disclosure>
    </Card>
  )
}

/** The tasks of new offboardings without a template: they can be read and duplicated, not changed. */
export const StandardLists = () => {
  const words = useWords().checklistTemplates
  return (
    <Loaded of={standardChecklists} skeleton={<Skeleton width={62} tall />}>
      {(lists) => (
        <>
          <Row>
            <Text as="p" size="table" tone="2">
              {words.standardText}
            </Text>
          </Row>
          {kinds.map((kind) => (
            <Standard key={kind} name={words.standard[kind]} items={lists[kind]} />
          ))}
        </>
      )}
    </Loaded>
  )
}
