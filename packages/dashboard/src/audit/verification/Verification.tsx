import type { BrokenLink, ChainReport, WitnessReport } from "@svc/contract/audit-verification/schema"
import { AsyncResult } from "effect/reactivity"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Facts, Text, Stack } from "#design/layout.tsx"
import { Table } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { auditEntry } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { useAction, useQuery } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { chainLength, verifications, verifyChain } from "./data.ts"

const Breaks = ({ of }: { readonly of: ReadonlyArray<BrokenLink> }) => {
  const words = useWords().audit
  const { number } = useFormat()
  return (
    <Table
      label={words.reason}
      rows={of}
      keyOf={({ id, reason, seq }) => `${seq} ${reason} ${id}`}
      columns={[
        {
          name: words.at,
          cell: ({ id, seq }) => (id === null ? number(seq) : <a href={auditEntry({ id })}>{number(seq)}</a>),
          align: "tight"
        },
        { name: words.reason, cell: ({ reason }) => words.reasons[reason], align: "main" }
      ]}
    />
  )
}

const Witness = ({ of: { checked, error } }: { readonly of: WitnessReport }) => {
  const words = useWords().audit
  if (checked !== null) return <>{words.witnessed(checked)}</>
  return (
    <Text tone="watch">
      {words.witnessAway}
      {error !== undefined && `: ${error}`}
    </Text>
  )
}

const Report = ({ of }: { readonly of: ChainReport }) => {
  const words = useWords().audit
  const { moment } = useFormat()
  return (
    <Stack gap={3}>
      {of.ok ? (
        <Banner tone="good" title={words.intact}>
          {words.intactText(of.checked)}
        </Banner>
      ) : (
        <Banner tone="bad" title={words.broke(of.brokenCount)}>
          {words.brokeText}
        </Banner>
      )}
      {!of.complete && <Banner tone="watch" title={words.incomplete} />}
      {of.broken.length > 0 && <Breaks of={of.broken} />}
      <Facts
        facts={[
          [words.anchoredThrough, of.anchoredThrough === null ? words.noAnchor : moment(of.anchoredThrough)],
          ...of.witnesses.map((witness) => [words.witnesses[witness.name], <Witness of={witness} />] as const)
        ]}
      />
      {of.witnesses.length === 0 && (
        <Text size="small" tone="3">
          {words.noWitness}
        </Text>
      )}
    </Stack>
  )
}

const LastTime = () => {
  const words = useWords().audit
  const found = useQuery(verifications)
  if (!AsyncResult.isSuccess(found)) return null
  const last = found.value.rows[0]
  return (
    <Text size="small" tone="3">
      {last === undefined ? (
        words.neverVerified
      ) : (
        <>
          {words.lastVerified} <Ago at={last.created_at} />
          {last.actor.full_name !== null && ` · ${last.actor.full_name}`}
        </>
      )}
    </Text>
  )
}

/** Verifies the whole chain on the server and shows the report. */
export const Verification = () => {
  const words = useWords().audit
  const checking = useAction(verifyChain)
  const length = useQuery(chainLength)
  return (
    <Card
      title={words.wholeChain}
      actions={
        <Button
          variant="primary"
          size="small"
          icon="shield-check"
          busy={checking.busy}
          onClick={() => checking.start()}
        >
          {words.verify}
        </Button>
      }
    >
      <Stack gap={3}>
        <Text tone="2">{words.verifyText}</Text>
        <Refusal of={checking.result} />
        {checking.busy ? (
          <Banner tone="accent" title={words.verifying(AsyncResult.isSuccess(length) ? length.value.total : 0)} />
        ) : (
          AsyncResult.isSuccess(checking.result) && <Report of={checking.result.value} />
        )}
        <LastTime />
      </Stack>
    </Card>
  )
}
