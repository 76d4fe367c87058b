import type { CaseDetails } from "@svc/contract/cases/schema"
import { plainTextNames } from "@svc/contract/offboardings/schema"
import { Card } from "#design/Card.tsx"
import { Facts } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useCountries } from "#platform/CountryField.tsx"
import { useFormat } from "#platform/format.ts"
import { zone as organisationZone } from "#platform/zone.ts"
import { DaysLeft } from "#records/parts.tsx"
import { useAtomValue } from "#state/registry.ts"

/** Details of the departing employee and the departure. */
export const About = ({ details }: { readonly details: CaseDetails }) => {
  const { caseDetail: words, cases } = useWords()
  const { wordsOf } = useCountries()
  const { day, moment, momentIn } = useFormat()
  const home = useAtomValue(organisationZone)
  const { access_ends_at, completed_at, employment_ends_on, exit_date, legal_hold_released_at } = details
  const zone = details.timezone ?? home
  const known = (name: string, text: string | null) => (text === null || text === "" ? [] : [[name, text] as const])
  return (
    <Card title={words.facts}>
      <Facts
        facts={[
          [words.lastDay, <DaysLeft of={details} />],
          [
            words.accessEndsShort,
            access_ends_at === null ? words.story.endOf(day(exit_date), zone) : momentIn(access_ends_at, zone)
          ],
          ...known(words.employmentEndsShort, employment_ends_on && day(employment_ends_on)),
          ...plainTextNames.map((name) => [cases.plainTexts[name], details[name] || "–"] as const),
          [cases.email, details.employee_email ?? "–"],
          ...known(words.personalEmail, details.employee_personal_email),
          [cases.owner, details.owner_name ?? cases.unassigned],
          [cases.manager, details.manager_email ?? "–"],
          [cases.reason, cases.separations[details.separation_type]],
          ...known(words.jurisdiction, details.jurisdiction === null ? null : wordsOf(details.jurisdiction)),
          ...known(words.zone, details.timezone),
          [words.source, words.sources[details.source]],
          [words.started, moment(details.created_at)],
          ...known(words.completed, completed_at && moment(completed_at)),
          ...known(words.holdSince, legal_hold_released_at && moment(legal_hold_released_at)),
          ...known(words.cancelReason, details.cancel_reason)
        ]}
      />
    </Card>
  )
}
