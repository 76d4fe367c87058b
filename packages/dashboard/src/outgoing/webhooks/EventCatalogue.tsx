import { severityOf } from "@svc/contract/siem/events"
import { siemEvents } from "@svc/contract/siem/reference"
import { Schema } from "effect"
import { events } from "virtual:reference"
import { useActionNames } from "#audit/log/action-names.ts"
import { PlaceTabs } from "#access/PlaceTabs.tsx"
import { siemCatalogue } from "#access/places.ts"
import { Badge } from "#design/Badge.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Copy } from "#design/Copy.tsx"
import { Disclosure } from "#design/Disclosure.tsx"
import { SearchField } from "#design/Field.tsx"
import { Code, Row, Text } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { useSaid } from "#languages/said.ts"
import { useWords } from "#languages/words.ts"
import { eventCatalogue } from "#platform/pages.ts"
import { useSearch } from "#platform/search.ts"
import { Page } from "#frame/Page.tsx"

const streams = { webhook: events, siem: siemEvents }

const Stream = Schema.Literals(["webhook", "siem"])

/** Event catalog: every webhook and SIEM event, from the contract. */
export const EventCatalogue = () => {
  const { developers: words, webhooks } = useWords()
  const [{ q = "", stream = "webhook" }, change] = useSearch({ q: Schema.String, stream: Stream })
  const say = useSaid()
  const sought = q.trim().toLowerCase()
  const actions = useActionNames()
  const found = streams[stream]
    .map(({ example, name, sentWhen }) => ({
      example,
      name,
      what: sentWhen === null ? (actions?.[name] ?? "") : say(sentWhen)
    }))
    .filter(({ name, what }) => `${name} ${what}`.toLowerCase().includes(sought))
  return (
    <Page title={webhooks.catalogue} about={words.catalogueAbout}>
      <PlaceTabs current={stream === "webhook" ? eventCatalogue() : siemCatalogue} />
      <Text as="p" tone="2">
        {words.streams[stream]}
      </Text>
      <Row>
        <SearchField key={stream} label={words.find} value={q} onSearch={(q) => change({ q })} />
        <Text tone="2" size="table">
          <span role="status">{words.found(found.length)}</span>
        </Text>
      </Row>
      {found.length === 0 ? (
        <Placeholder icon="search" title={words.noneFound(q)}>
          <Button onClick={() => change({ q: "" })}>{words.clear}</Button>
        </Placeholder>
      ) : (
        <Card flush>
          {found.map(({ example, name, what }) => (
            <Disclosure
              key={name}
              summary={
                <Row gap={2}>
                  <Code>{name}</Code>
                  {stream === "siem" && severityOf(name) === "high" && <Badge tone="watch">{words.high}</Badge>}
                  <Text tone="2" size="table">
                    {what}
                  </Text>
                </Row>
              }
            >
              {() => <Copy lines text={JSON.stringify(example, null, 2)} />}
            </Disclosure>
          ))}
        </Card>
      )}
    </Page>
  )
}
