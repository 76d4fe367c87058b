import type { AuditEntry } from "@svc/contract/audit-log/schema"
import type { CaseDetails } from "@svc/contract/cases/schema"
import { DateTime } from "effect"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { useActionNames } from "#audit/log/action-names.ts"
import { LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Feed } from "#design/Feed.tsx"
import type { IconName } from "#design/icons.ts"
import { VisuallyHidden } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Pager, TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { dayAt, daysUntil, useFormat } from "#platform/format.ts"
import { auditEntry, auditLog } from "#platform/pages.ts"
import { pageSize, timelinePage } from "#records/data.ts"
import { sentenceOf } from "./activity.ts"

/** Sign of what happened without a person, by the first word of the action. */
const icons: Readonly<Record<string, IconName>> = {
  access: "shield-check",
  asset: "laptop",
  checklist: "list-checks",
  document: "file-text",
  entitlements: "shield-check",
  left: "key-round",
  offboarding: "arrow-right",
  residual: "shield-alert",
  signature: "signature",
  sms: "smartphone"
}

/** Who did what on an offboarding, newest first. */
export const Activity = ({ details: { employee_name, id } }: { readonly details: CaseDetails }) => {
  const { audit, caseDetail: words, cases, common, failures, revocations } = useWords()
  const { exact, fullDay, timeOf } = useFormat()
  const names = useActionNames()
  const [offset, setOffset] = useState(0)
  const sees = useMay().may("audit_view")
  const dayName = (entry: AuditEntry) => {
    const date = dayAt(entry.created_at)
    const days = daysUntil(date)
    return days === 0 ? words.today : days === -1 ? words.yesterday : fullDay(date)
  }
  const line = (entry: AuditEntry) => {
    const { action, created_at } = entry
    const said = sentenceOf(entry, employee_name, {
      did: words.did,
      stages: cases.stages,
      outcomes: revocations.outcomes,
      names: names ?? {}
    })
    const time = (
      <time dateTime={DateTime.formatIso(created_at)} title={exact(created_at)}>
        {timeOf(created_at)}
      </time>
    )
    return {
      key: entry.id,
      who: said.who,
      icon: said.tone === "bad" ? "triangle-alert" : (icons[action.split(/[_.]/)[0] ?? ""] ?? "rotate-ccw-clock"),
      tone: said.tone,
      text: (
        <>
          {said.who !== undefined && <strong>{said.who}</strong>} {said.before}
          {said.object !== "" && <strong>{said.object}</strong>}
          {said.after}
        </>
      ),
      time: sees ? (
        <a href={auditEntry({ id: entry.id })}>
          {time}
          <VisuallyHidden>, {words.openEntry}</VisuallyHidden>
        </a>
      ) : (
        time
      )
    } as const
  }
  return (
    <Card
      title={cases.tabs.activity}
      actions={
        sees && (
          <LinkButton variant="tertiary" size="small" href={`${auditLog()}?offboardingId=${id}`}>
            {audit.title}
          </LinkButton>
        )
      }
    >
      <Loaded
        of={timelinePage({ id, offset })}
        skeleton={<TableSkeleton columns={3} />}
        refusals={{ OffboardingNotFound: () => <Placeholder icon="search" {...failures.notFound} /> }}
      >
        {({ rows, total }, busy) =>
          rows.length === 0 ? (
            <Placeholder icon="rotate-ccw-clock" title={words.activityNone} />
          ) : (
            <>
              <Feed
                busy={busy}
                days={[...Map.groupBy(rows, dayName)].map(([name, entries]) => ({ name, lines: entries.map(line) }))}
              />
              {total > pageSize && (
                <Pager total={total} limit={pageSize} offset={offset} onMove={setOffset} words={common.pager} />
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
