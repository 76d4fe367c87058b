import { DateTime } from "effect"
import { useEffect, useState } from "preact/hooks"
import { useFormat } from "./format.ts"

/** Time left, to the second; null afterwards. */
export const Countdown = ({
  said,
  until
}: {
  readonly until: DateTime.Utc
  readonly said: (left: string) => string
}) => {
  const { exact, span } = useFormat()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(clock)
  }, [])
  const left = DateTime.toEpochMillis(until) - now
  return left <= 0 ? null : (
    <time role="timer" dateTime={DateTime.formatIso(until)} title={exact(until)}>
      {said(span(left))}
    </time>
  )
}
