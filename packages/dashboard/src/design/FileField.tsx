import { useId } from "preact/hooks"
import { described, Frame } from "./Field.tsx"

/** A file of the reader's own, by the browser's own picker; dropped on it works too. */
export const FileField = ({
  accept,
  help,
  label,
  onChoose,
  wrong
}: {
  readonly label: string
  readonly help?: string | undefined
  readonly wrong?: string | undefined
  /** What the picker offers at first, as `accept` has it. */
  readonly accept: string
  readonly onChoose: (file: File | undefined) => void
}) => {
  const id = useId()
  return (
    <Frame id={id} required label={label} help={help} wrong={wrong}>
      <input
        class="input"
        id={id}
        type="file"
        accept={accept}
        required
        aria-invalid={wrong === undefined ? undefined : "true"}
        aria-describedby={described(id, { label, help, wrong })}
        onChange={(event) => onChoose(event.currentTarget.files?.[0])}
      />
    </Frame>
  )
}
