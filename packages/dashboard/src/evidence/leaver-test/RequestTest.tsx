import { LeaverClock } from "@svc/contract/leaver-test/figures"
import { type LeaverTest, RequestLeaverTest, TierPreset } from "@svc/contract/leaver-test/schema"
import { useState } from "preact/hooks"
import { SelectField, TextField } from "#design/Field.tsx"
import { Columns } from "#design/layout.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { dayFromToday } from "#platform/format.ts"
import { useForm } from "#platform/form.ts"
import { requestTest } from "./data.ts"

/** Requests a test: period, standard, clock, sample. Custom tiers only through the API. */
export const RequestTest = ({
  onClose,
  onRequested
}: {
  readonly onClose: () => void
  readonly onRequested: (test: LeaverTest) => void
}) => {
  const words = useWords().leaverTest
  const [sample, setSample] = useState("25")
  const form = useForm(
    RequestLeaverTest,
    { from: dayFromToday(-365), to: dayFromToday(0), preset: "soc2", clock: "last_working_moment", words: "" },
    { sample_size: Number(sample) }
  )
  const requesting = useAction(requestTest, { onDone: onRequested })
  return (
    <ActionDialog
      title={words.request}
      why={words.requestText}
      onClose={onClose}
      onSubmit={() => form.submit(requesting.start)}
      act={requesting}
      confirm={words.start}
    >
      <Columns>
        <TextField label={words.from} type="date" {...form.field("from")} />
        <TextField label={words.to} type="date" {...form.field("to")} />
      </Columns>
      <SelectField
        label={words.preset}
        help={words.presetHelp}
        choices={TierPreset.literals
          .filter((preset) => preset !== "own")
          .map((preset) => [preset, words.presets[preset]] as const)}
        {...form.field("preset")}
      />
      <SelectField
        label={words.clock}
        choices={LeaverClock.literals.map((clock) => [clock, words.clocks[clock]] as const)}
        {...form.field("clock")}
      />
      <SelectField
        label={words.sampleSize}
        help={words.sampleSizeHelp}
        choices={[0, 25, 40, 60, 100].map((size) => [String(size), words.drawn(size)] as const)}
        value={sample}
        onInput={setSample}
      />
      <TextField label={words.auditorsWords} help={words.auditorsWordsHelp} {...form.field("words")} />
    </ActionDialog>
  )
}
