const confidence = 0.95

/** ln(n!) of 0 to `most`. */
const logFactorials = (most: number): Float64Array => {
  const table = new Float64Array(most + 1)
  for (let n = 2; n <= most; n += 1) table[n] = (table[n - 1] ?? 0) + Math.log(n)
  return table
}

/** The probability of `successes` or fewer of `trials`, each of probability `p`. */
const binomialUpTo = (successes: number, trials: number, p: number, logs: Float64Array): number => {
  const log = (n: number) => logs[n] ?? 0
  let sum = 0
  for (let k = 0; k <= successes; k += 1) {
    sum += Math.exp(log(trials) - log(k) - log(trials - k) + k * Math.log(p) + (trials - k) * Math.log1p(-p))
  }
  return sum
}

/**
 * The exact one-sided 95 % upper bound of a rate (Clopper and Pearson 1934): the `p` for which so few exceptions or fewer
 * have the probability 0.05. Six decimals, rounded up; null when nothing was tested.
 */
export const upperBound = (exceptions: number, tested: number): number | null => {
  if (tested === 0) return null
  if (exceptions === tested) return 1
  const logs = logFactorials(tested)
  let low = exceptions / tested
  let high = 1
  // Each round halves the distance: after 60 it is below what a double can tell.
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2
    if (middle === 0 || binomialUpTo(exceptions, tested, middle, logs) > 1 - confidence) low = middle
    else high = middle
  }
  // Ten digits are exact; a whole number of millionths, apart from the last digit, is not rounded up further.
  return Math.ceil(Math.round(high * 1e10) / 1e4) / 1e6
}
