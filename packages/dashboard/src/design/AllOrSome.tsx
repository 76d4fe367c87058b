import type { ComponentChildren } from "preact"
import { Said, Stack } from "./layout.tsx"
import { Pick, Picks } from "./Pick.tsx"

/** Choice of all items, including future ones, or of some; `children` appear for some. */
export const AllOrSome = ({
  all,
  allText,
  children,
  isAll,
  label,
  onAll,
  onSome,
  some,
  wrong
}: {
  readonly label: string
  readonly all: string
  readonly allText: string
  readonly some: string
  readonly isAll: boolean
  readonly onAll: () => void
  readonly onSome: () => void
  readonly wrong: string | undefined
  readonly children: ComponentChildren
}) => (
  <Stack gap={2}>
    <Picks label={label}>
      <Pick group="selection" name={all} beside={allText} chosen={isAll} onPick={onAll} />
      <Pick group="selection" name={some} chosen={!isAll} onPick={onSome} />
    </Picks>
    {children}
    {wrong !== undefined && (
      <div role="alert">
        <Said tone="bad" size="small">
          {wrong}
        </Said>
      </div>
    )}
  </Stack>
)
