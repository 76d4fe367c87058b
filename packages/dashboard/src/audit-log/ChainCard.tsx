import type { AuditChainEntry } from "@svc/contract/audit-log/entry-schema"
import { useUser } from "../accounts/data.ts"
import { Banner } from "../design/Banner.tsx"
import { Card } from "../design/Card.tsx"
import { Copy } from "../design/Copy.tsx"
import { Disclosure } from "../design/Disclosure.tsx"
import { Code, Facts, Said, Stack } from "../design/layout.tsx"
import { useWords } from "../languages/words.ts"
import { auditEntry } from "../pages.ts"
import { useFormat } from "../platform/format.ts"
import { useLinkCheck } from "./link-check.ts"

const Beside = ({ of, said }: { readonly of: AuditChainEntry["next"]; readonly said: (seq: string) => string }) => {
  const words = useWords().audit
  const { number } = useFormat()
  if (of === null) return null
  const name = said(number(of.seq))
  return (
    <Stack gap={1}>
      {of.id === null ? (
        <Said size="table" tone="3">
          {name} ({words.notYours})
        </Said>
      ) : (
        <Said size="table">
          <a href={auditEntry({ id: of.id })}>{name}</a>
        </Said>
      )}
      <Said size="small" tone="3">
        <Code>{of.entry_hash}</Code>
      </Said>
    </Stack>
  )
}

const Hash = ({ help, name, text }: { readonly name: string; readonly help: string; readonly text: string }) => (
  <Stack gap={1}>
    <Said size="table">
      {name}{" "}
      <Said size="small" tone="3">
        {help}
      </Said>
    </Said>
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
      return <Said tone="3">{words.checking}</Said>
    case "unable":
      return <Said tone="3">{words.cannotCheck}</Said>
  }
}

/** How the entry hangs in the chain: its hashes, and the entries that it hangs between. */
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
        {of.previous === null ? (
          <Said size="table" tone="2">
            {of.seq === 1 ? words.first : words.removed}
          </Said>
        ) : (
          <Beside of={of.previous} said={words.before} />
        )}
        <Hash name={words.prevHash} help={words.prevHashHelp} text={of.prev_hash} />
        <Hash name={words.contentHash} help={words.contentHashHelp} text={of.content_hash} />
        <Hash name={words.entryHash} help={words.entryHashHelp} text={of.entry_hash} />
        {of.next === null ? (
          <Said size="table" tone="2">
            {words.last}
          </Said>
        ) : (
          <Beside of={of.next} said={words.after} />
        )}
        <Disclosure summary={words.stored}>
          {() => (
            <Stack gap={2}>
              <Said size="small" tone="3">
                {words.storedText}
              </Said>
              <Copy text={of.stored_target} />
              <Copy text={of.stored_details} />
            </Stack>
          )}
        </Disclosure>
      </Stack>
    </Card>
  )
}
