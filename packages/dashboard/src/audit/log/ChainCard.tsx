import type { AuditChainEntry } from "@svc/contract/audit-log/entry-schema"
import { useUser } from "#access/data.ts"
import { Banner } from "#design/Banner.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Copy } from "#design/Copy.tsx"
import { Disclosure } from "#design/Disclosure.tsx"
import { Facts, Row, Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { auditEntry } from "#platform/pages.ts"
import { useFormat } from "#platform/format.ts"
import { useLinkCheck } from "./link-check.ts"

const Neighbor = ({
  icon,
  of,
  said
}: {
  readonly of: NonNullable<AuditChainEntry["next"]>
  readonly icon: "chevron-left" | "chevron-right"
  readonly said: (seq: string) => string
}) => {
  const words = useWords().audit
  const name = said(useFormat().number(of.seq))
  return of.id === null ? (
    <Text size="table" tone="3">
      {name} ({words.notYours})
    </Text>
  ) : (
    <LinkButton size="small" icon={icon} href={auditEntry({ id: of.id })}>
      {name}
    </LinkButton>
  )
}

const Hash = ({ help, name, text }: { readonly name: string; readonly help: string; readonly text: string }) => (
  <Stack gap={1}>
    <Text size="table">
      {name}{" "}
      <Text size="small" tone="3">
        {help}
      </Text>
    </Text>
    <Copy text={text} />
  </Stack>
)

const Verdict = ({ of }: { readonly of: AuditChainEntry }) => {
  const words = useWords().audit
  const verdict = useLinkCheck(useUser().orgId, of)
  switch (verdict) {
    case "holds":
      return (
        <Banner tone="good" title={words.holds}>
          {words.holdsText}
        </Banner>
      )
    case "broken":
      return (
        <Banner tone="bad" title={words.broken}>
          {words.brokenText}
        </Banner>
      )
    case "checking":
      return <Text tone="3">{words.checking}</Text>
    case "unable":
      return <Text tone="3">{words.cannotCheck}</Text>
  }
}

/** Hash chain of an entry: its hashes and its neighbors. */
export const ChainCard = ({ of }: { readonly of: AuditChainEntry }) => {
  const words = useWords().audit
  const { moment, number } = useFormat()
  return (
    <Card title={words.chain}>
      <Stack>
        <Verdict of={of} />
        <Facts
          facts={[
            [words.number, number(of.seq)],
            [words.anchored, of.anchored_at === null ? words.notAnchored : moment(of.anchored_at)]
          ]}
        />
        <Row apart gap={2}>
          {of.previous === null ? (
            <Text size="table" tone="2">
              {of.seq === 1 ? words.first : words.removed}
            </Text>
          ) : (
            <Neighbor of={of.previous} icon="chevron-left" said={words.before} />
          )}
          {of.next === null ? (
            <Text size="table" tone="2">
              {words.last}
            </Text>
          ) : (
            <Neighbor of={of.next} icon="chevron-right" said={words.after} />
          )}
        </Row>
        <Hash name={words.prevHash} help={words.prevHashHelp} text={of.prev_hash} />
        <Hash name={words.contentHash} help={words.contentHashHelp} text={of.content_hash} />
        <Hash name={words.entryHash} help={words.entryHashHelp} text={of.entry_hash} />
        <Disclosure summary={words.stored}>
          {() => (
            <Stack gap={2}>
              <Text size="small" tone="3">
                {words.storedText}
              </Text>
              <Copy text={of.stored_target} />
              <Copy text={of.stored_details} />
            </Stack>
          )}
        </Disclosure>
      </Stack>
    </Card>
  )
}
