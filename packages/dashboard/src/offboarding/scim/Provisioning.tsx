import type { ScimMode, ScimRequestPage } from "@svc/contract/scim/schema"
import { Schema } from "effect"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { Badge } from "#design/Badge.tsx"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Code, Facts, Row, Text, Split, Stack } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Pager, Table, TableSkeleton } from "#design/Table.tsx"
import { connections } from "#connections/integrations/data.ts"
import { IntegrationTabs } from "#connections/integrations/IntegrationTabs.tsx"
import { useWords } from "#languages/words.ts"
import * as pages from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { useQuery } from "#platform/atoms.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { useSearch } from "#platform/search.ts"
import { Page } from "#frame/Page.tsx"
import { Clinic } from "./Clinic.tsx"
import { scimRequests } from "./data.ts"
import { Guide } from "./Guide.tsx"
import { NewTokenDialog, TurnOffDialog } from "./TokenDialogs.tsx"

const limit = 25

const Offset = Schema.NumberFromString.check(Schema.isInt(), Schema.isGreaterThan(0))

/** The SCIM connection: its last use and endpoint. */
const useConnection = () => {
  const all = useQuery(connections)
  return AsyncResult.isSuccess(all) ? all.value.find(({ service_name }) => service_name === "scim") : undefined
}

const SetUp = ({ mode }: { readonly mode: ScimMode }) => {
  const words = useWords().scim
  const [asked, setAsked] = useState<"new" | "off">()
  const lastSync = useConnection()?.last_sync ?? null
  const close = () => setAsked(undefined)
  return (
    <Card title={words.state}>
      <Stack>
        <Facts
          facts={[
            [
              words.mode,
              <Stack gap={1}>
                <span>
                  <Badge tone={mode === "compat" ? "good" : "watch"}>{words.modes[mode].name}</Badge>
                </span>
                <Text tone="2">{words.modes[mode].text}</Text>
              </Stack>
            ],
            [words.lastUsed, lastSync === null ? words.neverUsed : <Ago at={lastSync} />]
          ]}
        />
        {mode === "literal" && (
          <Banner tone="watch" title={words.findings.mode_literal.title}>
            {words.findings.mode_literal.text}
          </Banner>
        )}
        <Row end>
          <Button variant="danger" onClick={() => setAsked("off")}>
            {words.turnOff}
          </Button>
          <Button icon="refresh-cw" onClick={() => setAsked("new")}>
            {words.newToken}
          </Button>
        </Row>
      </Stack>
      {asked === "new" && <NewTokenDialog replaces onClose={close} />}
      {asked === "off" && <TurnOffDialog onClose={close} />}
    </Card>
  )
}

const Requests = ({
  busy,
  of,
  onMove
}: {
  readonly of: ScimRequestPage
  readonly busy: boolean
  readonly onMove: (offset: number) => void
}) => {
  const { common, scim: words } = useWords()
  return (
    <Card title={words.requests} flush={of.rows.length > 0}>
      {of.rows.length === 0 ? (
        <Placeholder small icon="inbox" title={words.noRequests} text={words.noRequestsText} />
      ) : (
        <>
          <Table
            label={words.requests}
            rows={of.rows}
            keyOf={(row) => `${of.rows.indexOf(row)}`}
            busy={busy}
            columns={[
              {
                name: words.status,
                cell: ({ status }) => (
                  <Badge tone={status < 400 ? "good" : "bad"} plain>
                    {status}
                  </Badge>
                ),
                align: "tight"
              },
              {
                name: words.request,
                cell: ({ method, path, rule }) => (
                  <Stack gap={1}>
                    <Code>
                      {method} {path}
                    </Code>
                    {rule !== null && (
                      <Text size="small" tone="2">
                        {rule}
                      </Text>
                    )}
                  </Stack>
                ),
                align: "main"
              },
              {
                name: words.at,
                cell: ({ at }) => <Ago at={at} tone="2" />,
                align: "end"
              }
            ]}
          />
          <Pager total={of.total} limit={of.limit} offset={of.offset} words={common.pager} onMove={onMove} />
        </>
      )}
    </Card>
  )
}

/** SCIM provisioning: token, provider guide, diagnostics, and recent requests. */
export const Provisioning = () => {
  const words = useWords().scim
  const [{ offset = 0 }, change] = useSearch({ offset: Offset })
  const [isNew, setNew] = useState(false)
  const endpoint = useConnection()?.config?.["endpoint"]
  const address = typeof endpoint === "string" ? endpoint : `${location.origin}/scim/v2`
  return (
    <Page title={words.title} about={words.about} help="integrations">
      <IntegrationTabs current={pages.scim()} />
      <Loaded of={scimRequests({ limit, offset })} skeleton={<TableSkeleton columns={3} rows={6} />}>
        {(page, busy) => (
          <>
            {page.mode === null ? (
              <Placeholder icon="refresh-cw" title={words.none} text={words.noneText}>
                <Button variant="primary" icon="key-round" onClick={() => setNew(true)}>
                  {words.setUp}
                </Button>
              </Placeholder>
            ) : (
              <Split even>
                <SetUp mode={page.mode} />
                <Guide address={address} />
              </Split>
            )}
            {isNew && <NewTokenDialog replaces={false} onClose={() => setNew(false)} />}
            {page.mode !== null && <Clinic />}
            {(page.mode !== null || page.total > 0) && (
              <Requests of={page} busy={busy} onMove={(to) => change({ offset: to === 0 ? undefined : to })} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
