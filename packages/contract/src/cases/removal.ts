import type { CaseApp } from "./schema.ts"

/** The removal failed or stopped and was not confirmed manually since, or the account was last read as active. */
export const isFailedRemoval = ({
  outcome,
  removal_confirmed_at,
  still_active
}: Pick<CaseApp, "outcome" | "removal_confirmed_at" | "still_active">): boolean =>
  still_active || ((outcome === "failed" || outcome === "stopped") && removal_confirmed_at === null)
