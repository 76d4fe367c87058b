import { UpdateSettings } from "@svc/contract/organisation-settings/schema"
import type { Organisation } from "@svc/contract/organisations/schema"
import { useState } from "preact/hooks"
import { useMay } from "../accounts/data.ts"
import { Button, LinkButton } from "../design/Button.tsx"
import { Card } from "../design/Card.tsx"
import { AreaField, SelectField, TextField, Tick } from "../design/Field.tsx"
import { Columns, Facts, Line, Said, Split, Stack } from "../design/layout.tsx"
import { Bone, Placeholder } from "../design/Placeholder.tsx"
import { useWords } from "../languages/words.ts"
import { exports } from "../pages.ts"
import { useAction } from "../platform/atoms.ts"
import { Refusal } from "../platform/failures.tsx"
import { useFormat } from "../platform/format.ts"
import { useForm } from "../platform/form.ts"
import { Loaded } from "../platform/Loaded.tsx"
import { Page } from "../shell/Page.tsx"
import { toast } from "../shell/toasts.tsx"
import { changeOrganisation, organisation } from "./data.ts"
import { Deletion, DeletionAhead } from "./Deletion.tsx"

/** Those that the browser knows, and the one that is set. */
const zonesWith = (zone: string) =>
  [...new Set([zone, "UTC", ...Intl.supportedValuesOf("timeZone")])]
    .toSorted()
    .map((name) => [name, name.replaceAll("_", " ")] as const)

const Form = ({ of }: { readonly of: Organisation }) => {
  const words = useWords().organisationSettings
  const [autoRevoke, setAutoRevoke] = useState(of.auto_revoke_at_exit)
  const form = useForm(
    UpdateSettings,
    {
      name: of.name,
      timezone: of.timezone,
      defaultJurisdiction: of.default_jurisdiction ?? "",
      returnInstructions: of.return_instructions ?? ""
    },
    { autoRevokeAtExit: autoRevoke }
  )
  const saving = useAction(changeOrganisation, { onDone: () => toast(words.saved) })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit(saving.start)
      }}
    >
      <Card title={words.organisation}>
        <Stack>
          <Refusal of={saving.result} refusals={{ DefaultJurisdictionUnknown: ({ error }) => error }} />
          <TextField label={words.name} autoComplete="organization" {...form.field("name")} />
          <Columns>
            <SelectField
              label={words.timezone}
              help={words.timezoneHelp}
              choices={zonesWith(of.timezone)}
              {...form.field("timezone")}
            />
            <TextField
              label={words.jurisdiction}
              help={words.jurisdictionHelp}
              {...form.field("defaultJurisdiction")}
            />
          </Columns>
          <Stack gap={1}>
            <Line gap={2} whole>
              <Tick label={words.autoRevoke} checked={autoRevoke} onTick={setAutoRevoke} />
              <Said>{words.autoRevoke}</Said>
            </Line>
            <Said size="small" tone="3">
              {words.autoRevokeHelp}
            </Said>
          </Stack>
          <AreaField
            label={words.returnInstructions}
            help={words.returnInstructionsHelp}
            {...form.field("returnInstructions")}
          />
          <Line end>
            <Button look="first" type="submit" busy={saving.busy}>
              {words.save}
            </Button>
          </Line>
        </Stack>
      </Card>
    </form>
  )
}

const Reading = ({ of }: { readonly of: Organisation }) => {
  const words = useWords().organisationSettings
  return (
    <Card title={words.organisation}>
      <Stack>
        <Facts
          facts={[
            [words.name, of.name],
            [words.timezone, of.timezone],
            [words.jurisdiction, of.default_jurisdiction ?? "–"],
            [words.autoRevoke, of.auto_revoke_at_exit ? words.on : words.off],
            [words.returnInstructions, of.return_instructions ?? "–"]
          ]}
        />
        <Said size="small" tone="3">
          {words.whoChanges}
        </Said>
      </Stack>
    </Card>
  )
}

const Plan = ({ of: { created_at, id, plan, plan_status, trial_ends_at } }: { readonly of: Organisation }) => {
  const words = useWords().organisationSettings
  const { moment } = useFormat()
  return (
    <Card title={words.plan}>
      <Facts
        facts={[
          [words.plan, words.plans[plan]],
          [words.state, words.planStates[plan_status]],
          ...(trial_ends_at === null ? [] : [[words.trialEnds, moment(trial_ends_at)] as const]),
          [words.since, moment(created_at)],
          [words.id, id]
        ]}
      />
    </Card>
  )
}

const Everything = () => {
  const words = useWords().organisationSettings
  return (
    <Card title={words.exportTitle}>
      <Stack gap={3}>
        <Said tone="2">{words.exportText}</Said>
        <Line>
          <LinkButton icon="download" href={exports()}>
            {words.exportOpen}
          </LinkButton>
        </Line>
      </Stack>
    </Card>
  )
}

/** What holds for everybody of the organisation. */
export const Settings = () => {
  const { failures, organisationSettings: words } = useWords()
  const { isSuperAdmin, may } = useMay()
  return (
    <Page title={words.title} about={words.about} help="settings">
      <Loaded of={organisation} bones={<Bone width={62} tall />} refusals={{}}>
        {(of) =>
          of === null ? (
            <Placeholder icon="building-complex" {...failures.noOrganisation} />
          ) : (
            <>
              <DeletionAhead of={of} />
              <Split>
                {/* What it was before is what is taken away by emptying it. */}
                {isSuperAdmin ? <Form key={of.default_jurisdiction} of={of} /> : <Reading of={of} />}
                <Stack>
                  <Plan of={of} />
                  {may("settings_manage") && may("audit_export") && <Everything />}
                  {isSuperAdmin && <Deletion of={of} />}
                </Stack>
              </Split>
            </>
          )
        }
      </Loaded>
    </Page>
  )
}
