import { useMay } from "#access/data.ts"
import { ApprovalChains } from "./ApprovalChains.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Tabs } from "#design/Tabs.tsx"
import { DocumentTemplates } from "#work/document-templates/DocumentTemplates.tsx"
import { useWords } from "#languages/words.ts"
import { template, templatesOf } from "#platform/pages.ts"
import { Page } from "#frame/Page.tsx"
import { ChecklistTemplates } from "#work/checklist-templates/ChecklistTemplates.tsx"
import { makes, useKinds } from "#work/checklist-templates/kinds.ts"

const lists = { checklists: ChecklistTemplates, letters: DocumentTemplates, "approval-chains": ApprovalChains } as const

/** Templates: checklists, documents, and approval chains. */
export const Templates = ({ kind }: { readonly kind?: string }) => {
  const words = useWords().checklistTemplates
  const { may } = useMay()
  const kinds = useKinds()
  const current = kinds.find((one) => one === kind) ?? kinds[0]
  if (current === undefined) {
    return (
      <Page title={words.title} about={words.about}>
        <Placeholder icon="lock" title={words.noneYours} text={words.noneYoursText} />
      </Page>
    )
  }
  const List = lists[current]
  const create = may(makes[current]) && (
    <LinkButton href={template({ kind: current, id: "new" })} variant="primary" icon="plus">
      {words.create[current]}
    </LinkButton>
  )
  return (
    <Page title={words.title} about={words.about} actions={create}>
      <Tabs
        label={words.title}
        tabs={kinds.map((one) => ({
          name: words.kinds[one],
          href: templatesOf({ kind: one }),
          current: one === current
        }))}
      />
      <List />
    </Page>
  )
}
