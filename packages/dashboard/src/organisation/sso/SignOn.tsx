import type { SsoCertificate, SsoSettings } from "@svc/contract/sso/schema"
import { DateTime } from "effect"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Badge } from "#design/Badge.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Copy } from "#design/Copy.tsx"
import { Code, Facts, Row, Text, Split, Stack } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { TableSkeleton } from "#design/Table.tsx"
import { UniversalLogout } from "#organisation/global-token-revocation/UniversalLogout.tsx"
import { IntegrationTabs } from "#connections/integrations/IntegrationTabs.tsx"
import { useWords } from "#languages/words.ts"
import { signOn } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { ConfirmDialog } from "#frame/ConfirmDialog.tsx"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { Page } from "#frame/Page.tsx"
import { removeSso, ssoSettings } from "./data.ts"
import { ProviderDialog } from "./ProviderDialog.tsx"
import { Rules } from "./Rules.tsx"

/** Certificate expiry warning. */
const soon = 30 * 86_400_000

const Certificate = ({ fingerprint, not_after, subject }: SsoCertificate) => {
  const words = useWords().sso
  const { moment } = useFormat()
  const left = DateTime.toEpochMillis(not_after) - Date.now()
  return (
    <Stack gap={1}>
      <span>
        {subject}, {words.until(moment(not_after))}
      </span>
      {left < soon && <Text tone={left < 0 ? "bad" : "watch"}>{left < 0 ? words.ended : words.soon}</Text>}
      <Text size="small" tone="3">
        <Code>{fingerprint}</Code>
      </Text>
    </Stack>
  )
}

/** Service provider values to enter at the identity provider. */
const Ours = ({ of }: { readonly of: SsoSettings }) => {
  const words = useWords().sso
  return (
    <Card title={words.ours}>
      <Stack gap={3}>
        <Text tone="2">{words.oursText}</Text>
        {[
          [words.entityId, of.sp_entity_id] as const,
          [words.acsUrl, of.acs_url] as const,
          [words.loginUrl, of.login_url] as const,
          ...(of.configured ? [[words.metadata, of.metadata_url] as const] : [])
        ].map(([name, text]) => (
          <Stack key={name} gap={1}>
            <Text size="small" tone="2">
              {name}
            </Text>
            <Copy text={text} />
          </Stack>
        ))}
        {of.configured ? (
          <Row end>
            <LinkButton size="small" icon="external-link" href={new URL(of.metadata_url).pathname} beside>
              {words.openMetadata}
            </LinkButton>
          </Row>
        ) : (
          <Text size="small" tone="3">
            {words.metadataLater}
          </Text>
        )}
      </Stack>
    </Card>
  )
}

const Theirs = ({ of }: { readonly of: SsoSettings }) => {
  const words = useWords().sso
  const { isSuperAdmin } = useMay()
  const [open, setOpen] = useState(false)
  return (
    <Card
      title={words.theirs}
      actions={
        <Badge tone={!of.configured ? "calm" : of.enforce_sso ? "good" : "accent"}>
          {!of.configured ? words.state.off : of.enforce_sso ? words.state.enforced : words.state.offered}
        </Badge>
      }
    >
      {of.configured ? (
        <Stack>
          <Facts
            facts={[
              [words.entryPoint, <Code>{of.entry_point}</Code>],
              [words.issuer, <Code>{of.idp_issuer}</Code>],
              ...of.certificates.map((one) => [words.certificate, <Certificate {...one} />] as const),
              [words.logoutUrl, of.logout_url === null ? words.noLogout : <Code>{of.logout_url}</Code>],
              [words.updated, of.updated_at === null ? "–" : <Ago at={of.updated_at} />]
            ]}
          />
          <Row end>
            {isSuperAdmin && <Button onClick={() => setOpen(true)}>{words.replace}</Button>}
            <LinkButton icon="external-link" href={new URL(of.login_url).pathname} beside>
              {words.test}
            </LinkButton>
          </Row>
          <Text size="small" tone="3">
            {words.testText} {!isSuperAdmin && words.onlySuper}
          </Text>
        </Stack>
      ) : (
        <Placeholder small icon="key-round" title={words.none} text={isSuperAdmin ? words.noneText : words.onlySuper}>
          {isSuperAdmin && (
            <Button variant="primary" onClick={() => setOpen(true)}>
              {words.setUp}
            </Button>
          )}
        </Placeholder>
      )}
      {open && <ProviderDialog of={of} onClose={() => setOpen(false)} />}
    </Card>
  )
}

const RemoveDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const words = useWords().sso
  return (
    <ConfirmDialog
      action={removeSso}
      arg={undefined}
      title={words.removeTitle}
      why={words.removeText}
      confirm={words.remove}
      done={words.removed}
      onClose={onClose}
    >
      <Text tone="2">{words.removeStays}</Text>
    </ConfirmDialog>
  )
}

/** SSO settings. */
export const SignOn = () => {
  const words = useWords().sso
  const [isLeaving, setLeaving] = useState(false)
  return (
    <Page title={words.title} about={words.about} help="settings">
      <IntegrationTabs current={signOn()} />
      <Loaded of={ssoSettings} skeleton={<TableSkeleton columns={2} rows={5} />}>
        {(settings) => (
          <>
            <Split even>
              <Stack>
                <Theirs of={settings} />
                {settings.configured && <Rules key={String(settings.enforce_sso)} of={settings} />}
              </Stack>
              <Stack>
                <Ours of={settings} />
                <UniversalLogout />
              </Stack>
            </Split>
            {settings.configured && (
              <span>
                <Button variant="danger" onClick={() => setLeaving(true)}>
                  {words.remove}
                </Button>
              </span>
            )}
          </>
        )}
      </Loaded>
      {isLeaving && <RemoveDialog onClose={() => setLeaving(false)} />}
    </Page>
  )
}
