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

// Every reason that is asked for is of this length.
const Given = Schema.Struct({ reason: CancelReason })

/** Something that is not done without saying why: what ends, what stays, and for what cannot come back a name to type. */
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
  /** Where "cancel" would say the wrong thing. */
  readonly decline?: string
  readonly busy: boolean
  readonly onClose: () => void
  readonly onConfirm: (reason: string) => void
  /** Above the fields: what was refused, and what else is asked. */
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
          <Button look={danger ? "danger" : "first"} type="submit" busy={busy}>
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
