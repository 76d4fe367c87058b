/** Seconds until the next try, by the number of tries made; none is left after the last. */
export const mailRetryLadder: ReadonlyArray<number> = [60, 300, 1800, 7200, 28_800, 86_400]
