/** How long something took in hundredths of hours, or how long it has not happened so far. */
export interface Duration {
  readonly hours: number
  readonly removed: boolean
}

interface Step {
  readonly hours: number
  readonly atRisk: number
  readonly removed: number
  /** The Kaplan-Meier estimate after it. */
  readonly remaining: number
}

/** The steps of the Kaplan-Meier estimate (1958): at the same time, what happens comes before what is given up. */
const stepsOf = (durations: ReadonlyArray<Duration>): ReadonlyArray<Step> => {
  const sorted = durations.toSorted((one, other) => one.hours - other.hours)
  const steps: Array<Step> = []
  let remaining = 1
  for (let place = 0; place < sorted.length;) {
    const { hours } = sorted[place] ?? { hours: 0 }
    const atRisk = sorted.length - place
    let removed = 0
    for (; sorted[place]?.hours === hours; place += 1) if (sorted[place]?.removed === true) removed += 1
    if (removed === 0) continue
    remaining *= (atRisk - removed) / atRisk
    steps.push({ hours, atRisk, removed, remaining })
  }
  return steps
}

/** What a product of many shares may be off by. */
const tolerance = 1e-9

/** The smallest hours at which so small a share is left; null when it never is. */
const hoursUntil = (steps: ReadonlyArray<Step>, share: number): number | null => {
  const step = steps.find(({ remaining }) => remaining <= share + tolerance)
  return step === undefined ? null : step.hours / 100
}

/** The hours after which no more than this share is left, for as many shares as are asked of it. */
export const hoursUntilLeft = (durations: ReadonlyArray<Duration>) => {
  const steps = stepsOf(durations)
  return (share: number) => hoursUntil(steps, share)
}

export const percentilesOf = (durations: ReadonlyArray<Duration>) => {
  const left = hoursUntilLeft(durations)
  return {
    median_hours: left(0.5),
    p90_hours: left(0.1),
    p95_hours: left(0.05)
  }
}

/** The curve by whole hours, each duration rounded up. */
export const curveOf = (durations: ReadonlyArray<Duration>) =>
  stepsOf(durations.map(({ hours, removed }) => ({ hours: Math.ceil(hours / 100), removed }))).map((step) => ({
    hours: step.hours,
    at_risk: step.atRisk,
    removed: step.removed,
    remaining: Math.round(step.remaining * 1e6) / 1e6
  }))
