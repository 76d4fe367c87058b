import type { ESignatureProvider } from "@svc/contract/esignature/schema"
import { OAuthService } from "@svc/contract/integrations/connect-bodies"
import { type Integration, type ProviderName, revocableProviders } from "@svc/contract/integrations/schema"
import { Schema } from "effect"
import type { FunctionComponent } from "preact"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { AppMark } from "#design/AppMark.tsx"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Copy } from "#design/Copy.tsx"
import { Code, Facts, Text, Split, Stack } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { integrations } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { useAction } from "#platform/atoms.ts"
import { NotInPlan, Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { Page } from "#frame/Page.tsx"
import { toast } from "#frame/toasts.tsx"
import { ConnectDialog } from "./ConnectDialog.tsx"
import { connections, useRefusedAt } from "./data.ts"
import { DisconnectDialog } from "./DisconnectDialog.tsx"
import { providerOf, useMissing, useNames } from "./providers.ts"
import { Settings } from "./Settings.tsx"
import { State } from "./State.tsx"
import { testTeams } from "./changes-data.ts"

type Connectable = Exclude<ProviderName, "scim"> | "own"

/** Parts added by other modules. */
interface Parts {
  /** Settings of signature requests. */
  readonly Signing: FunctionComponent<{ readonly of: ESignatureProvider }>
  /** Starts a sync of people. */
  readonly Sync: FunctionComponent<{ readonly source: "hris" | "azure-ad" }>
}

const isOAuth = Schema.is(OAuthService)

const signing: Readonly<Partial<Record<string, ESignatureProvider>>> = {
  docusign: "docusign",
  "adobe-sign": "adobe_sign",
  "dropbox-sign": "dropbox_sign"
}

/** Formats a config value; anything but text as JSON. */
const shown = (value: Schema.Json) => (typeof value === "string" ? value : JSON.stringify(value))

const Stored = ({ of }: { readonly of: NonNullable<Integration["config"]> }) => {
  const { connecting, integrations: words } = useWords()
  const labels: Readonly<Record<string, string>> = {
    ...connecting.fields,
    protocol: connecting.variant,
    webhook_url: words.callbackUrl
  }
  const variants: Readonly<Record<string, string>> = connecting.variants
  // `scim` repeats the protocol.
  const entries = Object.entries(of).filter(([name]) => name !== "scim" || of["protocol"] === undefined)
  return entries.length === 0 ? null : (
    <Card title={words.stored}>
      <Stack gap={3}>
        <Text size="small" tone="3">
          {words.storedText}
        </Text>
        <Facts
          facts={entries.map(([name, value]) => [
            labels[name] ?? name,
            name === "webhook_url" ? (
              <Copy text={shown(value)} />
            ) : name === "protocol" || name === "provider" ? (
              (variants[shown(value)] ?? shown(value))
            ) : (
              <Code>{shown(value)}</Code>
            )
          ])}
        />
      </Stack>
    </Card>
  )
}

const Connection = ({ of }: { readonly of: Integration }) => {
  const words = useWords().integrations
  const { config, created_at, last_sync, service_name } = of
  const provider = providerOf(service_name)
  const webhook = config?.["webhook"]
  return (
    <Card title={words.connection}>
      <Stack gap={3}>
        <Facts
          facts={[
            [words.state, <State of={of} />],
            [words.since, <Ago at={created_at} />],
            [words.lastSync, last_sync === null ? words.never : <Ago at={last_sync} />],
            [words.revokes, provider === undefined || revocableProviders.has(provider) ? words.yes : words.no]
          ]}
        />
        {typeof webhook === "string" && webhook !== "subscribed" && (
          <Banner tone="watch" title={words.noCallbacks}>
            {webhook}
          </Banner>
        )}
      </Stack>
    </Card>
  )
}

/** Tests the connection without the secret. */
const TestTeams = () => {
  const words = useWords().integrations
  const test = useAction(testTeams, {
    onDone: ({ error, status, success }) =>
      success
        ? toast(words.tested)
        : toast(words.testFailed(error ?? String(status ?? words.noAnswer)), { tone: "bad" })
  })
  return (
    <>
      <Refusal of={test.result} />
      <Button icon="send" busy={test.busy} onClick={() => test.start()}>
        {words.test}
      </Button>
    </>
  )
}

const Connected = ({
  Signing,
  manages,
  of
}: Pick<Parts, "Signing"> & { readonly of: Integration; readonly manages: boolean }) => {
  const words = useWords().integrations
  const nameOf = useNames()
  const { ago } = useFormat()
  const [isLeaving, setLeaving] = useState(false)
  const { config, service_name } = of
  const refusedAt = useRefusedAt(of)
  const signs = signing[service_name]
  return (
    <>
      {refusedAt !== null && (
        <Banner tone="bad" title={words.refusedTitle(nameOf(service_name), ago(refusedAt))}>
          {words.refusedText}
        </Banner>
      )}
      <Split even>
        <Stack>
          <Connection of={of} />
          {manages && <Settings of={of} />}
        </Stack>
        <Stack>
          {signs !== undefined && <Signing of={signs} />}
          {manages && config !== null && <Stored of={config} />}
        </Stack>
      </Split>
      {manages && (
        <span>
          <Button variant="danger" onClick={() => setLeaving(true)}>
            {words.disconnect}
          </Button>
        </span>
      )}
      {isLeaving && <DisconnectDialog of={of} onClose={() => setLeaving(false)} />}
    </>
  )
}

const ConnectButton = ({
  before,
  of,
  onPress
}: {
  readonly of: Connectable
  readonly before: Integration | undefined
  readonly onPress: () => void
}) => {
  const words = useWords().integrations
  const isAgain = before !== undefined
  const refusedAt = useRefusedAt(before)
  return (
    <Button
      variant={isAgain && refusedAt === null ? "secondary" : "primary"}
      icon={isOAuth(of) ? "external-link" : "plug"}
      onClick={onPress}
    >
      {isAgain ? words.again : words.connect}
    </Button>
  )
}

const Known = ({
  Signing,
  Sync,
  connection,
  service
}: Parts & { readonly service: string; readonly connection: Integration | undefined }) => {
  const { connecting, failures, integrations: words } = useWords()
  const nameOf = useNames()
  const { may } = useMay()
  const missing = useMissing()
  const provider = providerOf(service)
  const manages = may("integrations_manage")
  const [open, setOpen] = useState(false)
  if (provider === undefined && connection === undefined) return <Placeholder icon="search" {...failures.notFound} />
  if (provider === "scim") return null
  const of: Connectable = provider ?? "own"
  const dialog = open && <ConnectDialog of={of} before={connection} onClose={() => setOpen(false)} />
  if (connection === undefined) {
    const beyond = provider && missing(provider)
    if (beyond !== undefined) return <NotInPlan {...beyond} />
    return (
      <>
        <Placeholder
          icon="plug"
          title={words.noneYet(nameOf(service))}
          text={manages ? connecting.where[of] : words.askManager}
        >
          {manages && <ConnectButton of={of} before={undefined} onPress={() => setOpen(true)} />}
        </Placeholder>
        {dialog}
      </>
    )
  }
  return (
    <Stack>
      {dialog}
      {manages && (
        <Stack gap={2}>
          <div>
            <ConnectButton of={of} before={connection} onPress={() => setOpen(true)} />
          </div>
          {service === "teams" && <TestTeams />}
          {(service === "hris" || service === "azure-ad") && <Sync source={service} />}
        </Stack>
      )}
      <Connected of={connection} manages={manages} Signing={Signing} />
    </Stack>
  )
}

/** Page of one integration: state, settings, and connecting. */
export const IntegrationDetail = ({ id, ...parts }: Parts & { readonly id: string }) => {
  const words = useWords().integrations
  const nameOf = useNames()
  const provider = providerOf(id)
  return (
    <Page
      title={nameOf(id)}
      picture={<AppMark of={id} name={nameOf(id)} size="large" />}
      about={provider === undefined ? words.own : words.providers[provider].about}
      back={{ href: integrations(), name: words.back }}
    >
      <Loaded of={connections} skeleton={<TableSkeleton columns={2} rows={4} />}>
        {(rows) => <Known {...parts} service={id} connection={rows.find(({ service_name }) => service_name === id)} />}
      </Loaded>
    </Page>
  )
}
