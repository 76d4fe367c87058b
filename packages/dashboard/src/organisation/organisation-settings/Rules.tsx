import { UpdateSettings } from "@svc/contract/organisation-settings/schema"
import type { Organisation } from "@svc/contract/organisations/schema"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Submit } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { AreaField, SelectField, TextField, CheckboxField } from "#design/Field.tsx"
import { SubmitForm } from "#design/SubmitForm.tsx"
import { Columns, Facts, Row, Text, Split, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { CountryField, useCountries } from "#platform/CountryField.tsx"
import { ZoneField } from "#platform/ZoneField.tsx"
import { toast } from "#frame/toasts.tsx"
import { changeOrganisation } from "./data.ts"
import { Deletion } from "./Deletion.tsx"
import { PlanFacts } from "./Plan.tsx"

interface RuleProps {
  readonly label: string
  readonly help: string
  readonly checked: boolean
  readonly onTick: (checked: boolean) => void
}

/** A checkbox with its help text. */
const Rule = ({ help, ...tick }: RuleProps) => (
  <Stack gap={1}>
    <CheckboxField {...tick} />
    <Text size="small" tone="3">
      {help}
    </Text>
  </Stack>
)

const Form = ({ of }: { readonly of: Organisation }) => {
  const { organisationSettings: words, places } = useWords()
  const [autoRevoke, setAutoRevoke] = useState(of.auto_revoke_at_exit)
  const [beginRevocationOnLastDay, setBegin] = useState(of.begin_revocation_on_last_day)
  const [advanceWhenReady, setAdvance] = useState(of.advance_when_ready)
  const [namesInNotifications, setNames] = useState(of.names_in_notifications)
  const form = useForm(
    UpdateSettings,
    {
      name: of.name,
      timezone: of.timezone,
      defaultJurisdiction: of.default_jurisdiction ?? "",
      benefitsRegion: of.benefits_region ?? "",
      returnInstructions: of.return_instructions ?? ""
    },
    { autoRevokeAtExit: autoRevoke, beginRevocationOnLastDay, advanceWhenReady, namesInNotifications }
  )
  const saving = useAction(changeOrganisation, { onDone: () => toast(words.saved) })
  return (
    <SubmitForm onSubmit={() => form.submit(saving.start)}>
      <Card title={words.organisation}>
        <Stack>
          <Refusal of={saving.result} />
          <TextField label={words.name} autoComplete="organization" {...form.field("name")} />
          <Columns>
            <ZoneField label={words.timezone} help={words.timezoneHelp} {...form.field("timezone")} />
            <CountryField
              label={words.jurisdiction}
              help={words.jurisdictionHelp}
              none={places.none}
              {...form.field("defaultJurisdiction")}
            />
            <SelectField
              label={words.benefits}
              help={words.benefitsHelp}
              choices={[
                ["", words.benefitsRegions.none],
                ["us", words.benefitsRegions.us]
              ]}
              {...form.field("benefitsRegion")}
            />
          </Columns>
          <Rule label={words.autoRevoke} help={words.autoRevokeHelp} checked={autoRevoke} onTick={setAutoRevoke} />
          <Rule
            label={words.beginOnLastDay}
            help={words.beginOnLastDayHelp}
            checked={beginRevocationOnLastDay}
            onTick={setBegin}
          />
          <Rule label={words.advance} help={words.advanceHelp} checked={advanceWhenReady} onTick={setAdvance} />
          <Rule label={words.names} help={words.namesHelp} checked={namesInNotifications} onTick={setNames} />
          <AreaField
            label={words.returnInstructions}
            help={words.returnInstructionsHelp}
            {...form.field("returnInstructions")}
          />
          <Row end>
            <Submit busy={saving.busy}>{words.save}</Submit>
          </Row>
        </Stack>
      </Card>
    </SubmitForm>
  )
}

const Reading = ({ of }: { readonly of: Organisation }) => {
  const { wordsOf } = useCountries()
  const words = useWords().organisationSettings
  return (
    <Card title={words.organisation}>
      <Stack>
        <Facts
          facts={[
            [words.name, of.name],
            [words.timezone, of.timezone],
            [words.jurisdiction, of.default_jurisdiction === null ? "–" : wordsOf(of.default_jurisdiction)],
            [words.benefits, words.benefitsRegions[of.benefits_region ?? "none"]],
            [words.autoRevoke, of.auto_revoke_at_exit ? words.on : words.off],
            [words.beginOnLastDay, of.begin_revocation_on_last_day ? words.on : words.off],
            [words.advance, of.advance_when_ready ? words.on : words.off],
            [words.names, of.names_in_notifications ? words.on : words.off],
            [words.returnInstructions, of.return_instructions ?? "–"]
          ]}
        />
        <Text size="small" tone="3">
          {words.whoChanges}
        </Text>
      </Stack>
    </Card>
  )
}

/** Name, region, and automation settings of the organization. */
export const Rules = ({ of }: { readonly of: Organisation }) => {
  const words = useWords().organisationSettings
  const { isSuperAdmin } = useMay()
  return (
    <Split>
      {/* Keyed: an emptied field clears the saved value, so the form must start from it. */}
      {isSuperAdmin ? <Form key={`${of.default_jurisdiction} ${of.benefits_region}`} of={of} /> : <Reading of={of} />}
      <Stack>
        <Card title={words.plan}>
          <PlanFacts of={of} />
        </Card>
        {isSuperAdmin && <Deletion of={of} />}
      </Stack>
    </Split>
  )
}
