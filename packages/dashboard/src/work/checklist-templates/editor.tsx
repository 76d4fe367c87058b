import { Option, Schema } from "effect"
import type { AsyncResult, Atom } from "effect/reactivity"
import type { ComponentChildren, FunctionComponent } from "preact"
import { useMay } from "#access/data.ts"
import { Button, LinkButton, Submit } from "#design/Button.tsx"
import { Row } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { templatesOf } from "#platform/pages.ts"
import type { Refusals } from "#platform/failures.tsx"
import { Loaded } from "#platform/Loaded.tsx"
import { Page, PageSkeleton } from "#frame/Page.tsx"
import { type Kind, makes } from "./kinds.ts"

/** Page of one template, with a back link. */
export const EditorPage = ({
  about,
  children,
  kind,
  onDelete,
  onDuplicate,
  title
}: {
  readonly kind: Kind
  /** Undefined for a new template. */
  readonly title: string | undefined
  readonly about: string
  readonly onDelete?: (() => void) | undefined
  readonly onDuplicate?: (() => void) | undefined
  readonly children: ComponentChildren
}) => {
  const words = useWords().checklistTemplates
  return (
    <Page
      title={title ?? words.create[kind]}
      about={about}
      back={{ href: templatesOf({ kind }), name: words.kinds[kind] }}
      actions={
        onDelete !== undefined && (
          <>
            {onDuplicate !== undefined && (
              <Button icon="copy" onClick={onDuplicate}>
                {words.duplicate}
              </Button>
            )}
            <Button icon="trash" variant="danger" onClick={onDelete}>
              {words.delete}
            </Button>
          </>
        )
      }
    >
      {children}
    </Page>
  )
}

/** Cancel and save buttons of the form. */
export const EditorEnd = ({
  busy,
  kind,
  save
}: {
  readonly kind: Kind
  readonly save: string
  readonly busy: boolean
}) => (
  <Row end>
    <LinkButton href={templatesOf({ kind })}>{useWords().common.cancel}</LinkButton>
    <Submit busy={busy}>{save}</Submit>
  </Row>
)

const Gone = ({ kind }: { readonly kind: Kind }) => {
  const { checklistTemplates: words, failures } = useWords()
  return (
    <Placeholder icon="search" {...failures.notFound}>
      <LinkButton href={templatesOf({ kind })}>{words.kinds[kind]}</LinkButton>
    </Placeholder>
  )
}

const Denied = ({ kind }: { readonly kind: Kind }) => {
  const { denied } = useWords().failures
  return <Placeholder icon="lock" title={denied.title} text={denied.text(makes[kind])} />
}

/** Editor screen of a template kind: a form with permission, else read-only. */
export const editorOf = <Id, A, E>({
  Form,
  Reading,
  id: schema,
  kind,
  read,
  refusals
}: {
  readonly kind: Kind
  readonly id: Schema.Decoder<Id>
  readonly read: (id: Id) => Atom.Atom<AsyncResult.AsyncResult<A, E>>
  readonly refusals: (gone: ComponentChildren) => Refusals<E, ComponentChildren>
  readonly Form: FunctionComponent<{ readonly of?: A }>
  readonly Reading: FunctionComponent<{ readonly of: A }>
}): FunctionComponent<{ readonly id: string }> => {
  const readId = Schema.decodeUnknownOption(schema)
  return ({ id: given }) => {
    const makesThem = useMay().may(makes[kind])
    const id = readId(given)
    if (given === "new") return makesThem ? <Form /> : <Denied kind={kind} />
    if (Option.isNone(id)) return <Gone kind={kind} />
    return (
      // A new one for each: a form keeps what it began with.
      <Loaded key={given} of={read(id.value)} skeleton={<PageSkeleton />} refusals={refusals(<Gone kind={kind} />)}>
        {(template) => (makesThem ? <Form of={template} /> : <Reading of={template} />)}
      </Loaded>
    )
  }
}
