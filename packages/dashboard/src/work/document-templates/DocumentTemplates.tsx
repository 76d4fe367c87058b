import { Text } from "#design/layout.tsx"
import { RowLink } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { template } from "#platform/pages.ts"
import { TemplateList } from "#work/checklist-templates/TemplateList.tsx"
import { documentTemplates } from "./data.ts"
import { fieldsIn } from "./letter.ts"

/** List of document templates. */
export const DocumentTemplates = () => {
  const words = useWords().documentTemplates
  return (
    <TemplateList
      of={documentTemplates}
      kind="letters"
      icon="file-text"
      words={words}
      skeleton={4}
      columns={[
        {
          name: words.name,
          align: "main",
          cell: ({ id, name }) => (
            <Text as="div" oneLine>
              <RowLink href={template({ kind: "letters", id })}>{name}</RowLink>
            </Text>
          )
        },
        { name: words.kind, align: "tight", cell: ({ doc_type }) => <Text tone="2">{doc_type}</Text> },
        { name: words.fields, align: "end", wideOnly: true, cell: ({ body }) => fieldsIn(body).length }
      ]}
    />
  )
}
