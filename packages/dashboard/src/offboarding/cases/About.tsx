import type { CaseDetails } from "@svc/contract/cases/schema"
import { plainTextNames } from "@svc/contract/offboardings/schema"
import { Card } from "#design/Card.tsx"
import { Facts } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useCountries } from "#platform/CountryField.tsx"

/** Details of the departing employee and the departure. */
export const About = ({ details }: { readonly details: CaseDetails }) => {
  const { caseDetail: words, cases } = useWords()
  const { wordsOf } = useCountries()
  const known = (name: string, text: string | null) => (text === null || text === "" ? [] : [[name, text] as const])
  return (
    <Card title={words.facts}>
      <Facts
        facts={[
          ...plainTextNames.map((name) => [cases.plainTexts[name], details[name] || "–"] as const),
          [cases.email, details.employee_email ?? "–"],
          ...known(words.personalEmail, details.employee_personal_email),
          [cases.manager, details.manager_email ?? "–"],
          [cases.reason, cases.separations[details.separation_type]],
          ...known(words.jurisdiction, details.jurisdiction === null ? null : wordsOf(details.jurisdiction)),
          ...known(words.zone, details.timezone),
          [words.source, words.sources[details.source]],
          ...known(words.cancelReason, details.cancel_reason)
        ]}
      />
    </Card>
  )
}
