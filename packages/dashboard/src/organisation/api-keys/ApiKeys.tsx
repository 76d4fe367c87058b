import type { ApiKey } from "@svc/contract/api-keys/schema"
import type { ApiScope } from "@svc/contract/kernel/permissions"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { PlaceTabs } from "#access/PlaceTabs.tsx"
import { Button, IconButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Spark } from "#design/Chart.tsx"
import { Disclosure } from "#design/Disclosure.tsx"
import { Row, Text } from "#design/layout.tsx"
import { Menu, MenuItem } from "#design/Menu.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { type Column, PagedTable, TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { apiKeys } from "#platform/pages.ts"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { Page } from "#frame/Page.tsx"
import { keys } from "./data.ts"
import { HowToSignIn } from "./HowToSignIn.tsx"
import { KeySeen } from "./KeySeen.tsx"
import { NewKeyDialog } from "./NewKeyDialog.tsx"
import { LastUsed, Name, State, stateOf } from "./parts.tsx"
import { RevokeDialog } from "./RevokeDialog.tsx"
import { RotateDialog } from "./RotateDialog.tsx"
import { UsageDialog } from "./UsageDialog.tsx"

type Asked =
  | { readonly kind: "new" }
  | { readonly kind: "usage" | "rotate" | "revoke"; readonly of: ApiKey }
  | {
      readonly kind: "seen"
      readonly rawKey: string
      readonly scopes: ReadonlyArray<ApiScope>
      readonly until?: string
    }

const Actions = ({ ask, of }: { readonly of: ApiKey; readonly ask: (asked: Asked) => void }) => {
  const words = useWords().apiKeys
  const id = `key-${of.id}`
  return (
    <>
      <IconButton icon="ellipsis" label={words.actionsFor(of.name)} popover={id} />
      <Menu id={id} label={words.actionsFor(of.name)}>
        <MenuItem icon="table-2" onClick={() => ask({ kind: "usage", of })}>
          {words.usage}
        </MenuItem>
        {stateOf(of) === "active" && (
          <MenuItem icon="refresh-cw" onClick={() => ask({ kind: "rotate", of })}>
            {words.rotate}
          </MenuItem>
        )}
        {of.revoked_at === null && (
          <MenuItem icon="trash" danger onClick={() => ask({ kind: "revoke", of })}>
            {words.delete}
          </MenuItem>
        )}
      </Menu>
    </>
  )
}

export const ApiKeys = () => {
  const { apiKeys: words, common } = useWords()
  const { isSuperAdmin } = useMay()
  const { moment, number } = useFormat()
  const [asked, ask] = useState<Asked>()
  const close = () => ask(undefined)
  const create = isSuperAdmin && (
    <Button variant="primary" icon="plus" onClick={() => ask({ kind: "new" })}>
      {words.create}
    </Button>
  )
  const columns: ReadonlyArray<Column<ApiKey>> = [
    { name: words.name, cell: (key) => <Name of={key} />, align: "main" },
    { name: words.state, cell: (key) => <State {...key} />, align: "tight" },
    {
      name: words.calls,
      cell: ({ usage }) => (
        <Row gap={2} whole>
          <Spark values={usage.calls7d} label={words.perDay(usage.calls7d)} />
          <Text numbers tone="2">
            {number(usage.callsTotal7d)}
          </Text>
        </Row>
      ),
      align: "tight",
      wideOnly: true
    },
    { name: words.lastUsed, cell: (key) => <LastUsed of={key} />, align: "end", wideOnly: true },
    { name: words.actions, quiet: true, cell: (key) => <Actions of={key} ask={ask} />, align: "tight" }
  ]
  return (
    <Page title={words.title} about={words.about} help="api-keys" actions={create}>
      <PlaceTabs current={apiKeys()} />
      <Loaded of={keys} skeleton={<TableSkeleton columns={5} rows={4} />}>
        {(rows, busy) => {
          const ended = rows.filter(({ revoked_at }) => revoked_at !== null)
          const valid = rows.filter(({ revoked_at }) => revoked_at === null)
          const table = (label: string, some: ReadonlyArray<ApiKey>) => (
            <PagedTable
              label={label}
              rows={some}
              keyOf={({ id }) => id}
              busy={busy}
              columns={columns}
              words={common.pager}
            />
          )
          return (
            <>
              {valid.length === 0 ? (
                <Placeholder icon="key-round" title={words.none} text={words.noneText} />
              ) : (
                table(words.title, valid)
              )}
              {ended.length > 0 && (
                <Card flush>
                  <Disclosure summary={words.ended(ended.length)}>
                    {() => table(words.ended(ended.length), ended)}
                  </Disclosure>
                </Card>
              )}
            </>
          )
        }}
      </Loaded>
      <HowToSignIn />
      {asked?.kind === "new" && (
        <NewKeyDialog
          onClose={close}
          onMade={({ raw_key, scopes }) => ask({ kind: "seen", rawKey: raw_key, scopes })}
        />
      )}
      {asked?.kind === "rotate" && (
        <RotateDialog
          of={asked.of}
          onClose={close}
          onRotated={({ previous_key_prefix, previous_valid_until, raw_key, scopes }) =>
            ask({
              kind: "seen",
              rawKey: raw_key,
              scopes,
              until: previous_key_prefix === null ? "" : moment(previous_valid_until)
            })
          }
        />
      )}
      {asked?.kind === "seen" && (
        <KeySeen
          {...asked}
          title={words.seenTitle}
          why={
            asked.until === undefined
              ? words.seenText
              : asked.until === ""
                ? words.rotatedAtOnceText
                : words.rotatedText(asked.until)
          }
          onClose={close}
        />
      )}
      {asked?.kind === "revoke" && <RevokeDialog of={asked.of} onClose={close} />}
      {asked?.kind === "usage" && <UsageDialog of={asked.of} onClose={close} />}
    </Page>
  )
}
