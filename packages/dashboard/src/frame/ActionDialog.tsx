import type { AsyncResult } from "effect/reactivity"
import type { ComponentChildren, ComponentProps } from "preact"
import { Dialog, DialogActions } from "#design/Dialog.tsx"
import { type Action, useAction } from "#platform/atoms.ts"
import { Refusal, type Refusals } from "#platform/failures.tsx"
import { toast } from "./toasts.tsx"

interface Acting<A, E> {
  readonly busy: boolean
  readonly result: AsyncResult.AsyncResult<A, E>
}

/** Dialog whose form starts an action; a refusal appears above the fields. */
export const ActionDialog = <A, E, B = never, F = never>({
  act,
  also,
  children,
  confirm,
  variant = "primary",
  refusals,
  ...dialog
}: Omit<ComponentProps<typeof Dialog>, "actions" | "children"> &
  Pick<ComponentProps<typeof DialogActions>, "variant"> & {
    readonly act: Acting<A, E>
    /** Second action, for a form that both creates and changes. */
    readonly also?: Acting<B, F>
    readonly confirm: string
    readonly refusals?: Refusals<E, string>
    readonly children?: ComponentChildren
  }) => (
  <Dialog
    {...dialog}
    actions={
      <DialogActions variant={variant} busy={act.busy || also?.busy === true} onDecline={dialog.onClose}>
        {confirm}
      </DialogActions>
    }
  >
    <Refusal of={act.result} {...(refusals && { refusals })} />
    {also !== undefined && <Refusal of={also.result} />}
    {children}
  </Dialog>
)

/** Action of a dialog: shows a toast and closes the dialog when done. */
export const useDialogAction = <Arg, A, E>(
  action: Action<Arg, A, E>,
  done: string | ((answer: A, arg: Arg) => string),
  onClose: () => void
) =>
  useAction(action, {
    onDone: (answer, arg) => {
      toast(typeof done === "string" ? done : done(answer, arg))
      onClose()
    }
  })
