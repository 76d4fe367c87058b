import { HandOver } from "@svc/contract/own-account/schema"
import { AsyncResult } from "effect/reactivity"
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { useUser } from "#access/data.ts"
import { LinkButton } from "#design/Button.tsx"
import { Dialog, DialogActions } from "#design/Dialog.tsx"
import { SelectField, TextField } from "#design/Field.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { offboardings, signIn } from "#platform/pages.ts"
import { useAction, useQuery } from "#platform/atoms.ts"
import { failureOf, Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { closeAccount, colleagues, handOver, leaveOrganisation, memberships } from "./data.ts"

// Full page load: drops the state of the ended session.
const out = () => location.assign(signIn())

const useTypedAddress = () => {
  const words = useWords().ownAccount.data
  const { email } = useUser()
  const [typed, setTyped] = useState("")
  const [wrong, setWrong] = useState(false)
  return {
    field: (
      <TextField
        label={words.typeAddress(email)}
        autoComplete="off"
        value={typed}
        wrong={wrong ? words.notTheAddress : undefined}
        onInput={(text) => {
          setTyped(text)
          setWrong(false)
        }}
      />
    ),
    /** Continues only if the email matches. */
    then: (go: () => void) => {
      if (typed.trim().toLowerCase() === email.toLowerCase()) go()
      else setWrong(true)
    }
  }
}

/** What ends, what is kept, and the confirm button. */
const EndDialog = ({
  busy,
  children,
  goes,
  onClose,
  onSubmit,
  stays,
  submit,
  title
}: {
  readonly title: string
  readonly goes: string
  readonly stays: string
  readonly submit: string
  readonly busy: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ComponentChildren
}) => {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={onSubmit}
      actions={
        <DialogActions variant="danger" busy={busy} onDecline={onClose}>
          {submit}
        </DialogActions>
      }
    >
      <Stack gap={2}>
        <Text tone="2" size="table" as="p">
          {goes}
        </Text>
        <Text tone="2" size="table" as="p">
          {stays}
        </Text>
      </Stack>
      {children}
    </Dialog>
  )
}

const OpenOffboardings = () => (
  <LinkButton size="small" href={`${offboardings()}?open=true`}>
    {useWords().ownAccount.data.openOffboardings}
  </LinkButton>
)

export const LeaveDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const words = useWords().ownAccount.data
  const { orgId } = useUser()
  const all = useQuery(memberships)
  const here = AsyncResult.isSuccess(all) ? all.value.find(({ org_id }) => org_id === orgId)?.org_name : undefined
  const leaving = useAction(leaveOrganisation, { onDone: out })
  return (
    <EndDialog
      title={words.leaveTitle(here ?? "")}
      goes={words.leaveGoes}
      stays={words.leaveStays}
      submit={words.leaveDo}
      busy={leaving.busy}
      onSubmit={() => leaving.start()}
      onClose={onClose}
    >
      <Refusal of={leaving.result} />
      {failureOf(leaving.result)?._tag === "OffboardingsStarted" && <OpenOffboardings />}
    </EndDialog>
  )
}

export const CloseDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const words = useWords().ownAccount.data
  const address = useTypedAddress()
  const closing = useAction(closeAccount, { onDone: out })
  return (
    <EndDialog
      title={words.closeTitle}
      goes={words.closeGoes}
      stays={words.closeStays}
      submit={words.closeDo}
      busy={closing.busy}
      onSubmit={() => address.then(() => closing.start())}
      onClose={onClose}
    >
      <Refusal of={closing.result} />
      {failureOf(closing.result)?._tag === "OffboardingsStarted" && <OpenOffboardings />}
      {address.field}
    </EndDialog>
  )
}

export const HandOverDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const words = useWords().ownAccount.data
  const address = useTypedAddress()
  const form = useForm(HandOver, { user_id: "" })
  const all = useQuery(colleagues)
  const handing = useAction(handOver, { onDone: out })
  const people = AsyncResult.isSuccess(all) ? all.value : []
  return (
    <EndDialog
      title={words.handOverTitle}
      goes={words.handOverGoes}
      stays={words.closeStays}
      submit={words.handOver}
      busy={handing.busy}
      onSubmit={() => form.submit(({ user_id }) => address.then(() => handing.start(user_id)))}
      onClose={onClose}
    >
      <Refusal of={all} />
      <Refusal of={handing.result} />
      <SelectField
        label={words.successor}
        choices={[
          ["", words.choose],
          ...people.map(({ email, full_name, user_id }) => [user_id, `${full_name} (${email})`] as const)
        ]}
        {...form.field("user_id")}
      />
      {address.field}
    </EndDialog>
  )
}
