import { CreateInvite, type Invite, type OrganisationRole } from "@svc/contract/members/schema"
import { Option, Schema } from "effect"
import { useState } from "preact/hooks"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Row, Text } from "#design/layout.tsx"
import { PagedTable } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { ConfirmDialog } from "#frame/ConfirmDialog.tsx"
import { Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { toast } from "#frame/toasts.tsx"
import { invite, inviteList, withdrawInvite } from "./data.ts"
import { choiceOf, roleSaid, scopeSaid, useMayTouch } from "./scope.ts"

const readInvite = Schema.decodeUnknownOption(CreateInvite)

const WithdrawDialog = ({ of: { email, id }, onClose }: { readonly of: Invite; readonly onClose: () => void }) => {
  const words = useWords().members
  return (
    <ConfirmDialog
      action={withdrawInvite}
      arg={id}
      title={words.withdrawTitle(email)}
      why={words.withdrawText}
      confirm={words.withdraw}
      done={words.withdrawn(email)}
      onClose={onClose}
    />
  )
}

/** Open invitations. */
export const Invites = ({ roles }: { readonly roles: ReadonlyArray<OrganisationRole> }) => {
  const { common, members: words } = useWords()
  const { moment } = useFormat()
  const [withdrawing, setWithdrawing] = useState<Invite>()
  const mayTouch = useMayTouch()
  const sending = useAction(invite, { onDone: ({ email }) => toast(words.resent(email)) })
  const roleOf = ({ role, role_id }: Invite) =>
    roles.find((one) => choiceOf(one) === choiceOf({ id: role_id, name: role }))
  const again = (of: Invite) => {
    const held = roleOf(of)
    const isRoles = held !== undefined && scopeSaid(held, words) === scopeSaid(of, words)
    const given = readInvite({
      email: of.email,
      ...(of.role_id === null ? { role: of.role } : { role_id: of.role_id }),
      ...(isRoles ? {} : { scope: of.scope, departments: of.departments })
    })
    if (Option.isSome(given)) sending.start(given.value)
  }
  return (
    <Loaded of={inviteList} skeleton={null}>
      {(rows, busy) =>
        rows.length > 0 && (
          <Card title={words.invites} flush>
            <Refusal of={sending.result} refusals={{ AlreadyMember: () => words.alreadyMember }} />
            <PagedTable
              label={words.invites}
              rows={rows}
              words={common.pager}
              keyOf={({ id }) => id}
              busy={busy}
              columns={[
                {
                  name: words.email,
                  align: "main",
                  cell: (one) => (
                    <Text as="div" oneLine>
                      {one.email}
                      <Text as="div" size="small" tone="3" oneLine>
                        {roleSaid(one, words)} · {scopeSaid(one, words)}
                      </Text>
                    </Text>
                  )
                },
                {
                  name: words.invitedBy,
                  align: "tight",
                  wideOnly: true,
                  cell: ({ invited_by_name }) => <Text tone="2">{invited_by_name}</Text>
                },
                {
                  name: words.until,
                  align: "end",
                  wideOnly: true,
                  cell: ({ expires_at }) => <Text tone="2">{moment(expires_at)}</Text>
                },
                {
                  name: words.actions,
                  quiet: true,
                  align: "end",
                  cell: (one) =>
                    mayTouch(roleOf(one), one) && (
                      <Row gap={1} end>
                        <Button
                          size="small"
                          icon="send"
                          label={words.resendOf(one.email)}
                          busy={sending.busy && sending.asked?.email === one.email}
                          onClick={() => again(one)}
                        >
                          {words.resend}
                        </Button>
                        <Button
                          size="small"
                          variant="tertiary"
                          icon="x"
                          label={words.withdrawOf(one.email)}
                          onClick={() => setWithdrawing(one)}
                        >
                          {words.withdraw}
                        </Button>
                      </Row>
                    )
                }
              ]}
            />
            {withdrawing !== undefined && <WithdrawDialog of={withdrawing} onClose={() => setWithdrawing(undefined)} />}
          </Card>
        )
      }
    </Loaded>
  )
}
