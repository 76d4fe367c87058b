import { useEffect, useState } from "preact/hooks"

/** Below this, seconds count. */
const lastMinutes = 10 * 60_000

/** Milliseconds until the text about a moment `left` milliseconds away changes: a minute, in the last ten a second. */
export const untilNextTick = (left: number) => {
  const length = left > 0 && left <= lastMinutes ? 1_000 : 60_000
  const passed = ((left % length) + length) % length
  return passed === 0 ? length : passed
}

/** The current time, read again whenever what is left until a moment reads differently. */
export const useClock = (until: number) => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const tick = setTimeout(() => setNow(Date.now()), untilNextTick(until - Date.now()))
    return () => clearTimeout(tick)
  }, [now, until])
  return now
}
