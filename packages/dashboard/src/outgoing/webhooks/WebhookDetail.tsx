import type { WebhookEndpoint } from "@svc/contract/webhooks/schema"
import { Option } from "effect"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Banner } from "#design/Banner.tsx"
import { Button, MenuButton } from "#design/Button.tsx"
import { Tile } from "#design/Card.tsx"
import { Code, Row, Text, Tiles } from "#design/layout.tsx"
import { Menu, MenuItem } from "#design/Menu.tsx"
import { Tabs } from "#design/Tabs.tsx"
import { useSaid } from "#languages/said.ts"
import { useWords } from "#languages/words.ts"
import { webhook, webhooks, webhookTab } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { Page, PageSkeleton } from "#frame/Page.tsx"
import { toast } from "#frame/toasts.tsx"
import { CheckSignature } from "./CheckSignature.tsx"
import { changeWebhook, endpoints, ping } from "./data.ts"
import { Deliveries } from "./Deliveries.tsx"
import { Health, NotFound, readWebhookId } from "./parts.tsx"
import { RemoveWebhookDialog, RotateSecretDialog } from "./PartingDialogs.tsx"
import { Receivers } from "./Receivers.tsx"
import { type Secret, SecretSeen } from "./SecretSeen.tsx"
import { WebhookDialog } from "./WebhookDialog.tsx"

const parts = { deliveries: Deliveries, check: CheckSignature, receivers: Receivers } as const

const isPart = (tab: string): tab is keyof typeof parts => Object.hasOwn(parts, tab)

type Asked = "edit" | "rotate" | "remove" | Secret

const HealthTiles = ({ of }: { readonly of: WebhookEndpoint }) => {
  const words = useWords().webhooks
  const { ago, number } = useFormat()
  return (
    <Tiles>
      <Tile
        icon="circle-check"
        name={words.lastDelivered}
        figure={of.last_delivered_at === null ? words.never : ago(of.last_delivered_at)}
      />
      <Tile
        icon="triangle-alert"
        name={words.failed24h}
        figure={number(of.failures_24h)}
        tone={of.failures_24h > 0 ? "watch" : undefined}
      />
      <Tile
        icon="ban"
        name={words.givenUp}
        figure={number(of.consecutive_dead)}
        beside={words.givenUpText}
        tone={of.consecutive_dead > 0 ? "bad" : undefined}
      />
      <Tile icon="webhook" name={words.events} figure={of.all_events ? words.allShort : number(of.events.length)} />
    </Tiles>
  )
}

const Endpoint = ({ of: endpoint, tab }: { readonly of: WebhookEndpoint; readonly tab: string }) => {
  const words = useWords().webhooks
  const { may } = useMay()
  const { moment } = useFormat()
  const { id } = endpoint
  const say = useSaid()
  const [asked, ask] = useState<Asked>()
  const test = useAction(ping, {
    onDone: (outcome) =>
      outcome.success
        ? toast(words.pinged(outcome.status))
        : toast(words.pingFailed(say(outcome.error)), { tone: "bad" })
  })
  const change = useAction(changeWebhook)
  const close = () => ask(undefined)
  const current = isPart(tab) ? tab : "deliveries"
  const Part = parts[current]
  const resume = () => change.start({ id, active: true })
  const pause = () => change.start({ id, active: false })
  return (
    <Page
      title={new URL(endpoint.url).host}
      back={{ href: webhooks(), name: words.back }}
      about={
        <Row gap={2}>
          <Health {...endpoint} />
          <Text size="table">
            <Code>{endpoint.url}</Code>
          </Text>
        </Row>
      }
      actions={
        may("settings_manage") && (
          <>
            <Button icon="send" busy={test.busy} onClick={() => test.start(id)}>
              {words.ping}
            </Button>
            <MenuButton popover="webhook-more" icon="ellipsis" busy={change.busy}>
              {words.more}
            </MenuButton>
            <Menu id="webhook-more" label={words.more}>
              <MenuItem icon="pencil" onClick={() => ask("edit")}>
                {words.edit}
              </MenuItem>
              <MenuItem icon="refresh-cw" onClick={() => ask("rotate")}>
                {words.rotate}
              </MenuItem>
              {endpoint.active ? (
                <MenuItem icon="ban" onClick={pause}>
                  {words.pause}
                </MenuItem>
              ) : (
                <MenuItem icon="rotate-ccw" onClick={resume}>
                  {words.resume}
                </MenuItem>
              )}
              <MenuItem icon="trash" danger onClick={() => ask("remove")}>
                {words.delete}
              </MenuItem>
            </Menu>
          </>
        )
      }
    >
      <Refusal of={test.result} />
      <Refusal of={change.result} />
      {!endpoint.active && (
        <Banner
          tone="watch"
          title={
            endpoint.disabled_reason === null
              ? words.pausedByHand
              : words.pausedByUs(endpoint.disabled_at === null ? "" : moment(endpoint.disabled_at))
          }
        >
          {words.skipped(endpoint.skipped_while_paused)}
          {may("settings_manage") && (
            <span>
              <Button size="small" icon="rotate-ccw" busy={change.busy} onClick={resume}>
                {words.resume}
              </Button>
            </span>
          )}
        </Banner>
      )}
      <HealthTiles of={endpoint} />
      <Tabs
        label={words.title}
        tabs={Object.keys(parts)
          .filter(isPart)
          .map((name) => ({
            name: words.tabs[name],
            href: name === "deliveries" ? webhook({ id }) : webhookTab({ id, tab: name }),
            current: name === current
          }))}
      />
      <Part id={id} />
      {asked === "edit" && <WebhookDialog of={endpoint} onClose={close} />}
      {asked === "rotate" && <RotateSecretDialog of={endpoint} onClose={close} onRotated={ask} />}
      {asked === "remove" && <RemoveWebhookDialog of={endpoint} onClose={close} />}
      {typeof asked === "object" && <SecretSeen secret={asked.secret} onClose={close} />}
    </Page>
  )
}

/** Webhook page: deliveries, signature check, sample receivers. */
export const WebhookDetail = ({ id: given, tab = "deliveries" }: { readonly id: string; readonly tab?: string }) => {
  const id = readWebhookId(given)
  return Option.isNone(id) ? (
    <NotFound />
  ) : (
    <Loaded of={endpoints} skeleton={<PageSkeleton />}>
      {(all, busy) => {
        const endpoint = all.find((one) => one.id === id.value)
        if (endpoint !== undefined) return <Endpoint of={endpoint} tab={tab} />
        // It may have just been created.
        return busy ? <PageSkeleton /> : <NotFound />
      }}
    </Loaded>
  )
}
