import { Topic } from "#platform/jobs/wakeups"

/** A run is planned or asked for. */
export const revocationRuns = Topic("revocation-runs")
