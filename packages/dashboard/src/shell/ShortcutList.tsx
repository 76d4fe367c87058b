import { Button } from "#design/Button.tsx"
import { Dialog } from "#design/Dialog.tsx"
import { Code, Facts } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { placeLetters } from "#platform/shortcuts.ts"

/** All keyboard shortcuts. */
export const ShortcutList = ({ onClose }: { readonly onClose: () => void }) => {
  const { palette, shell } = useWords()
  const words = palette.shortcuts
  const names = {
    h: shell.home,
    o: shell.offboardings,
    r: shell.initiations,
    p: shell.people,
    e: shell.assets,
    d: shell.documents,
    a: shell.residualAccess,
    i: shell.integrations
  }
  return (
    <Dialog
      title={words.title}
      why={words.off}
      onClose={onClose}
      onSubmit={onClose}
      actions={<Button type="submit">{words.done}</Button>}
    >
      <Facts
        facts={[
          [words.search, <Code>Ctrl K, ⌘K, /</Code>],
          [words.list, <Code>?</Code>],
          [palette.newOffboarding, <Code>N</Code>],
          ...placeLetters.map((letter) => [names[letter], <Code>{`G ${letter.toUpperCase()}`}</Code>] as const),
          [words.rows, <Code>J, K</Code>],
          [words.choose, <Code>X</Code>],
          [words.open, <Code>Enter</Code>],
          [words.clear, <Code>Esc</Code>],
          [words.tabs, <Code>1–6</Code>]
        ]}
      />
    </Dialog>
  )
}
