import { AsyncResult, type Atom } from "effect/reactivity"
import { useMay } from "../accounts/data.ts"
import { assetSummary } from "../assets/data.ts"
import { caseCount, failedRevocations } from "../cases/data.ts"
import { Tile } from "../design/Card.tsx"
import type { IconName } from "../design/icons.ts"
import { Tiles } from "../design/layout.tsx"
import { Bone } from "../design/Placeholder.tsx"
import { useFirstWords } from "../languages/words.ts"
import { assets, documents, offboardings } from "../pages.ts"
import { useQuery } from "../platform/atoms.ts"
import { dayFromToday, useFormat } from "../platform/format.ts"
import { compliance } from "../reports/data.ts"
import { residual } from "../residual-access/data.ts"

/** One figure of a query; a dash where it cannot be read, as the others still can. */
const Count = <A, E>({
  of,
  pick,
  ...tile
}: {
  readonly of: Atom.Atom<AsyncResult.AsyncResult<A, E>>
  readonly pick: (answer: A) => {
    readonly figure: number
    readonly beside?: string
    readonly tone?: "watch" | "bad" | undefined
  }
  readonly name: string
  readonly icon: IconName
  readonly beside: string
  readonly href?: string
}) => {
  const result = useQuery(of)
  const { number } = useFormat()
  if (AsyncResult.isInitial(result)) return <Tile {...tile} figure={<Bone width={34} tall />} />
  if (AsyncResult.isFailure(result)) return <Tile {...tile} figure="–" />
  const { figure, ...more } = pick(result.value)
  return <Tile {...tile} {...more} figure={number(figure)} />
}

const listOf = (filters: Readonly<Record<string, unknown>>) =>
  `${offboardings()}?${new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]))}`

const worse = (tone: "watch" | "bad") => (figure: number) => ({ figure, tone: figure > 0 ? tone : undefined })

const CaseFigures = () => {
  const words = useFirstWords().home
  const open = { open: true } as const
  const soon = { ...open, exit_date_from: dayFromToday(0), exit_date_to: dayFromToday(14) }
  const late = { ...open, exit_date_to: dayFromToday(-1) }
  const breached = { sla: "breached" } as const
  const atRisk = { sla: "at_risk" } as const
  return (
    <>
      <Count
        of={caseCount(open)}
        pick={(figure) => ({ figure })}
        name={words.open}
        icon="users"
        beside={words.openBeside}
        href={listOf(open)}
      />
      <Count
        of={caseCount(soon)}
        pick={(figure) => ({ figure })}
        name={words.soon}
        icon="clock"
        beside={words.soonBeside}
        href={listOf({ ...soon, sort: "exit_date" })}
      />
      <Count
        of={caseCount(late)}
        pick={worse("bad")}
        name={words.late}
        icon="circle-alert"
        beside={words.lateBeside}
        href={listOf({ ...late, sort: "exit_date" })}
      />
      <Count
        of={caseCount(breached)}
        pick={worse("bad")}
        name={words.sla}
        icon="list-checks"
        beside={words.slaBeside}
        href={listOf(breached)}
      />
      <Count
        of={caseCount(atRisk)}
        pick={worse("watch")}
        name={words.atRisk}
        icon="clock"
        beside={words.atRiskBeside}
        href={listOf(atRisk)}
      />
      <Count
        of={failedRevocations}
        pick={({ total }) => worse("bad")(total)}
        name={words.failed}
        icon="shield-alert"
        beside={words.failedBeside}
        href={listOf({ revocation_failed: true })}
      />
      <Count
        of={residual}
        pick={({ total }) => worse("bad")(total)}
        name={words.residual}
        icon="rotate-ccw"
        beside={words.residualBeside}
      />
    </>
  )
}

/** What stands out today, each with the list behind it; a role sees the figures of what it may look at. */
export const Figures = () => {
  const words = useFirstWords().home
  const { may } = useMay()
  return (
    <Tiles>
      {may("offboardings_view") && <CaseFigures />}
      {may("assets_view") && (
        <Count
          of={assetSummary}
          pick={({ totals }) => ({ figure: totals.deployed, beside: words.equipmentBeside(totals.lost) })}
          name={words.equipment}
          icon="laptop"
          beside=""
          href={assets()}
        />
      )}
      {may("compliance_view") && (
        <Count
          of={compliance}
          pick={({ closed_with_pending_documents, nda_pending }) => ({
            figure: Number(nda_pending),
            beside: words.unsignedBeside(Number(closed_with_pending_documents)),
            tone: Number(closed_with_pending_documents) > 0 ? "watch" : undefined
          })}
          name={words.unsigned}
          icon="file-text"
          beside=""
          href={`${documents()}?status=pending&kind=NDA&open=true`}
        />
      )}
      {may("compliance_view") && (
        <Count
          of={compliance}
          pick={({ legal_hold_count }) => ({ figure: Number(legal_hold_count) })}
          name={words.held}
          icon="scale"
          beside={words.heldBeside}
          {...(may("offboardings_view") ? { href: listOf({ legal_hold: true }) } : {})}
        />
      )}
    </Tiles>
  )
}
