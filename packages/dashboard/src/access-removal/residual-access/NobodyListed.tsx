import { Button } from "#design/Button.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"

/** Nobody at all, or nobody whom the filters leave, which can be cleared. */
export const NobodyListed = ({
  clear,
  text,
  title
}: {
  readonly title: string
  readonly text: string
  readonly clear?: () => void
}) => {
  const words = useWords().cases
  return clear === undefined ? (
    <Placeholder icon="shield-check" title={title} text={text} />
  ) : (
    <Placeholder icon="search" title={words.noMatch} text={words.noMatchText}>
      <Button onClick={clear}>{words.clear}</Button>
    </Placeholder>
  )
}
