import { CreateSiemTarget, PayloadFormat, type SiemTarget, SiemTargetType } from "@svc/contract/siem/schema"
import { useState } from "preact/hooks"
import { SelectField, TextField } from "#design/Field.tsx"
import { Columns } from "#design/layout.tsx"
import { OptionCard, OptionCards } from "#design/OptionCard.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { useForm } from "#platform/form.ts"
import { toast } from "#frame/toasts.tsx"
import { useCollectorName } from "./collectors.ts"
import { changeTarget, createTarget } from "./data.ts"
import { EventPicks } from "./EventPicks.tsx"

const isType = (text: string): text is SiemTargetType => SiemTargetType.literals.some((type) => type === text)

const textsOf = (of: SiemTarget | undefined) => ({
  name: of?.name ?? "",
  type: of?.type ?? "splunk_hec",
  endpoint_url: of?.endpoint_url ?? "",
  token: "",
  token_scheme: of?.type === "splunk_hec" ? of.token_scheme : "",
  payload_format: of?.payload_format ?? "json"
})

/** Form of a destination; its fields depend on the kind of collector. */
export const TargetDialog = ({ of, onClose }: { readonly of?: SiemTarget; readonly onClose: () => void }) => {
  const { common, siem: words } = useWords()
  const collectorName = useCollectorName()
  const [chosen, setChosen] = useState(of === undefined || of.all_events ? null : of.events)
  const [chain, setChain] = useState(of?.chain_fields ?? false)
  const form = useForm(CreateSiemTarget, textsOf(of), {
    ...(chosen === null ? { allEvents: true } : { events: chosen }),
    chain_fields: chain
  })
  const done = ({ name }: SiemTarget) => {
    toast((of === undefined ? words.created : words.saved)(name))
    onClose()
  }
  const creation = useAction(createTarget, { onDone: done })
  const change = useAction(changeTarget, { onDone: done })
  const type = isType(form.text.type) ? form.text.type : "splunk_hec"
  const kind = words.kinds[type]
  return (
    <ActionDialog
      wide
      title={of === undefined ? words.create : words.editTitle(of.name)}
      onClose={onClose}
      onSubmit={() =>
        form.submit((given) => {
          if (of !== undefined) change.start({ ...given, id: of.id })
          else if (type === "sumo_logic" || given.token !== undefined) creation.start(given)
          else form.blame("token", common.needed)
        })
      }
      act={creation}
      also={change}
      confirm={of === undefined ? words.create : words.save}
    >
      <Columns>
        <TextField label={words.name} autoFocus {...form.field("name")} />
        <SelectField
          label={words.type}
          choices={SiemTargetType.literals.map((one) => [one, collectorName(one)] as const)}
          {...form.field("type")}
          onInput={(chosen) => form.prefill({ type: chosen, token: "", token_scheme: "", payload_format: "json" })}
        />
      </Columns>
      <TextField label={words.address} help={kind.address} code {...form.field("endpoint_url")} />
      {type !== "sumo_logic" && (
        <TextField
          label={kind.token}
          help={of?.has_token === true && of.type === type ? words.tokenKept : kind.tokenHelp}
          code
          autoComplete="off"
          {...form.field("token")}
          required={of === undefined}
        />
      )}
      {(type === "splunk_hec" || type === "generic") && (
        <Columns>
          <SelectField
            label={words.format}
            choices={PayloadFormat.literals.map((one) => [one, one.toUpperCase()] as const)}
            {...form.field("payload_format")}
          />
          {type === "splunk_hec" && (
            <TextField label={words.scheme} help={words.schemeHelp} {...form.field("token_scheme")} />
          )}
        </Columns>
      )}
      <EventPicks chosen={chosen} onChange={setChosen} wrong={form.wrong("events")} />
      <OptionCards label={words.chain}>
        <OptionCard name={words.chain} beside={words.chainText} chosen={chain} onPick={setChain} />
      </OptionCards>
    </ActionDialog>
  )
}
