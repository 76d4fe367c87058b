import type { Case } from "@svc/contract/cases/schema"
import type { OffboardingId, UserId } from "@svc/contract/kernel/ids"
import type { ChangedStatuses, DeletedOffboardings } from "@svc/contract/offboardings/lifecycle-schema"
import type { ChangedOwners } from "@svc/contract/offboardings/owner-schema"
import type { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { useRef, useState } from "preact/hooks"
import { Banner } from "#design/Banner.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { offboarding } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { toast } from "#frame/toasts.tsx"
import { moveBack, moveCases, removeCases } from "./changes-data.ts"
import { setOwners } from "./owners-data.ts"

interface RefusedCase {
  readonly id: OffboardingId
  readonly name: string
  readonly error: string
}

type Results = ChangedOwners["results"] | ChangedStatuses["results"] | DeletedOffboardings["results"]

const refusedOf = (results: Results, rows: ReadonlyArray<Case>): ReadonlyArray<RefusedCase> =>
  results.flatMap(({ error = "", id, status }) =>
    status === "failed" ? [{ id, error, name: rows.find((row) => row.id === id)?.employee_name ?? "" }] : []
  )

/** Bulk changes, also of one card on the board: shows refusals per offboarding; undo for stages. */
export const useMoves = ({ onDone = () => {} }: { readonly onDone?: () => void } = {}) => {
  const { cases: words, caseViews } = useWords()
  const rows = useRef<ReadonlyArray<Case>>([])
  const [refused, setRefused] = useState<ReadonlyArray<RefusedCase>>([])
  const back = useAction(moveBack, {
    onDone: (results) => {
      setRefused(refusedOf(results, rows.current))
      toast(words.movedBack(results.filter(({ status }) => status === "updated").length))
    }
  })
  const move = useAction(moveCases, {
    onDone: ({ results, updated }, { status }) => {
      const moved = rows.current.filter(({ id }) => results.some((one) => one.id === id && one.status === "updated"))
      const groups = [...Map.groupBy(moved, (row) => row.status)].map(([stage, those]) => ({
        ids: those.map(({ id }) => id),
        status: stage
      }))
      setRefused(refusedOf(results, rows.current))
      // Canceling is final.
      const undo = status === "cancelled" ? undefined : () => back.start(groups)
      if (updated > 0) toast(words.movedMany(updated, words.stages[status]), { undo })
      onDone()
    }
  })
  const removal = useAction(removeCases, {
    onDone: ({ deleted, results }) => {
      setRefused(refusedOf(results, rows.current))
      if (deleted > 0) toast(words.deletedMany(deleted))
      onDone()
    }
  })
  const owners = useAction(setOwners, {
    onDone: ({ results, updated }) => {
      setRefused(refusedOf(results, rows.current))
      if (updated > 0) toast(caseViews.assigned(updated))
      onDone()
    }
  })
  const idsOf = (cases: ReadonlyArray<Case>) => {
    rows.current = cases
    return cases.map(({ id }) => id)
  }
  return {
    move,
    removal,
    owners,
    refused,
    dismiss: () => setRefused([]),
    moveTo: (cases: ReadonlyArray<Case>, status: OffboardingStatus, reason?: string) =>
      move.start({ ids: idsOf(cases), status, ...(reason === undefined ? {} : { reason }) }),
    assign: (cases: ReadonlyArray<Case>, owner_id: UserId | null) => owners.start({ ids: idsOf(cases), owner_id }),
    remove: (cases: ReadonlyArray<Case>, reason: string) => removal.start({ ids: idsOf(cases), reason })
  }
}

export type Moves = ReturnType<typeof useMoves>

/** Refused changes with reasons and links. */
export const RefusedCases = ({ dismiss, refused }: Pick<Moves, "dismiss" | "refused">) => {
  const words = useWords().cases
  if (refused.length === 0) return null
  return (
    <Banner tone="watch" title={words.refusedMany(refused.length)}>
      <Stack gap={2}>
        {refused.map(({ error, id, name }) => (
          <Row key={id} apart gap={2}>
            <Text as="div">
              <Text strong>{name}</Text>
              <Text as="div" size="small" tone="2">
                {error}
              </Text>
            </Text>
            <LinkButton size="small" href={offboarding({ id })}>
              {words.openIt}
            </LinkButton>
          </Row>
        ))}
        <span>
          <Button size="small" variant="tertiary" icon="x" onClick={dismiss}>
            {words.dismiss}
          </Button>
        </span>
      </Stack>
    </Banner>
  )
}
