import type { CaseApp } from "@svc/contract/cases/schema"
import type { RevocationRun } from "@svc/contract/revocations/schema"

export type Step = RevocationRun["results"][number]

type ConfirmedApp = Pick<CaseApp, "removal_confirmed_at" | "service_name">

/** The removal failed, or the account was seen active afterwards. */
export const isFailed = ({ outcome, still_active }: Step) =>
  still_active || outcome === "failed" || outcome === "stopped"

/** Marked as removed after the step ended. */
export const isConfirmed = (apps: ReadonlyArray<ConfirmedApp>, { finished_at, service }: Step) => {
  const at = apps.find(({ service_name }) => service_name === service)?.removal_confirmed_at ?? null
  return at !== null && finished_at !== null && at.epochMilliseconds >= finished_at.epochMilliseconds
}

/** Apps by result; each step is in one of the first five lists. */
export const resultsOf = (steps: ReadonlyArray<Step>, apps: ReadonlyArray<ConfirmedApp>) => {
  const open = steps.filter((step) => !isConfirmed(apps, step))
  const having = (outcome: Step["outcome"]) => open.filter((step) => !isFailed(step) && step.outcome === outcome)
  const revoked = having("revoked")
  return {
    confirmed: steps.filter((step) => isConfirmed(apps, step)),
    failed: open.filter(isFailed),
    manual: having("manual_required"),
    revoked,
    skipped: having("skipped"),
    verified: revoked.filter(({ verified }) => verified),
    done: steps.filter(({ outcome }) => outcome !== null).length,
    all: steps.length
  }
}

export type Results = ReturnType<typeof resultsOf>

/** Failures first, then what needs a person; the others keep their order. */
export const worstFirst = (steps: ReadonlyArray<Step>, { failed, manual }: Results): ReadonlyArray<Step> => {
  const first = [...failed, ...manual]
  return [...first, ...steps.filter((step) => !first.includes(step))]
}
