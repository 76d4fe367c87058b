import type { UserSession } from "@svc/contract/accounts/schema"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { Badge } from "#design/Badge.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Icon } from "#design/Icon.tsx"
import { Code, Row, Titled, VisuallyHidden } from "#design/layout.tsx"
import { Table, TableSkeleton } from "#design/Table.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { Ago } from "#platform/Ago.tsx"
import { useAction, useQuery } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { Loaded } from "#platform/Loaded.tsx"
import { toast } from "#frame/toasts.tsx"
import { endSession, endSessions, memberships, sessions } from "./data.ts"
import { deviceOf } from "./device.ts"

const useDeviceName = () => {
  const words = useWords().ownAccount.sessions
  return ({ user_agent }: UserSession) => {
    const device = deviceOf(user_agent)
    return device === undefined ? words.unknown : words.on(device.browser, device.system)
  }
}

const Device = ({ of }: { readonly of: UserSession }) => {
  const words = useWords().ownAccount.sessions
  const name = useDeviceName()(of)
  const isPhone = /iOS|Android/.test(deviceOf(of.user_agent)?.system ?? "")
  return (
    <Row gap={2} whole>
      <Icon name={isPhone ? "smartphone" : "monitor"} tone="3" />
      <Titled below={<Code>{of.address ?? "–"}</Code>}>
        {name} {of.current && <Badge tone="accent">{words.this}</Badge>}
      </Titled>
    </Row>
  )
}

const End = ({ of }: { readonly of: UserSession }) => {
  const words = useWords().ownAccount.sessions
  const name = useDeviceName()(of)
  const ending = useAction(endSession, { onDone: () => toast(words.ended) })
  return (
    <>
      <Refusal of={ending.result} />
      <Button size="small" busy={ending.busy} onClick={() => ending.start(of.id)}>
        {words.end} <VisuallyHidden>{name}</VisuallyHidden>
      </Button>
    </>
  )
}

const EndOthers = ({ others }: { readonly others: ReadonlyArray<UserSession> }) => {
  const { ownAccount } = useWords()
  const words = ownAccount.sessions
  const [asked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const ending = useAction(endSessions, {
    onDone: () => {
      close()
      toast(words.othersEnded)
    }
  })
  return (
    <>
      <Button size="small" icon="log-out" onClick={() => setAsked(true)}>
        {words.endOthers}
      </Button>
      {asked && (
        <ActionDialog
          title={words.endOthersTitle}
          why={words.endOthersText}
          onClose={close}
          onSubmit={() => ending.start(others.map(({ id }) => id))}
          act={ending}
          confirm={words.endOthers}
          variant="danger"
        />
      )}
    </>
  )
}

/** The user's sessions, and signing them out. */
export const Sessions = () => {
  const words = useWords().ownAccount.sessions
  const all = useQuery(sessions)
  const organisations = useQuery(memberships)
  const named = AsyncResult.isSuccess(organisations) ? organisations.value : []
  const others = AsyncResult.isSuccess(all) ? all.value.filter(({ current }) => !current) : []
  return (
    <Card title={words.title} actions={others.length > 0 && <EndOthers others={others} />} flush>
      <Loaded of={sessions} skeleton={<TableSkeleton columns={4} rows={3} />}>
        {(rows, busy) => (
          <Table
            label={words.title}
            rows={rows}
            keyOf={({ id }) => id}
            busy={busy}
            columns={[
              { name: words.device, cell: (session) => <Device of={session} />, align: "main" },
              ...(named.length > 1
                ? [
                    {
                      name: words.organisation,
                      cell: ({ org_id }: UserSession) => named.find((one) => one.org_id === org_id)?.org_name ?? "–",
                      align: "tight" as const,
                      wideOnly: true
                    }
                  ]
                : []),
              { name: words.method, cell: ({ method }) => words.methods[method], align: "tight", wideOnly: true },
              {
                name: words.since,
                cell: ({ created_at }) => <Ago at={created_at} tone="2" />,
                align: "end",
                wideOnly: true
              },
              {
                name: words.seen,
                cell: ({ last_seen_at }) => <Ago at={last_seen_at} tone="2" />,
                align: "end",
                wideOnly: true
              },
              {
                name: words.end,
                quiet: true,
                cell: (session) => !session.current && <End of={session} />,
                align: "end"
              }
            ]}
          />
        )}
      </Loaded>
    </Card>
  )
}
