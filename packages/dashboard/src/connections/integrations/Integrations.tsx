import { OAuthFailure, OAuthService } from "@svc/contract/integrations/connect-bodies"
import { type Integration, ProviderName } from "@svc/contract/integrations/schema"
import { firstPlanWith } from "@svc/contract/kernel/plans"
import { Schema } from "effect"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { AppCard, AppGroup } from "#design/AppCard.tsx"
import { AppMark } from "#design/AppMark.tsx"
import { Banner } from "#design/Banner.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { SearchField } from "#design/Field.tsx"
import { Row } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import * as pages from "#platform/pages.ts"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { useSearch } from "#platform/search.ts"
import { Page } from "#frame/Page.tsx"
import { ConnectDialog } from "./ConnectDialog.tsx"
import { connections } from "./data.ts"
import { IntegrationTabs } from "./IntegrationTabs.tsx"
import { providerOf, useMissing, useNames } from "./providers.ts"
import { State } from "./State.tsx"
import { kindOf, kinds } from "./vendors.ts"

/** Result of an OAuth redirect. */
const Comeback = () => {
  const words = useWords().integrations
  const nameOf = useNames()
  const [{ connected, error, service }] = useSearch({
    connected: OAuthService,
    error: OAuthFailure,
    service: OAuthService
  })
  if (connected !== undefined) return <Banner tone="good" title={words.connectedNow(nameOf(connected))} />
  if (error === undefined) return null
  const title = service === undefined ? words.notConnected : words.notConnectedTo(nameOf(service))
  return (
    <Banner tone="bad" title={title}>
      {words.failures[error]}
    </Banner>
  )
}

interface App {
  readonly service: string
  readonly provider: ProviderName | undefined
  readonly connection: Integration | undefined
}

/** All built-in providers and custom apps. */
const appsOf = (rows: ReadonlyArray<Integration>): ReadonlyArray<App> => [
  ...ProviderName.literals.map((provider) => ({
    service: provider,
    provider,
    connection: rows.find(({ service_name }) => service_name === provider)
  })),
  ...rows.flatMap((connection) =>
    providerOf(connection.service_name) === undefined
      ? [{ service: connection.service_name, provider: undefined, connection }]
      : []
  )
]

const ConnectButton = ({ of }: { readonly of: ProviderName }) => {
  const words = useWords().integrations
  const [open, setOpen] = useState(false)
  if (of === "scim") {
    return (
      <LinkButton size="small" href={pages.scim()}>
        {words.setUp}
      </LinkButton>
    )
  }
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {words.connect}
      </Button>
      {open && <ConnectDialog of={of} onClose={() => setOpen(false)} />}
    </>
  )
}

const Card = ({ of: { connection, provider, service } }: { readonly of: App }) => {
  const { integrations: words, plans } = useWords()
  const nameOf = useNames()
  const { ago } = useFormat()
  const { may } = useMay()
  const missing = useMissing()
  const beyond = provider && missing(provider)
  const lastSync = connection?.last_sync ?? null
  return (
    <AppCard
      name={nameOf(service)}
      about={
        provider !== undefined
          ? words.providers[provider].about
          : connection?.config?.["scim"] === true
            ? words.ownScim
            : words.own
      }
      href={pages.integration({ id: service })}
      mark={<AppMark of={service} name={nameOf(service)} />}
      state={connection !== undefined && <State of={connection} />}
      beside={
        connection === undefined
          ? beyond === undefined
            ? words.notYet
            : plans.from(plans.names[firstPlanWith(beyond.feature)])
          : lastSync !== null && words.read(ago(lastSync))
      }
      action={
        connection === undefined &&
        provider !== undefined &&
        beyond === undefined &&
        may("integrations_manage") && <ConnectButton of={provider} />
      }
    />
  )
}

const ConnectOwn = () => {
  const words = useWords().integrations
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon="plus" onClick={() => setOpen(true)}>
        {words.connectOwn}
      </Button>
      {open && <ConnectDialog of="own" onClose={() => setOpen(false)} />}
    </>
  )
}

/** Catalog of integrations, connected and available. */
export const Integrations = () => {
  const words = useWords().integrations
  const nameOf = useNames()
  const { may } = useMay()
  const [{ q = "" }, change] = useSearch({ q: Schema.String })
  const fits = ({ service }: App) => nameOf(service).toLowerCase().includes(q.trim().toLowerCase())
  return (
    <Page
      title={words.title}
      about={words.about}
      help="integrations"
      actions={may("integrations_manage") && <ConnectOwn />}
    >
      <IntegrationTabs current={pages.integrations()} />
      <Comeback />
      <Row>
        <SearchField label={words.find} value={q} onSearch={(text) => change({ q: text })} />
      </Row>
      <Loaded of={connections} skeleton={<TableSkeleton columns={3} rows={6} />}>
        {(rows) => {
          const found = appsOf(rows).filter(fits)
          if (found.length === 0) return <Placeholder icon="search" title={words.nothing} text={words.nothingText} />
          return kinds.map((kind) => {
            const apps = found.filter(({ provider }) => (provider === undefined ? "apps" : kindOf[provider]) === kind)
            if (apps.length === 0) return null
            return (
              <AppGroup key={kind} name={words.kinds[kind]}>
                {apps
                  .toSorted(
                    (one, other) => Number(other.connection !== undefined) - Number(one.connection !== undefined)
                  )
                  .map((app) => (
                    <Card key={app.service} of={app} />
                  ))}
              </AppGroup>
            )
          })
        }}
      </Loaded>
    </Page>
  )
}
