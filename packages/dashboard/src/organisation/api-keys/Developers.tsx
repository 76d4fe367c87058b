import { useMay } from "#access/data.ts"
import { PlaceTabs } from "#access/PlaceTabs.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Copy } from "#design/Copy.tsx"
import { Code, Facts, Row, Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import * as pages from "#platform/pages.ts"
import { Page } from "#frame/Page.tsx"
import { curlOf } from "./KeySeen.tsx"

/** The API references served with the dashboard, and a first call to each API. */
const surfaces = [
  {
    name: "public",
    docs: "/docs",
    openapi: "/openapi/public.json",
    base: "/api/v1",
    call: () => curlOf("$API_KEY", ["offboardings:read"])
  },
  {
    name: "app",
    docs: "/docs/app",
    openapi: "/openapi/app.json",
    base: "/api",
    call: () => `curl --header "Authorization: Bearer $SESSION_TOKEN" ${location.origin}/api/auth/me`
  },
  {
    name: "scim",
    docs: "/docs/scim",
    openapi: "/openapi/scim.json",
    base: "/scim/v2",
    call: () => `curl --header "Authorization: Bearer $SCIM_TOKEN" ${location.origin}/scim/v2/Users`
  }
] as const

/** Developer overview: three APIs with their authentication, and outgoing events. */
export const Developers = () => {
  const { developers: words, shell, webhooks } = useWords()
  const { isSuperAdmin, may } = useMay()
  return (
    <Page title={shell.reference} about={words.about}>
      <PlaceTabs current={pages.developers()} />
      {surfaces.map(({ base, call, docs, name, openapi }) => {
        const said = words.surfaces[name]
        return (
          <Card
            title={said.name}
            actions={
              <LinkButton href={docs} size="small" icon="external-link">
                {words.reference(said.name)}
              </LinkButton>
            }
          >
            <Stack gap={3}>
              <Text as="p" tone="2">
                {said.about}
              </Text>
              <Facts
                facts={[
                  [words.base, <Code>{`${location.origin}${base}`}</Code>],
                  [words.signIn, said.signIn],
                  [
                    words.document,
                    <a href={openapi}>
                      <Code>{openapi}</Code>
                    </a>
                  ]
                ]}
              />
              <Copy text={call()} />
              {name === "public" && isSuperAdmin && (
                <Row>
                  <LinkButton href={pages.apiKeys()} icon="key-round">
                    {words.toKeys}
                  </LinkButton>
                </Row>
              )}
            </Stack>
          </Card>
        )
      })}
      <Card title={words.pushed}>
        <Stack gap={3}>
          <Text as="p" tone="2">
            {words.pushedText}
          </Text>
          <Row>
            <LinkButton href={pages.eventCatalogue()}>{webhooks.catalogue}</LinkButton>
            {may("settings_manage") && (
              <>
                <LinkButton href={pages.webhooks()} icon="webhook">
                  {words.toWebhooks}
                </LinkButton>
                <LinkButton href={pages.siem()} icon="radio-tower">
                  {words.toSiem}
                </LinkButton>
              </>
            )}
          </Row>
        </Stack>
      </Card>
    </Page>
  )
}
