import { CreateDocumentTemplate, type DocumentTemplate, mergeFields } from "@svc/contract/document-templates/schema"
import { DocumentTemplateId } from "@svc/contract/kernel/ids"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso/router"
import { SubmitForm } from "#design/SubmitForm.tsx"
import { EditorEnd, editorOf, EditorPage } from "#work/checklist-templates/editor.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { AreaField, TextField } from "#design/Field.tsx"
import { Columns, Row, Text, Split, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { templatesOf } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { ConfirmDialog } from "#frame/ConfirmDialog.tsx"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { toast } from "#frame/toasts.tsx"
import { changeLetter, createLetter, documentTemplate, removeLetter } from "./data.ts"
import { LetterPreview } from "./LetterPreview.tsx"

const list = templatesOf({ kind: "letters" })

const DeleteDialog = ({
  of: { id, name },
  onClose
}: {
  readonly of: DocumentTemplate
  readonly onClose: () => void
}) => {
  const words = useWords().documentTemplates
  const { route } = useLocation()
  return (
    <ConfirmDialog
      action={removeLetter}
      arg={id}
      title={words.deleteTitle(name)}
      why={words.deleteText}
      confirm={words.delete}
      done={words.deleted(name)}
      refusals={{ DocumentTemplateInUse: () => words.inUse }}
      onClose={onClose}
      onDone={() => route(list)}
    />
  )
}

const Form = ({ of }: { readonly of?: DocumentTemplate }) => {
  const { documents, documentTemplates: words } = useWords()
  const { route } = useLocation()
  const [deleting, setDeleting] = useState(false)
  const [cursor, setCursor] = useState<readonly [number, number]>()
  const form = useForm(CreateDocumentTemplate, {
    name: of?.name ?? "",
    doc_type: of?.doc_type ?? "",
    body: of?.body ?? ""
  })
  const done = () => {
    toast(words.saved)
    route(list)
  }
  const creating = useAction(createLetter, { onDone: done })
  const changing = useAction(changeLetter, { onDone: done })
  const { body } = form.text
  const insert = (field: string) => {
    const [from, to] = cursor ?? [body.length, body.length]
    const text = `{{${field}}}`
    form.prefill({ body: body.slice(0, from) + text + body.slice(to) })
    setCursor([from + text.length, from + text.length])
  }
  return (
    <EditorPage kind="letters" title={of?.name} about={words.about} onDelete={of && (() => setDeleting(true))}>
      <Split even>
        <SubmitForm
          onSubmit={() =>
            form.submit((given) =>
              of === undefined ? creating.start(given) : changing.start({ id: of.id, changes: given })
            )
          }
        >
          <Card title={words.letter}>
            <Stack>
              <Refusal of={creating.result} />
              <Refusal of={changing.result} />
              <Columns>
                <TextField label={words.name} {...form.field("name")} />
                <TextField label={words.kind} suggestions={documents.kinds} {...form.field("doc_type")} />
              </Columns>
              <AreaField
                code
                tall
                label={words.body}
                help={words.bodyHelp}
                onLeave={(from, to) => setCursor([from, to])}
                {...form.field("body")}
              />
              {body === "" && (
                <Row>
                  <Button size="small" icon="file-text" onClick={() => form.prefill({ body: words.begin })}>
                    {words.beginWith}
                  </Button>
                </Row>
              )}
              <Stack gap={2}>
                <Text size="small" tone="3">
                  {words.insert}
                </Text>
                <Row gap={2}>
                  {mergeFields.map((field) => (
                    <Button key={field} size="small" onClick={() => insert(field)}>
                      {words.fieldNames[field]}
                    </Button>
                  ))}
                </Row>
              </Stack>
              <EditorEnd kind="letters" save={words.save} busy={creating.busy || changing.busy} />
            </Stack>
          </Card>
        </SubmitForm>
        <LetterPreview body={body} />
      </Split>
      {deleting && of !== undefined && <DeleteDialog of={of} onClose={() => setDeleting(false)} />}
    </EditorPage>
  )
}

const Reading = ({ of: { body, doc_type, name } }: { readonly of: DocumentTemplate }) => (
  <EditorPage kind="letters" title={name} about={doc_type}>
    <LetterPreview body={body} />
  </EditorPage>
)

/** Editor of a document template, with preview. */
export const LetterEditor = editorOf({
  kind: "letters",
  id: DocumentTemplateId,
  read: documentTemplate,
  refusals: (gone) => ({ DocumentTemplateNotFound: () => gone }),
  Form,
  Reading
})
