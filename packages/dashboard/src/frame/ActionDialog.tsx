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

/** A question that starts an action: what the service refused is shown above its fields. */
export const ActionDialog = <A, E, B = never, F = never>({
  act,
  also,
  children,
  confirm,
  look = "first",
  refusals,
  ...dialog
}: Omit<ComponentProps<typeof Dialog>, "actions" | "children"> &
  Pick<ComponentProps<typeof DialogActions>, "look"> & {
    readonly act: Acting<A, E>
    /** The other action of a form that makes something or changes it. */
    readonly also?: Acting<B, F>
    readonly confirm: string
    readonly refusals?: Refusals<E, string>
    readonly children?: ComponentChildren
  }) => (
  <Dialog
    {...dialog}
    actions={
      <DialogActions look={look} busy={act.busy || also?.busy === true} onDecline={dialog.onClose}>
        {confirm}
      </DialogActions>
    }
  >
    <Refusal of={act.result} {...(refusals && { refusals })} />
    {also !== undefined && <Refusal of={also.result} />}
    {children}
  </Dialog>
)

/** The action of a dialog: once it is done, a toast says so and the dialog closes. */
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
