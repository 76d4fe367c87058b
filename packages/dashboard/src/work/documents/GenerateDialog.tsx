import type { OffboardingId } from "@svc/contract/kernel/ids"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { Button, LinkButton } from "#design/Button.tsx"
import { Dialog } from "#design/Dialog.tsx"
import { SelectField } from "#design/Field.tsx"
import { Row, Text } from "#design/layout.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { useDialogAction } from "#frame/ActionDialog.tsx"
import { documentTemplates, generateDocument } from "#work/document-templates/data.ts"
import { useWords } from "#languages/words.ts"
import { templatesOf } from "#platform/pages.ts"
import { useQuery } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { Loaded } from "#platform/Loaded.tsx"

/** Creates a document from a template. */
export const GenerateDialog = ({
  inCase,
  onClose
}: {
  readonly inCase: OffboardingId
  readonly onClose: () => void
}) => {
  const { common, documents: words } = useWords()
  const all = useQuery(documentTemplates)
  const rows = AsyncResult.isSuccess(all) ? all.value.rows : []
  const [wanted, setWanted] = useState("")
  const chosen = rows.find(({ id }) => id === wanted) ?? rows[0]
  const generating = useDialogAction(generateDocument, ({ name }) => words.generated(name), onClose)
  return (
    <Dialog
      title={words.generate}
      why={words.generateText}
      onClose={onClose}
      onSubmit={() => chosen !== undefined && generating.start({ id: chosen.id, inCase })}
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant="primary" type="submit" disabled={chosen === undefined} busy={generating.busy}>
            {words.generate}
          </Button>
        </>
      }
    >
      <Refusal of={generating.result} />
      <Loaded of={documentTemplates} skeleton={<Skeleton width={62} tall />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Row gap={2}>
              <Text tone="2">{words.noTemplates}</Text>
              <LinkButton size="small" href={templatesOf({ kind: "letters" })}>
                {words.makeTemplate}
              </LinkButton>
            </Row>
          ) : (
            <SelectField
              label={words.template}
              value={chosen?.id ?? ""}
              choices={rows.map(({ doc_type, id, name }) => [id, `${name} (${doc_type})`] as const)}
              onInput={setWanted}
            />
          )
        }
      </Loaded>
    </Dialog>
  )
}
