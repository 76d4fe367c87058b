import type { Case } from "@svc/contract/cases/schema"
import type { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { AsyncResult } from "effect/reactivity"
import { useRef } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Board, BoardCard, BoardStage } from "#design/Board.tsx"
import { IconButton, LinkButton } from "#design/Button.tsx"
import { Row, Text, Titled } from "#design/layout.tsx"
import { Menu, MenuItem } from "#design/Menu.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { offboarding, offboardings } from "#platform/pages.ts"
import { useQuery } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { boardStage, way } from "#records/data.ts"
import { type Moves, RefusedCases, useMoves } from "./moves.tsx"
import { DaysLeft, FailedApps, Sla } from "#records/parts.tsx"
import type { CaseSearch } from "./search.ts"

const Card = ({
  moves,
  of,
  onDrag
}: {
  readonly of: Case
  readonly moves: Moves
  readonly onDrag: (of: Case) => void
}) => {
  const words = useWords().cases
  const { may } = useMay()
  const movable = may("offboardings_edit") && of.status !== "cancelled"
  const menu = `move-${of.id}`
  return (
    <BoardCard onDrag={movable ? () => onDrag(of) : undefined}>
      <Row apart gap={1} whole>
        <Titled below={of.employee_department || of.employee_role || "–"}>
          <a href={offboarding({ id: of.id })}>{of.employee_name}</a>
        </Titled>
        {movable && (
          <>
            <IconButton icon="ellipsis" label={words.moveOne(of.employee_name)} popover={menu} />
            <Menu id={menu} label={words.moveOne(of.employee_name)}>
              {way
                .filter((stage) => stage !== of.status)
                .map((stage) => (
                  <MenuItem onClick={() => moves.moveTo([of], stage)}>{words.moveTo(words.stages[stage])}</MenuItem>
                ))}
            </Menu>
          </>
        )}
      </Row>
      <Row apart gap={1}>
        <Text size="small">
          <DaysLeft of={of} />
        </Text>
        <Sla of={of} />
      </Row>
      <FailedApps of={of} />
    </BoardCard>
  )
}

const Column = ({
  moves,
  onDrag,
  onTake,
  query,
  stage
}: {
  readonly stage: OffboardingStatus
  readonly query: CaseSearch["query"]
  readonly moves: Moves
  readonly onDrag: (of: Case) => void
  readonly onTake: () => void
}) => {
  const words = useWords().cases
  const { number } = useFormat()
  const of = boardStage({ ...query, status: [stage] })
  const result = useQuery(of)
  const all = new URLSearchParams({ status: stage }).toString()
  return (
    <BoardStage
      name={words.stages[stage]}
      count={AsyncResult.isSuccess(result) ? number(result.value.total) : undefined}
      onTake={onTake}
    >
      <Loaded of={of} skeleton={<Skeleton width={62} tall />}>
        {({ rows, total }) => (
          <>
            {rows.map((row) => (
              <Card key={row.id} of={row} moves={moves} onDrag={onDrag} />
            ))}
            {total > rows.length && (
              <LinkButton size="small" variant="tertiary" href={`${offboardings()}?${all}`}>
                {words.more(total - rows.length)}
              </LinkButton>
            )}
          </>
        )}
      </Loaded>
    </BoardStage>
  )
}

/** Board with a column per stage. Cards move by menu or drag and drop. */
export const CaseBoard = ({ query, search }: Pick<CaseSearch, "query" | "search">) => {
  const words = useWords().cases
  const moves = useMoves()
  const dragged = useRef<Case>(undefined)
  const stages: ReadonlyArray<OffboardingStatus> =
    search.status !== undefined
      ? [search.status]
      : search.open === "true"
        ? way.filter((stage) => stage !== "completed")
        : search.open === "false"
          ? ["completed", "cancelled"]
          : way
  const take = (stage: OffboardingStatus) => {
    const row = dragged.current
    dragged.current = undefined
    if (row !== undefined && row.status !== stage && stage !== "cancelled") moves.moveTo([row], stage)
  }
  return (
    <>
      <RefusedCases refused={moves.refused} dismiss={moves.dismiss} />
      <Refusal of={moves.move.result} />
      <Board label={words.title}>
        {stages.map((stage) => (
          <Column
            key={stage}
            stage={stage}
            query={query}
            moves={moves}
            onDrag={(row) => {
              dragged.current = row
            }}
            onTake={() => take(stage)}
          />
        ))}
      </Board>
    </>
  )
}
