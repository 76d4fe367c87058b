import { soonDays, type HomeFigures } from "@svc/contract/reports/home-schema"
import { Option } from "effect"
import { AsyncResult } from "effect/reactivity"
import { useMay } from "#access/data.ts"
import { Tile } from "#design/Card.tsx"
import type { IconName } from "#design/icons.ts"
import { Tiles } from "#design/layout.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { useFirstWords } from "#languages/words.ts"
import { assets, documents, offboardings } from "#platform/pages.ts"
import { useQuery } from "#platform/atoms.ts"
import { dayFromToday, daysAfter, useFormat } from "#platform/format.ts"
import { homeFigures } from "#reports/reports/data.ts"

/** One tile; shows a dash if its figure cannot be read. */
const Count = <Part,>({
  figure,
  of,
  tone,
  ...tile
}: {
  readonly of: (figures: HomeFigures) => Part | null
  readonly figure: (part: Part) => number
  /** Warning color if the figure is not 0. */
  readonly tone?: { readonly as: "watch" | "bad"; readonly of?: (part: Part) => number }
  readonly name: string
  readonly icon: IconName
  readonly beside: string | ((part: Part) => string)
  readonly href?: string
}) => {
  const result = useQuery(homeFigures)
  const { number } = useFormat()
  const part = Option.match(AsyncResult.value(result), { onNone: () => null, onSome: of })
  const beside = typeof tile.beside === "string" ? tile.beside : part === null ? "" : tile.beside(part)
  if (part === null) {
    return (
      <Tile {...tile} beside={beside} figure={AsyncResult.isInitial(result) ? <Skeleton width={34} tall /> : "–"} />
    )
  }
  const warned = tone === undefined ? 0 : (tone.of ?? figure)(part)
  return <Tile {...tile} beside={beside} figure={number(figure(part))} tone={warned > 0 ? tone?.as : undefined} />
}

const listOf = (filters: Readonly<Record<string, unknown>>) =>
  `${offboardings()}?${new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]))}`

const bad = { as: "bad" } as const

const CaseFigures = () => {
  const words = useFirstWords().home
  const result = useQuery(homeFigures)
  // The linked lists use the same day as the figures.
  const today = Option.match(AsyncResult.value(result), { onNone: () => dayFromToday(0), onSome: (of) => of.today })
  const of = (figures: HomeFigures) => figures.offboardings
  const open = { open: true } as const
  return (
    <>
      <Count
        of={of}
        figure={(cases) => cases.open}
        name={words.open}
        icon="users"
        beside={words.openBeside}
        href={listOf(open)}
      />
      <Count
        of={of}
        figure={(cases) => cases.leaving_soon}
        name={words.soon}
        icon="clock"
        beside={words.soonBeside}
        href={listOf({ ...open, exit_date_from: today, exit_date_to: daysAfter(today, soonDays), sort: "exit_date" })}
      />
      <Count
        of={of}
        figure={(cases) => cases.overdue}
        tone={bad}
        name={words.late}
        icon="circle-alert"
        beside={words.lateBeside}
        href={listOf({ ...open, exit_date_to: daysAfter(today, -1), sort: "exit_date" })}
      />
      <Count
        of={of}
        figure={(cases) => cases.sla_breached}
        tone={bad}
        name={words.sla}
        icon="list-checks"
        beside={words.slaBeside}
        href={listOf({ sla: "breached" })}
      />
      <Count
        of={of}
        figure={(cases) => cases.sla_at_risk}
        tone={{ as: "watch" }}
        name={words.atRisk}
        icon="clock"
        beside={words.atRiskBeside}
        href={listOf({ sla: "at_risk" })}
      />
      <Count
        of={of}
        figure={(cases) => cases.failed_removals}
        tone={bad}
        name={words.failed}
        icon="shield-alert"
        beside={words.failedBeside}
        href={listOf({ revocation_failed: true })}
      />
      <Count
        of={of}
        figure={(cases) => cases.residual_access}
        tone={bad}
        name={words.residual}
        icon="rotate-ccw"
        beside={words.residualBeside}
      />
    </>
  )
}

/** Tiles, each linked to its list; limited to the member's permissions. */
export const Figures = () => {
  const words = useFirstWords().home
  const { may } = useMay()
  return (
    <Tiles>
      {may("offboardings_view") && <CaseFigures />}
      {may("assets_view") && (
        <Count
          of={(figures) => figures.assets}
          figure={({ deployed }) => deployed}
          name={words.equipment}
          icon="laptop"
          beside={({ lost }) => words.equipmentBeside(lost)}
          href={assets()}
        />
      )}
      {may("compliance_view") && (
        <>
          <Count
            of={(figures) => figures.documents}
            figure={({ nda_pending }) => nda_pending}
            tone={{ as: "watch", of: (papers) => papers.closed_with_pending_documents }}
            name={words.unsigned}
            icon="file-text"
            beside={(papers) => words.unsignedBeside(papers.closed_with_pending_documents)}
            href={`${documents()}?status=pending&kind=NDA&open=true`}
          />
          <Count
            of={(figures) => figures.documents}
            figure={({ legal_holds }) => legal_holds}
            name={words.held}
            icon="scale"
            beside={words.heldBeside}
            {...(may("offboardings_view") ? { href: listOf({ legal_hold: true }) } : {})}
          />
        </>
      )}
    </Tiles>
  )
}
