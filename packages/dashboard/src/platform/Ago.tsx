import { DateTime } from "effect"
import { Said } from "#design/layout.tsx"
import { useFormat } from "./format.ts"

/** How long ago it was, or how far ahead; the exact moment for whoever points at it, and for programs. With a tone, on one line. */
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
    <Said tone={tone} oneLine>
      {time}
    </Said>
  )
}
