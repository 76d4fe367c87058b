import { CreateApiKey, type CreatedApiKey } from "@svc/contract/api-keys/schema"
import type { ApiScope } from "@svc/contract/kernel/permissions"
import { DateTime } from "effect"
import { useState } from "preact/hooks"
import { SelectField, TextField } from "#design/Field.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { useForm } from "#platform/form.ts"
import { createKey } from "./data.ts"
import { ScopePicks } from "./ScopePicks.tsx"

const lives = ["30", "90", "365", "day", "never"] as const

/** Expiry as sent to the API: a number of days from now, the end of a local day, or never (null). */
const endOf = (life: string, day: string): string | null => {
  if (life === "never") return null
  if (life !== "day") return DateTime.formatIso(DateTime.add(DateTime.nowUnsafe(), { days: Number(life) }))
  const end = new Date(`${day}T23:59:59`)
  return Number.isNaN(end.getTime()) ? day : end.toISOString()
}

/** Creates a key; `onMade` shows it once. */
export const NewKeyDialog = ({
  onClose,
  onMade
}: {
  readonly onClose: () => void
  readonly onMade: (key: CreatedApiKey) => void
}) => {
  const words = useWords().apiKeys
  const [scopes, setScopes] = useState<ReadonlyArray<ApiScope>>([])
  const [life, setLife] = useState<string>("90")
  const [day, setDay] = useState("")
  const form = useForm(CreateApiKey, { name: "" }, { scopes, expires_at: endOf(life, day) })
  const creation = useAction(createKey, {
    onDone: (key) => {
      onClose()
      onMade(key)
    }
  })
  const wrongScopes = form.wrong("scopes")
  return (
    <ActionDialog
      title={words.create}
      why={words.createText}
      onClose={onClose}
      onSubmit={() => form.submit(creation.start)}
      act={creation}
      confirm={words.create}
    >
      <TextField label={words.name} help={words.nameHelp} autoFocus {...form.field("name")} />
      <Stack gap={1}>
        <Text size="table" strong>
          {words.scopes}
        </Text>
        <ScopePicks chosen={scopes} onChange={setScopes} />
        {wrongScopes !== undefined && (
          <Text tone="bad" size="small">
            {wrongScopes}
          </Text>
        )}
      </Stack>
      <SelectField
        label={words.expiry}
        help={life === "never" ? words.neverHelp : undefined}
        value={life}
        choices={lives.map((one) => [one, words.lives[one]] as const)}
        onInput={setLife}
      />
      {life === "day" && (
        <TextField
          label={words.lastDay}
          type="date"
          required
          value={day}
          wrong={form.wrong("expires_at")}
          onInput={setDay}
        />
      )}
    </ActionDialog>
  )
}
