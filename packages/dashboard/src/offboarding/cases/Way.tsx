import type { CaseDetails } from "@svc/contract/cases/schema"
import { Stepper } from "#design/Stepper.tsx"
import { useWords } from "#languages/words.ts"
import { way } from "#records/data.ts"

/** Stage stepper. */
export const Way = ({ status }: Pick<CaseDetails, "status">) => {
  const { caseDetail: words, cases } = useWords()
  const now = way.findIndex((stage) => stage === status)
  const stateOf = (place: number) =>
    status === "cancelled"
      ? "stopped"
      : place < now || status === "completed"
        ? "done"
        : place === now
          ? "now"
          : "later"
  return (
    <Stepper
      label={words.stepper}
      steps={way.map((stage, place) => {
        const state = stateOf(place)
        return { name: cases.stages[stage], state, said: words.step[state] }
      })}
    />
  )
}
