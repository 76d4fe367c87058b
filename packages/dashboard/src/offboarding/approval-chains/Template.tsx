import { ChainEditor } from "./ChainEditor.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { LetterEditor } from "#work/document-templates/LetterEditor.tsx"
import { useWords } from "#languages/words.ts"
import { templates } from "#platform/pages.ts"
import { ChecklistEditor } from "#work/checklist-templates/ChecklistEditor.tsx"
import { kinds, useKinds } from "#work/checklist-templates/kinds.ts"

const editors = { checklists: ChecklistEditor, letters: LetterEditor, "approval-chains": ChainEditor } as const

/** One template, or a new one, in the editor of its kind. */
export const Template = ({ id, kind }: { readonly id: string; readonly kind?: string }) => {
  const { checklistTemplates: words, failures } = useWords()
  const found = useKinds().find((one) => one === kind)
  if (found === undefined) {
    return kinds.some((one) => one === kind) ? (
      <Placeholder icon="lock" title={failures.denied.title} text={failures.denied.text(undefined)} />
    ) : (
      <Placeholder icon="search" {...failures.notFound}>
        <LinkButton href={templates()}>{words.title}</LinkButton>
      </Placeholder>
    )
  }
  const Editor = editors[found]
  // The key resets the editor for another template.
  return <Editor key={id} id={id} />
}
