import { DateTime } from "effect"
import { Text } from "#design/layout.tsx"
import { useFormat } from "./format.ts"

/** Relative time; the exact time is in the tooltip and the `time` element. With a tone, on one line. */
export const Ago = ({ at, tone }: { readonly at: DateTime.Utc; readonly tone?: "2" | "3" }) => {
  const { ago, exact } = useFormat()
  const time = (
    <time dateTime={DateTime.formatIso(at)} title={exact(at)}>
      {ago(at)}
    </time>
  )
  return tone === undefined ? (
    time
  ) : (
    <Text tone={tone} oneLine>
      {time}
    </Text>
  )
}
