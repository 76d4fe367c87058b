import { OAuthFailure, OAuthService } from "@svc/contract/integrations/connect-bodies"
import { type Integration, ProviderName } from "@svc/contract/integrations/schema"
import { Option, Schema } from "effect"
import { Badge } from "../design/Badge.tsx"
import { Banner } from "../design/Banner.tsx"
import { Said, Stack } from "../design/layout.tsx"
import { Placeholder } from "../design/Placeholder.tsx"
import { Table, TableBones } from "../design/Table.tsx"
import { useWords, type Words } from "../languages/words.ts"
import { useFormat } from "../platform/format.ts"
import { Loaded } from "../platform/Loaded.tsx"
import { useSearch } from "../platform/search.ts"
import { Page } from "../shell/Page.tsx"
import { connections } from "./data.ts"

const provider = Schema.decodeUnknownOption(ProviderName)

/** A provider by its own name; a target of the organisation's own by the one that it gave. */
const nameOf = (service: string, { providers }: Words["integrations"]) =>
  Option.match(provider(service), { onNone: () => service, onSome: (known) => providers[known].name })

/** How the way over to a vendor and back ended. */
const Comeback = () => {
  const words = useWords().integrations
  const [{ connected, error, service }] = useSearch({
    connected: OAuthService,
    error: OAuthFailure,
    service: OAuthService
  })
  if (connected !== undefined) return <Banner tone="good" title={words.connectedNow(nameOf(connected, words))} />
  if (error === undefined) return null
  const title = service === undefined ? words.notConnected : words.notConnectedTo(nameOf(service, words))
  return (
    <Banner tone="bad" title={title}>
      {words.failures[error]}
    </Banner>
  )
}

const App = ({ of: { config, service_name } }: { readonly of: Integration }) => {
  const words = useWords().integrations
  const known = Option.getOrUndefined(provider(service_name))
  return (
    <Stack gap={1}>
      <Said strong>{nameOf(service_name, words)}</Said>
      <Said size="small" tone="3">
        {known !== undefined ? words.providers[known].about : config?.["scim"] === true ? words.ownScim : words.own}
      </Said>
    </Stack>
  )
}

/** Apps that this service speaks to. */
export const Integrations = () => {
  const words = useWords().integrations
  const { ago, moment } = useFormat()
  return (
    <Page title={words.title} about={words.about} help="integrations">
      <Comeback />
      <Loaded of={connections} bones={<TableBones columns={4} rows={4} />} refusals={{}}>
        {(rows, busy) =>
          rows.length === 0 ? (
            <Placeholder icon="plug" title={words.none} text={words.noneText} />
          ) : (
            <Table
              label={words.title}
              rows={rows}
              keyOf={({ id }) => id}
              busy={busy}
              columns={[
                { name: words.app, cell: (row) => <App of={row} />, align: "main" },
                {
                  name: words.state,
                  cell: ({ connection_status, credential_refused_at }) =>
                    credential_refused_at !== null ? (
                      <Badge tone="bad">{words.refused}</Badge>
                    ) : connection_status ? (
                      <Badge tone="good">{words.connected}</Badge>
                    ) : (
                      <Badge>{words.switchedOff}</Badge>
                    ),
                  align: "tight"
                },
                {
                  name: words.lastSync,
                  cell: ({ last_sync }) => (
                    <Said tone="2" oneLine>
                      {last_sync === null ? words.never : <time title={moment(last_sync)}>{ago(last_sync)}</time>}
                    </Said>
                  ),
                  align: "end",
                  wideOnly: true
                },
                {
                  name: words.since,
                  cell: ({ created_at }) => (
                    <Said tone="2" oneLine>
                      <time title={moment(created_at)}>{ago(created_at)}</time>
                    </Said>
                  ),
                  align: "end",
                  wideOnly: true
                }
              ]}
            />
          )
        }
      </Loaded>
    </Page>
  )
}
