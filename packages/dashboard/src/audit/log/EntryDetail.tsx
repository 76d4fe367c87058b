import type { AuditChainEntry } from "@svc/contract/audit-log/entry-schema"
import { Uuid } from "@svc/contract/kernel/ids"
import { Option, Schema } from "effect"
import { useMay } from "#access/data.ts"
import { Banner } from "#design/Banner.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Code, Facts, Row, Split } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { useActionNames } from "./action-names.ts"
import { useWords } from "#languages/words.ts"
import { auditLog, offboarding, person } from "#platform/pages.ts"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { Page, PageSkeleton } from "#frame/Page.tsx"
import { ActionCode } from "./ActionName.tsx"
import { ChainCard } from "./ChainCard.tsx"
import { chainEntry } from "./entry-data.ts"
import { useEntryText } from "./entry-text.ts"

/** URL of the log with one filter. */
const onlyOf = (filter: Readonly<Record<string, string>>) => `${auditLog()}?${new URLSearchParams(filter)}`

/** Placeholders for personal values that cannot be shown. */
const placeholders = ["[erased]", "[withheld]", "[unreadable]"] as const

const Missing = ({ of: { actor, details, target } }: { readonly of: AuditChainEntry }) => {
  const words = useWords().audit
  const texts = [target, details, actor.full_name ?? ""]
  return (
    <>
      {placeholders
        .filter((one) => texts.some((text) => text.includes(one)))
        .map((one) => (
          <Banner key={one} tone="watch" title={words.placeholders[one]} />
        ))}
    </>
  )
}

const About = ({ all, href }: { readonly href: string | undefined; readonly all: string }) => {
  const words = useWords().audit
  return (
    <Row gap={2}>
      {href !== undefined && (
        <LinkButton size="small" href={href}>
          {words.openCase}
        </LinkButton>
      )}
      <LinkButton size="small" href={all}>
        {words.allOfIt}
      </LinkButton>
    </Row>
  )
}

const Shown = ({ of }: { readonly of: AuditChainEntry }) => {
  const words = useWords().audit
  const { may } = useMay()
  const { exact } = useFormat()
  const text = useEntryText()
  const name = useActionNames()?.[of.action] ?? of.action
  const { actor, offboarding_id: caseId, org_employee_id: personId } = of
  const sees = may("offboardings_view")
  return (
    <Page title={name} back={{ href: auditLog(), name: words.backToAll }} about={<ActionCode code={of.action} />}>
      <Missing of={of} />
      <Split even>
        <Card title={words.happened}>
          <Facts
            facts={[
              [words.target, of.target === "" ? "–" : text.target(of.target)],
              [words.details, of.details === "" ? "–" : text.details(of.details)],
              [
                words.by,
                actor.id === null ? (
                  words.byService
                ) : (
                  <Row gap={2}>
                    {actor.full_name}
                    <LinkButton size="small" href={onlyOf({ actorId: actor.id })}>
                      {words.allBy}
                    </LinkButton>
                  </Row>
                )
              ],
              ...(of.api_key_id === undefined ? [] : [[words.byKey, <Code>{of.api_key_id}</Code>] as const]),
              [words.moment, exact(of.created_at)],
              ...(caseId === null
                ? []
                : [
                    [
                      words.aboutCase,
                      <About
                        href={sees ? offboarding({ id: caseId }) : undefined}
                        all={onlyOf({ offboardingId: caseId })}
                      />
                    ] as const
                  ]),
              ...(personId === null
                ? []
                : [
                    [
                      words.aboutPerson,
                      <About
                        href={sees ? person({ id: personId }) : undefined}
                        all={onlyOf({ orgEmployeeId: personId })}
                      />
                    ] as const
                  ]),
              [words.entry, <Code>{of.id}</Code>]
            ]}
          />
        </Card>
        <ChainCard key={of.id} of={of} />
      </Split>
    </Page>
  )
}

const readId = Schema.decodeUnknownOption(Uuid)

/** Entry page: content and place in the hash chain. */
export const EntryDetail = ({ id: given }: { readonly id: string }) => {
  const { audit: words, failures } = useWords()
  const missing = (
    <Placeholder icon="search" title={failures.notFound.title} text={words.notFoundText}>
      <LinkButton href={auditLog()}>{words.backToAll}</LinkButton>
    </Placeholder>
  )
  const id = readId(given)
  if (Option.isNone(id)) return missing
  return (
    <Loaded of={chainEntry(id.value)} skeleton={<PageSkeleton />} refusals={{ AuditEntryNotFound: () => missing }}>
      {(entry) => <Shown of={entry} />}
    </Loaded>
  )
}
