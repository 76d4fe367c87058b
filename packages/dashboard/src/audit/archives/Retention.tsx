import { SetArchiveRetention, SetAuditRetention } from "@svc/contract/audit-archives/schema"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { Schema } from "effect"
import { useState } from "preact/hooks"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { TextField } from "#design/Field.tsx"
import { SubmitForm } from "#design/SubmitForm.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { ActionDialog, useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { useForm } from "#platform/form.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { toast } from "#frame/toasts.tsx"
import { archiveRetention, retention, setArchiveRetention, setRetention } from "./data.ts"

// Fields hold text; the contract takes a number.
const asNumber = <S extends Schema.Codec<number>>(number: S) => Schema.NumberFromString.pipe(Schema.decodeTo(number))
const TypedMonths = Schema.Struct({ audit_retention_months: asNumber(SetAuditRetention.fields.audit_retention_months) })
const TypedDays = Schema.Struct({
  audit_archive_retention_days: asNumber(SetArchiveRetention.fields.audit_archive_retention_days)
})

const monthsAgo = (months: number) => {
  const day = new Date()
  day.setUTCMonth(day.getUTCMonth() - months)
  return CalendarDate.make(day.toISOString().slice(0, 10))
}

/** Confirms a change of entry retention: what is deleted, when, and what is kept. */
const ChangeDialog = ({ months, onClose }: { readonly months: number; readonly onClose: () => void }) => {
  const words = useWords().audit
  const { day } = useFormat()
  const setting = useDialogAction(setRetention, words.changed, onClose)
  return (
    <ActionDialog
      title={words.changeTitle(months)}
      onClose={onClose}
      onSubmit={() => setting.start({ audit_retention_months: months })}
      act={setting}
      confirm={words.change}
      variant="danger"
    >
      <Stack gap={2}>
        {(
          [
            [words.goes, words.changeGoes(day(monthsAgo(months)))],
            [words.waits, words.changeWaits],
            [words.stays, words.changeStays]
          ] as const
        ).map(([name, text]) => (
          <Text key={name} size="table">
            <Text strong>{name}</Text> {text}
          </Text>
        ))}
      </Stack>
    </ActionDialog>
  )
}

const Months = ({ kept }: { readonly kept: number | null }) => {
  const words = useWords().audit
  const form = useForm(TypedMonths, { audit_retention_months: kept === null ? "" : String(kept) })
  const [asked, setAsked] = useState<number>()
  return (
    <>
      <SubmitForm onSubmit={() => form.submit(({ audit_retention_months }) => setAsked(audit_retention_months))}>
        <Stack gap={3}>
          <Text strong>{kept === null ? words.keptForEver : words.kept(kept)}</Text>
          <TextField
            label={words.months}
            help={words.monthsHelp}
            inputMode="numeric"
            {...form.field("audit_retention_months")}
          />
          <Row end>
            <Button type="submit">{words.change}</Button>
          </Row>
        </Stack>
      </SubmitForm>
      {asked !== undefined && <ChangeDialog months={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

const Days = ({ kept }: { readonly kept: number }) => {
  const words = useWords().audit
  const form = useForm(TypedDays, { audit_archive_retention_days: String(kept) })
  const setting = useAction(setArchiveRetention, { onDone: () => toast(words.changed) })
  return (
    <SubmitForm onSubmit={() => form.submit(setting.start)}>
      <Stack gap={3}>
        <Refusal of={setting.result} />
        <TextField label={words.daysKept} inputMode="numeric" {...form.field("audit_archive_retention_days")} />
        <Row end>
          <Button type="submit" busy={setting.busy}>
            {words.save}
          </Button>
        </Row>
      </Stack>
    </SubmitForm>
  )
}

/** Retention of entries and archives. */
export const Retention = () => {
  const words = useWords().audit
  const { number } = useFormat()
  return (
    <>
      <Card title={words.retentionTitle}>
        <Stack gap={3}>
          <Text tone="2">{words.retentionText}</Text>
          <Loaded of={retention} skeleton={<Skeleton width={62} tall />}>
            {({ audit_retention_months }) => <Months key={audit_retention_months} kept={audit_retention_months} />}
          </Loaded>
        </Stack>
      </Card>
      <Card title={words.archiveRetentionTitle}>
        <Loaded of={archiveRetention} skeleton={<Skeleton width={62} tall />}>
          {({ audit_archive_retention_days, default_days, min_days }) => (
            <Stack gap={3}>
              <Text tone="2">{words.archiveRetentionText(number(min_days), number(default_days))}</Text>
              <Days key={audit_archive_retention_days} kept={audit_archive_retention_days} />
            </Stack>
          )}
        </Loaded>
      </Card>
    </>
  )
}
