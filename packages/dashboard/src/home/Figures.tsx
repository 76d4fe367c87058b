import { type Home, soonDays } from "@svc/contract/home/schema"
import { Tile } from "#design/Card.tsx"
import { Tiles } from "#design/layout.tsx"
import { useFirstWords } from "#languages/words.ts"
import { daysAfter, useFormat } from "#platform/format.ts"
import { assets, documents, offboardings, residualAccess } from "#platform/pages.ts"

/** Tiles in a row of Home. */
const shown = 4

const listOf = (filters: Readonly<Record<string, string>>) => `${offboardings()}?${new URLSearchParams(filters)}`

/** The first four figures of lists that the member can see, each linked to its list. */
export const Figures = ({
  page: { assets: equipment, documents: papers, offboardings: cases, today }
}: {
  readonly page: Home
}) => {
  const words = useFirstWords().home
  const { number } = useFormat()
  const tiles = [
    ...(cases === null
      ? []
      : [
          <Tile
            name={words.open}
            icon="users"
            figure={number(cases.open)}
            tone={cases.overdue > 0 ? "bad" : undefined}
            beside={cases.overdue > 0 ? words.late(cases.overdue) : words.soon(cases.leaving_soon)}
            href={
              cases.overdue > 0
                ? listOf({ open: "true", exit_date_to: daysAfter(today, -1), sort: "exit_date" })
                : listOf({
                    open: "true",
                    exit_date_from: today,
                    exit_date_to: daysAfter(today, soonDays),
                    sort: "exit_date"
                  })
            }
          />,
          <Tile
            name={words.residual}
            icon="rotate-ccw"
            figure={number(cases.residual_access)}
            tone={cases.residual_access > 0 ? "bad" : undefined}
            beside={words.residualBeside}
            href={residualAccess()}
          />,
          <Tile
            name={words.sla}
            icon="list-checks"
            figure={number(cases.sla_breached)}
            tone={cases.sla_breached > 0 ? "bad" : cases.sla_at_risk > 0 ? "watch" : undefined}
            beside={
              cases.sla_breached > 0 || cases.sla_at_risk === 0 ? words.slaBeside : words.atRisk(cases.sla_at_risk)
            }
            href={listOf({ sla: cases.sla_breached > 0 || cases.sla_at_risk === 0 ? "breached" : "at_risk" })}
          />
        ]),
    ...(equipment === null
      ? []
      : [
          <Tile
            name={words.equipment}
            icon="laptop"
            figure={number(equipment.deployed)}
            beside={words.equipmentBeside(equipment.lost)}
            href={assets()}
          />
        ]),
    ...(papers === null
      ? []
      : [
          <Tile
            name={words.unsigned}
            icon="file-text"
            figure={number(papers.nda_pending)}
            tone={papers.closed_with_pending_documents > 0 ? "watch" : undefined}
            beside={words.unsignedBeside(papers.closed_with_pending_documents)}
            href={`${documents()}?status=pending&kind=NDA&open=true`}
          />
        ])
  ]
  return tiles.length === 0 ? null : <Tiles>{tiles.slice(0, shown)}</Tiles>
}
