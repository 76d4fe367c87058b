import { CreateDocumentTemplate, type DocumentTemplate, mergeFields } from "@svc/contract/document-templates/schema"
import { DocumentTemplateId } from "@svc/contract/kernel/ids"
import { Option, Schema } from "effect"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso/router"
import { useMay } from "../accounts/data.ts"
import { Button, LinkButton } from "../design/Button.tsx"
import { Card } from "../design/Card.tsx"
import { Dialog, DialogActions } from "../design/Dialog.tsx"
import { AreaField, TextField } from "../design/Field.tsx"
import { Columns, Line, Said, Split, Stack } from "../design/layout.tsx"
import { Placeholder } from "../design/Placeholder.tsx"
import { useWords } from "../languages/words.ts"
import { templatesOf } from "../pages.ts"
import { useAction } from "../platform/atoms.ts"
import { Refusal } from "../platform/failures.tsx"
import { useForm } from "../platform/form.ts"
import { Loaded } from "../platform/Loaded.tsx"
import { Page, PageBones } from "../shell/Page.tsx"
import { toast } from "../shell/toasts.tsx"
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
  const removal = useAction(removeLetter, {
    onDone: () => {
      toast(words.deleted(name))
      route(list)
    }
  })
  return (
    <Dialog
      title={words.deleteTitle(name)}
      why={words.deleteText}
      onClose={onClose}
      onSubmit={() => removal.start(id)}
      actions={
        <DialogActions look="danger" busy={removal.busy} onDecline={onClose}>
          {words.delete}
        </DialogActions>
      }
    >
      <Refusal
        of={removal.result}
        refusals={{ DocumentTemplateInUse: () => words.inUse, DocumentTemplateNotFound: ({ error }) => error }}
      />
    </Dialog>
  )
}

const Form = ({ of }: { readonly of?: DocumentTemplate }) => {
  const { checklistTemplates, common, documents, documentTemplates: words } = useWords()
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
    <Page
      title={of?.name ?? checklistTemplates.create.letters}
      about={words.about}
      back={{ href: list, name: checklistTemplates.kinds.letters }}
      actions={
        of !== undefined && (
          <Button icon="trash" look="danger" onClick={() => setDeleting(true)}>
            {words.delete}
          </Button>
        )
      }
    >
      <Split even>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            form.submit((given) =>
              of === undefined ? creating.start(given) : changing.start({ id: of.id, changes: given })
            )
          }}
        >
          <Card title={words.letter}>
            <Stack>
              <Refusal of={creating.result} refusals={{ DocumentTemplateNameTaken: ({ error }) => error }} />
              <Refusal
                of={changing.result}
                refusals={{
                  DocumentTemplateNameTaken: ({ error }) => error,
                  DocumentTemplateNotFound: ({ error }) => error
                }}
              />
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
                <Line>
                  <Button size="small" icon="file-text" onClick={() => form.prefill({ body: words.begin })}>
                    {words.beginWith}
                  </Button>
                </Line>
              )}
              <Stack gap={2}>
                <Said size="small" tone="3">
                  {words.insert}
                </Said>
                <Line gap={2}>
                  {mergeFields.map((field) => (
                    <Button key={field} size="small" onClick={() => insert(field)}>
                      {words.fieldNames[field]}
                    </Button>
                  ))}
                </Line>
              </Stack>
              <Line end>
                <LinkButton href={list}>{common.cancel}</LinkButton>
                <Button look="first" type="submit" busy={creating.busy || changing.busy}>
                  {words.save}
                </Button>
              </Line>
            </Stack>
          </Card>
        </form>
        <LetterPreview body={body} />
      </Split>
      {deleting && of !== undefined && <DeleteDialog of={of} onClose={() => setDeleting(false)} />}
    </Page>
  )
}

const Reading = ({ of: { body, doc_type, name } }: { readonly of: DocumentTemplate }) => {
  const { checklistTemplates } = useWords()
  return (
    <Page title={name} about={doc_type} back={{ href: list, name: checklistTemplates.kinds.letters }}>
      <LetterPreview body={body} />
    </Page>
  )
}

const NotFound = () => {
  const { checklistTemplates, failures } = useWords()
  return (
    <Placeholder icon="search" {...failures.notFound}>
      <LinkButton href={list}>{checklistTemplates.kinds.letters}</LinkButton>
    </Placeholder>
  )
}

const readId = Schema.decodeUnknownOption(DocumentTemplateId)

/** A letter, and how it will read. */
export const LetterEditor = ({ id: given }: { readonly id: string }) => {
  const { failures } = useWords()
  const { may } = useMay()
  const id = readId(given)
  if (given === "new") {
    return may("compliance_manage") ? (
      <Form />
    ) : (
      <Placeholder icon="lock" title={failures.denied.title} text={failures.denied.text("compliance_manage")} />
    )
  }
  if (Option.isNone(id)) return <NotFound />
  return (
    <Loaded
      of={documentTemplate(id.value)}
      bones={<PageBones />}
      refusals={{ DocumentTemplateNotFound: () => <NotFound /> }}
    >
      {(template) => (may("compliance_manage") ? <Form of={template} /> : <Reading of={template} />)}
    </Loaded>
  )
}
