import { useMay } from "#access/data.ts"
import { Banner } from "#design/Banner.tsx"
import { Disclosure } from "#design/Disclosure.tsx"
import { SelectField, TextField } from "#design/Field.tsx"
import { Columns, Stack } from "#design/layout.tsx"
import { OptionCard, OptionCards } from "#design/OptionCard.tsx"
import { useWords } from "#languages/words.ts"
import { CountryField } from "#platform/CountryField.tsx"
import { daysUntil, useFormat } from "#platform/format.ts"
import { ZoneField } from "#platform/ZoneField.tsx"
import type { NewCaseState } from "./new-case.ts"
import { fromClock, onClock } from "./zone.ts"

const folded = ["timezone", "employment_ends_on", "jurisdiction"] as const

/** Part 2: last day, reason, and when access ends. */
export const NewCaseWhen = ({ state }: { readonly state: NewCaseState }) => {
  const { cases, newCase: words, places } = useWords()
  const { may } = useMay()
  const { day, longDay } = useFormat()
  const { dates, end, ends, form, home, zone } = state
  const { lastDay } = dates
  const access = form.field("access_ends_at")
  const distance = (days: number) => (days === 0 ? cases.today : days > 0 ? cases.inDays(days) : cases.daysAgo(-days))
  return (
    <Stack>
      <Columns>
        <TextField
          label={words.lastDay}
          type="date"
          help={lastDay === undefined ? undefined : words.dayIn(longDay(lastDay), distance(daysUntil(lastDay)))}
          {...form.field("exit_date")}
        />
        <SelectField
          label={words.reason}
          choices={Object.entries(cases.separations)}
          {...form.field("separation_type")}
        />
      </Columns>
      <OptionCards label={words.whenAccessEnds} legend row>
        <OptionCard
          group="access-end"
          name={words.ends.last_day}
          beside={lastDay === undefined ? words.endOfDayIn(zone) : words.endOfDay(day(lastDay), zone)}
          chosen={ends === "last_day"}
          onPick={() => end("last_day")}
        />
        <OptionCard
          group="access-end"
          name={words.ends.time}
          beside={words.endsText.time}
          chosen={ends === "time"}
          onPick={() => end("time")}
        />
        <OptionCard
          group="access-end"
          name={words.ends.now}
          beside={may("access_revoke") ? words.endsText.now : words.endsText.notYours}
          tone="bad"
          disabled={!may("access_revoke")}
          chosen={ends === "now"}
          onPick={() => end("now")}
        />
      </OptionCards>
      {ends !== "time" && access.wrong !== undefined && <Banner tone="bad" title={access.wrong} />}
      {ends === "time" && (
        <Columns>
          <TextField
            label={words.accessEnds}
            type="datetime-local"
            help={words.inZone(zone)}
            {...access}
            value={onClock(access.value, zone)}
            onInput={(shown) => access.onInput(fromClock(shown, zone))}
          />
        </Columns>
      )}
      <Disclosure plain summary={words.more} shown={folded.some((name) => form.wrong(name) !== undefined)}>
        {() => (
          <Stack>
            <Columns>
              <ZoneField label={words.zone} none={words.ownZone(home)} {...form.field("timezone")} />
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
          </Stack>
        )}
      </Disclosure>
    </Stack>
  )
}
