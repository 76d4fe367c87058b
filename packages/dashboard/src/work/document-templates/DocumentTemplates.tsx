import { useMay } from "#access/data.ts"
import { LinkButton } from "#design/Button.tsx"
import { Said } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { RowLink, Table, TableBones } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { template } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { Loaded } from "#platform/Loaded.tsx"
import { documentTemplates } from "./data.ts"
import { fieldsIn } from "./letter.ts"

/** The letters that are filled in from a case. */
export const DocumentTemplates = () => {
  const { checklistTemplates, documentTemplates: words } = useWords()
  const { may } = useMay()
  return (
    <Loaded of={documentTemplates} bones={<TableBones columns={4} rows={4} />}>
      {({ rows }, busy) =>
        rows.length === 0 ? (
          <Placeholder icon="file-text" title={words.none} text={words.noneText}>
            {may("compliance_manage") && (
              <LinkButton href={template({ kind: "letters", id: "new" })} icon="plus">
                {checklistTemplates.create.letters}
              </LinkButton>
            )}
          </Placeholder>
        ) : (
          <Table
            label={checklistTemplates.kinds.letters}
            rows={rows}
            keyOf={({ id }) => id}
            busy={busy}
            columns={[
              {
                name: words.name,
                align: "main",
                cell: ({ id, name }) => (
                  <Said as="div" oneLine>
                    <RowLink href={template({ kind: "letters", id })}>{name}</RowLink>
                  </Said>
                )
              },
              { name: words.kind, align: "tight", cell: ({ doc_type }) => <Said tone="2">{doc_type}</Said> },
              { name: words.fields, align: "end", wideOnly: true, cell: ({ body }) => fieldsIn(body).length },
              {
                name: words.changed,
                align: "end",
                wideOnly: true,
                cell: ({ updated_at }) => <Ago at={updated_at} tone="2" />
              }
            ]}
          />
        )
      }
    </Loaded>
  )
}
