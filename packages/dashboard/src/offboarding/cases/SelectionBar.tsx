import type { Case } from "@svc/contract/cases/schema"
import { BoundedText } from "@svc/contract/kernel/text"
import { bulkLimit } from "@svc/contract/offboardings/lifecycle-schema"
import { CancelReason } from "@svc/contract/offboardings/schema"
import { Schema } from "effect"
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Banner } from "#design/Banner.tsx"
import { Bar } from "#design/Bar.tsx"
import { Button, IconButton, MenuButton } from "#design/Button.tsx"
import { Dialog, DialogActions } from "#design/Dialog.tsx"
import { TextField } from "#design/Field.tsx"
import { Text } from "#design/layout.tsx"
import { Menu, MenuItem } from "#design/Menu.tsx"
import { useWords } from "#languages/words.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { way } from "#records/data.ts"
import type { Moves } from "./moves.tsx"
import { OwnersDialog } from "./OwnerDialog.tsx"

const Cancellation = Schema.Struct({ reason: CancelReason })
const Removal = Schema.Struct({ reason: BoundedText(5, 500) })

/** Bulk cancel or delete, with a reason. */
const ReasonDialog = ({
  act,
  busy,
  children,
  form: schema,
  onClose,
  onReason,
  title,
  why
}: {
  readonly title: string
  readonly why: string
  readonly act: string
  readonly form: typeof Cancellation | typeof Removal
  readonly busy: boolean
  readonly onReason: (reason: string) => void
  readonly onClose: () => void
  readonly children: ComponentChildren
}) => {
  const words = useWords().cases
  const form = useForm(schema, { reason: "" })
  return (
    <Dialog
      title={title}
      why={why}
      onClose={onClose}
      onSubmit={() => form.submit(({ reason }) => onReason(reason))}
      actions={
        <DialogActions variant="danger" busy={busy} onDecline={onClose}>
          {act}
        </DialogActions>
      }
    >
      {children}
      <TextField label={words.why} help={words.whyHelp} autoFocus {...form.field("reason")} />
    </Dialog>
  )
}

/** Bulk actions on the selection. */
export const SelectionBar = ({
  chosen,
  moves,
  onClear
}: {
  readonly chosen: ReadonlyArray<Case>
  readonly moves: Moves
  readonly onClear: () => void
}) => {
  const { cases: words, caseViews } = useWords()
  const { may } = useMay()
  const [asking, ask] = useState<"cancel" | "delete" | "owner">()
  if (chosen.length === 0) return null
  const held = chosen.filter(({ legal_hold }) => legal_hold)
  const close = () => ask(undefined)
  const tooMany = chosen.length > bulkLimit
  return (
    <>
      <Bar label={words.chosen(chosen.length)}>
        <Text strong numbers>
          {tooMany ? words.atMost(bulkLimit) : words.chosen(chosen.length)}
        </Text>
        {!tooMany && may("offboardings_edit") && (
          <>
            <MenuButton icon="arrow-right" popover="move-chosen" busy={moves.move.busy}>
              {words.moveChosen}
            </MenuButton>
            <Menu id="move-chosen" label={words.moveChosen} up>
              {way.map((stage) => (
                <MenuItem onClick={() => moves.moveTo(chosen, stage)}>{words.stages[stage]}</MenuItem>
              ))}
              <hr />
              <MenuItem danger icon="ban" onClick={() => ask("cancel")}>
                {words.cancelChosen}
              </MenuItem>
            </Menu>
            <Button icon="user-plus" onClick={() => ask("owner")}>
              {caseViews.assign}
            </Button>
          </>
        )}
        {!tooMany && may("offboardings_delete") && (
          <Button icon="trash" onClick={() => ask("delete")}>
            {words.deleteChosen}
          </Button>
        )}
        <IconButton icon="x" label={words.clearChosen} onClick={onClear} />
      </Bar>
      {asking === "owner" && <OwnersDialog chosen={chosen} moves={moves} onClose={close} />}
      {asking === "cancel" && (
        <ReasonDialog
          title={words.cancelTitle(chosen.length)}
          why={words.cancelText}
          act={words.cancelChosen}
          form={Cancellation}
          busy={moves.move.busy}
          onClose={close}
          onReason={(reason) => moves.moveTo(chosen, "cancelled", reason)}
        >
          <Refusal of={moves.move.result} />
        </ReasonDialog>
      )}
      {asking === "delete" && (
        <ReasonDialog
          title={words.deleteTitle(chosen.length)}
          why={words.deleteText}
          act={words.deleteChosen}
          form={Removal}
          busy={moves.removal.busy}
          onClose={close}
          onReason={(reason) => moves.remove(chosen, reason)}
        >
          {held.length > 0 && (
            <Banner tone="watch" title={words.heldStay(held.length)}>
              {held.map(({ employee_name }) => employee_name).join(", ")}
            </Banner>
          )}
          <Refusal of={moves.removal.result} />
        </ReasonDialog>
      )}
    </>
  )
}
