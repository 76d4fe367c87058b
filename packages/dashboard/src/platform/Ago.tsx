import { DateTime } from "effect"
import { useFormat } from "./format.ts"

/** How long ago it was, or how far ahead; the exact moment for whoever points at it, and for programs. */
export const Ago = ({ at }: { readonly at: DateTime.Utc }) => {
  const { ago, exact } = useFormat()
  return (
    <time dateTime={DateTime.formatIso(at)} title={exact(at)}>
      {ago(at)}
    </time>
  )
}
