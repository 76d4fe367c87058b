import { Retention as RetentionForm, type RetentionSetting } from "@svc/contract/organisation-settings/schema"
import { DateTime } from "effect"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { Banner } from "#design/Banner.tsx"
import { Button, Submit } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Dialog, DialogActions } from "#design/Dialog.tsx"
import { TextField } from "#design/Field.tsx"
import { SubmitForm } from "#design/SubmitForm.tsx"
import { Columns, Row, Text, Stack } from "#design/layout.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { useDialogAction } from "#frame/ActionDialog.tsx"
import { useFirstWords, useWords } from "#languages/words.ts"
import { useAction, useQuery } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { useForm } from "#platform/form.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { toast } from "#frame/toasts.tsx"
import { retention, retentionPreview, setRetention } from "./data.ts"

interface Of {
  readonly of: RetentionSetting
}

/** A pending first or shorter retention, and the button that cancels it. */
const Ahead = ({ of: { applies_from, months_in_effect, offboarding_retention_months } }: Of) => {
  const words = useWords().organisationSettings
  const { dayOf } = useFormat()
  const keeping = useAction(setRetention, { onDone: () => toast(words.retentionKept) })
  if (applies_from === null || offboarding_retention_months === null) return null
  return (
    <Banner tone="watch" title={words.retentionAhead(offboarding_retention_months, dayOf(applies_from))}>
      {words.retentionAheadText(months_in_effect)}
      <Refusal of={keeping.result} />
      <span>
        <Button
          size="small"
          icon="undo-2"
          busy={keeping.busy}
          onClick={() => keeping.start({ offboarding_retention_months: months_in_effect })}
        >
          {words.keepRetention(months_in_effect)}
        </Button>
      </span>
    </Banner>
  )
}

/** Confirms a shorter retention; shows how many offboardings the first night deletes. */
const ShortenDialog = ({ months, onClose }: { readonly months: number; readonly onClose: () => void }) => {
  const words = useWords().organisationSettings
  const { cancel } = useFirstWords().common
  const { dayOf } = useFormat()
  const preview = retentionPreview(months)
  const isCounted = AsyncResult.isSuccess(useQuery(preview))
  const setting = useDialogAction(setRetention, words.saved, onClose)
  return (
    <Dialog
      title={words.shortenTitle(months)}
      onClose={onClose}
      onSubmit={() => isCounted && setting.start({ offboarding_retention_months: months })}
      actions={
        isCounted ? (
          <DialogActions variant="danger" busy={setting.busy} onDecline={onClose}>
            {words.shorten}
          </DialogActions>
        ) : (
          <Button onClick={onClose}>{cancel}</Button>
        )
      }
    >
      <Refusal of={setting.result} />
      <Loaded of={preview} skeleton={<Skeleton width={62} />}>
        {({ applies_from, first_night_at, offboardings }) => (
          <Stack gap={2}>
            <Text strong>{words.firstDeleted(offboardings, dayOf(first_night_at))}</Text>
            {(
              [
                [words.deleted, words.deletedText(months)],
                [words.stays, words.staysText],
                [words.takesEffect, words.takesEffectText(dayOf(applies_from ?? first_night_at))]
              ] as const
            ).map(([name, text]) => (
              <Text key={name} size="table">
                <Text strong>{name}</Text> {text}
              </Text>
            ))}
          </Stack>
        )}
      </Loaded>
    </Dialog>
  )
}

/** Whether this retention deletes offboardings that are kept now. */
const isShorter = (months: number, { months_in_effect: kept, offboarding_retention_months: set }: RetentionSetting) =>
  months !== set && (kept === null || months < kept)

const Form = ({ of }: Of) => {
  const { organisationSettings: words, shell } = useWords()
  const [months, setMonths] = useState(String(of.offboarding_retention_months ?? ""))
  const [asked, setAsked] = useState<number>()
  const form = useForm(
    RetentionForm,
    {},
    { offboarding_retention_months: months.trim() === "" ? null : Number(months) }
  )
  const saving = useAction(setRetention, { onDone: () => toast(words.saved) })
  return (
    <>
      <SubmitForm
        onSubmit={() =>
          form.submit((wished) => {
            const { offboarding_retention_months: typed } = wished
            if (typed !== null && isShorter(typed, of)) setAsked(typed)
            else saving.start(wished)
          })
        }
      >
        <Card title={shell.retention}>
          <Stack>
            <Refusal of={saving.result} />
            <Text strong>{words.kept(of.months_in_effect)}</Text>
            <Ahead of={of} />
            <Text tone="2">{words.retentionText}</Text>
            <Columns>
              <TextField
                label={words.months}
                help={words.monthsHelp}
                inputMode="numeric"
                value={months}
                wrong={form.wrong("offboarding_retention_months")}
                onInput={setMonths}
              />
            </Columns>
            <Text size="small" tone="3">
              {words.retentionNote}
            </Text>
            <Row end>
              <Submit busy={saving.busy}>{words.saveRetention}</Submit>
            </Row>
          </Stack>
        </Card>
      </SubmitForm>
      {asked !== undefined && <ShortenDialog months={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

const keyOf = ({ applies_from, offboarding_retention_months }: RetentionSetting) =>
  `${offboarding_retention_months} ${applies_from === null ? "" : DateTime.formatIso(applies_from)}`

/** Retention of closed offboardings. */
export const Retention = () => (
  <Loaded of={retention} skeleton={<Skeleton width={62} tall />}>
    {(of) => <Form key={keyOf(of)} of={of} />}
  </Loaded>
)
