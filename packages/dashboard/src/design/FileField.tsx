import { useId } from "preact/hooks"
import { described, Frame } from "./Field.tsx"

/** File field with the native picker; accepts drops. */
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
  /** Accepted file types, as in `accept`. */
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
