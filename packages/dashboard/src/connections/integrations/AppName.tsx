import type { ComponentChildren } from "preact"
import { AppMark, WithMark } from "#design/AppMark.tsx"
import { Text } from "#design/layout.tsx"
import { useNames } from "./providers.ts"

/** Logo and display name of an app, with details below. */
export const AppName = ({
  children,
  of,
  strong
}: {
  readonly of: string
  readonly strong?: boolean
  readonly children?: ComponentChildren
}) => {
  const name = useNames()(of)
  return (
    <WithMark mark={<AppMark of={of} name={name} size="small" />}>
      <Text {...(strong === true ? { strong } : {})}>{name}</Text>
      {children}
    </WithMark>
  )
}
