import { Card } from "#design/Card.tsx"
import { SelectField, TextField } from "#design/Field.tsx"
import { Columns, Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { CountryField } from "#platform/CountryField.tsx"
import { useFormat } from "#platform/format.ts"
import { ZoneField } from "#platform/ZoneField.tsx"
import type { NewCaseState } from "./new-case.ts"
import { fromClock, onClock } from "./zone.ts"

/** Step 2: last day, end of access, and time zone. */
export const NewCaseDates = ({ state }: { readonly state: NewCaseState }) => {
  const { cases, newCase: words, places } = useWords()
  const { momentIn } = useFormat()
  const { cutOff, form, home, zone } = state
  const access = form.field("access_ends_at")
  return (
    <Card title={words.steps.dates}>
      <Stack>
        <Columns>
          <TextField label={words.lastDay} type="date" autoFocus {...form.field("exit_date")} />
          <SelectField
            label={words.reason}
            choices={Object.entries(cases.separations)}
            {...form.field("separation_type")}
          />
          <ZoneField label={words.zone} none={words.ownZone(home)} {...form.field("timezone")} />
          <TextField
            label={words.accessEnds}
            type="datetime-local"
            help={words.accessEndsHelp(zone)}
            {...access}
            value={onClock(access.value, zone)}
            onInput={(shown) => access.onInput(fromClock(shown, zone))}
          />
          <TextField
            label={words.employmentEnds}
            type="date"
            help={words.employmentEndsHelp}
            {...form.field("employment_ends_on")}
          />
          <CountryField
            label={words.jurisdiction}
            help={words.jurisdictionHelp}
            none={places.organization}
            {...form.field("jurisdiction")}
          />
        </Columns>
        {cutOff !== undefined && (
          <Text as="p" tone="2">
            {words.cutOff(momentIn(cutOff, zone))}
          </Text>
        )}
      </Stack>
    </Card>
  )
}
