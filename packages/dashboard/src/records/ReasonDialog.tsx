import { CancelReason } from "@svc/contract/offboardings/schema"
import { Schema } from "effect"
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { Button } from "#design/Button.tsx"
import { Dialog } from "#design/Dialog.tsx"
import { TextField } from "#design/Field.tsx"
import { Facts } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useForm } from "#platform/form.ts"

// All reasons share this length.
const Given = Schema.Struct({ reason: CancelReason })

/** Confirm dialog with a required reason; lists what ends and what is kept. Irreversible actions also ask to type a name. */
export const ReasonDialog = ({
  busy,
  children,
  confirm,
  danger = false,
  decline,
  ends,
  onClose,
  onConfirm,
  stays,
  title,
  typed,
  why
}: {
  readonly title: string
  readonly why: string
  readonly ends?: string
  readonly stays?: string
  readonly typed?: string
  readonly confirm: string
  readonly danger?: boolean
  /** Replaces “Cancel”, where that would be ambiguous. */
  readonly decline?: string
  readonly busy: boolean
  readonly onClose: () => void
  readonly onConfirm: (reason: string) => void
  /** Above the fields: a refusal, further fields. */
  readonly children?: ComponentChildren
}) => {
  const { caseDetail: words, common } = useWords()
  const form = useForm(Given, { reason: "" })
  const [name, setName] = useState("")
  const [differs, setDiffers] = useState(false)
  const facts = [
    ...(ends === undefined ? [] : [[words.ends, ends] as const]),
    ...(stays === undefined ? [] : [[words.stays, stays] as const])
  ]
  return (
    <Dialog
      title={title}
      why={why}
      onClose={onClose}
      onSubmit={() => {
        const isIt = typed === undefined || name.trim() === typed.trim()
        setDiffers(!isIt)
        form.submit(({ reason }) => isIt && onConfirm(reason))
      }}
      actions={
        <>
          <Button onClick={onClose}>{decline ?? common.cancel}</Button>
          <Button variant={danger ? "danger" : "primary"} type="submit" busy={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      {facts.length > 0 && <Facts facts={facts} />}
      {children}
      <TextField label={words.why} help={words.whyHelp} autoFocus {...form.field("reason")} />
      {typed !== undefined && (
        <TextField
          label={words.typeName(typed)}
          required
          autoComplete="off"
          value={name}
          wrong={differs ? words.nameDiffers : undefined}
          onInput={(text) => {
            setName(text)
            setDiffers(false)
          }}
        />
      )}
    </Dialog>
  )
}
