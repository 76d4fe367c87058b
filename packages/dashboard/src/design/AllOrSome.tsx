import type { ComponentChildren } from "preact"
import { Text, Stack } from "./layout.tsx"
import { OptionCard, OptionCards } from "./OptionCard.tsx"

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
    <OptionCards label={label}>
      <OptionCard group="selection" name={all} beside={allText} chosen={isAll} onPick={onAll} />
      <OptionCard group="selection" name={some} chosen={!isAll} onPick={onSome} />
    </OptionCards>
    {children}
    {wrong !== undefined && (
      <div role="alert">
        <Text tone="bad" size="small">
          {wrong}
        </Text>
      </div>
    )}
  </Stack>
)
