import type { CaseDetails } from "@svc/contract/cases/schema"
import {
  type CaseEntitlements as Found,
  EntitlementKind,
  EntitlementState,
  type AccessReturn
} from "@svc/contract/entitlements/schema"
import { Schema } from "effect"
import { useMemo, useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Banner } from "#design/Banner.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { FilterSelect, SearchField } from "#design/Field.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { TableSkeleton } from "#design/Table.tsx"
import { helpAt } from "#platform/help.ts"
import { useWords } from "#languages/words.ts"
import { leftBehind } from "#platform/pages.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { useSearch } from "#platform/search.ts"
import { AppBeforeAfter } from "./AppBeforeAfter.tsx"
import { entitlementsOf, returnsOf } from "./data.ts"
import { ApproveDialog, DeclineDialog } from "./DecideDialogs.tsx"
import { Money } from "./parts.tsx"
import { ProposeDialog } from "./ProposeDialog.tsx"
import { EarlierReturns, ReturnUnderWay } from "./Returns.tsx"
import { appsOf, isShown, isNarrowed, isOpen, narrowed, returnable, seatsWithoutPrice, stateCounts } from "./state.ts"

const fields = { state: EntitlementState, kind: EntitlementKind, q: Schema.String }

/** Filters are shown above this number of items. */
const manyItems = 10

type Search = ReturnType<typeof useSearch<typeof fields>>

const Narrow = ({
  change,
  clear,
  search
}: {
  readonly search: Search[0]
  readonly change: Search[1]
  readonly clear: () => void
}) => {
  const { cases, entitlements: words } = useWords()
  return (
    <Row gap={2}>
      <SearchField label={words.find} value={search.q ?? ""} onSearch={(q) => change({ q })} />
      <FilterSelect
        label={words.state}
        none={words.anyState}
        value={search.state}
        choices={EntitlementState.literals.map((one) => [one, words.states[one]] as const)}
        onChoose={(state) => change({ state })}
      />
      <FilterSelect
        label={words.kind}
        none={words.anyKind}
        value={search.kind}
        choices={EntitlementKind.literals.map((one) => [one, words.kinds[one].many] as const)}
        onChoose={(kind) => change({ kind })}
      />
      {isNarrowed(search) && (
        <Button variant="tertiary" icon="x" onClick={clear}>
          {cases.clear}
        </Button>
      )}
    </Row>
  )
}

/** Summary of the snapshot in one sentence. */
const Counted = ({ of: { items, total } }: { readonly of: Found }) => {
  const { entitlements: words, leftBehind: others } = useWords()
  if (total === 0) return null
  // If only some are loaded, totals by state would be wrong.
  if (total > items.length) return <>{others.firstOf(items.length, total)}</>
  return (
    <>
      {words.held(total)}{" "}
      {stateCounts(items)
        .map(([state, count]) => words.counts[state](count))
        .join(", ")}
      .
    </>
  )
}

const Apps = ({ found }: { readonly found: Found }) => {
  const { cases, entitlements: words } = useWords()
  const [search, change] = useSearch(fields)
  // A new key also clears the typed text.
  const [cleared, setCleared] = useState(0)
  const clear = () => {
    change({ q: undefined, state: undefined, kind: undefined })
    setCleared(cleared + 1)
  }
  const items = narrowed(found.items, search)
  const narrow = isNarrowed(search)
  const shown = appsOf(found).filter(({ service }) => !narrow || items.some((item) => item.service === service))
  return (
    <>
      {(found.items.length > manyItems || narrow) && (
        <Narrow key={cleared} search={search} change={change} clear={clear} />
      )}
      {shown.length === 0 && (
        <Placeholder icon="search" title={words.noMatch} text={cases.noMatchText}>
          <Button onClick={clear}>{cases.clear}</Button>
        </Placeholder>
      )}
      {shown.map((app) => (
        <AppBeforeAfter
          key={app.service}
          app={app}
          items={items.filter(({ service }) => service === app.service)}
          isNarrowed={narrow}
          isWhole={found.items.length === found.total}
        />
      ))}
    </>
  )
}

/** No snapshot: scanning is off, or no apps are selected. */
const Nothing = ({ found, isCancelled }: { readonly found: Found; readonly isCancelled: boolean }) => {
  const { entitlements: words, leftBehind: others } = useWords()
  if (!found.on && !isCancelled) {
    return (
      <Placeholder icon="plug" title={words.isOff} text={words.isOffText}>
        <LinkButton href={leftBehind()}>{others.toSwitch}</LinkButton>
      </Placeholder>
    )
  }
  return (
    <Placeholder
      icon="plug"
      title={found.apps.length === 0 ? others.noApps : words.notLooked}
      text={words.notLookedText}
    />
  )
}

const Shown = ({
  details: { employee_name: name, id, status },
  found,
  returns
}: {
  readonly details: CaseDetails
  readonly found: Found
  readonly returns: ReadonlyArray<AccessReturn>
}) => {
  const { entitlements: words, leftBehind: others, language, shell } = useWords()
  const { may } = useMay()
  // An open dialog stays open when other members act; the refusal is shown in it.
  const [proposing, setProposing] = useState(false)
  const [deciding, setDeciding] = useState<{ readonly of: AccessReturn; readonly decision: "approve" | "decline" }>()
  const close = () => setDeciding(undefined)
  const isCancelled = status === "cancelled"
  const isKnown = isShown(found)
  const unpriced = seatsWithoutPrice(found.items)
  const [latest, ...before] = returns
  const isCurrent = latest !== undefined && latest.status !== "declined"
  // Memoized: opening a dialog must not re-render hundreds of rows.
  const current = useMemo(
    () =>
      latest !== undefined &&
      isCurrent && <ReturnUnderWay of={latest} onDecide={(decision) => setDeciding({ of: latest, decision })} />,
    [latest, isCurrent]
  )
  const apps = useMemo(
    () => (isKnown ? <Apps found={found} /> : <Nothing found={found} isCancelled={isCancelled} />),
    [found, isKnown, isCancelled]
  )
  const mayPropose = may("access_revoke") && returnable(found.items).length > 0 && !returns.some(isOpen)
  return (
    <Stack gap={3}>
      {!found.on && !isCancelled && isKnown && (
        <Banner tone="watch" title={words.isOff}>
          <span>
            <LinkButton size="small" href={leftBehind()}>
              {others.toSwitch}
            </LinkButton>
          </span>
        </Banner>
      )}
      <Row apart gap={2}>
        <Text tone="2">
          <Counted of={found} />
        </Text>
        <Row gap={2}>
          <LinkButton beside variant="tertiary" size="small" href={helpAt("before-and-after", language)}>
            {shell.howItWorks}
          </LinkButton>
          {mayPropose && (
            <Button size="small" icon="undo-2" onClick={() => setProposing(true)}>
              {words.giveBack}
            </Button>
          )}
        </Row>
      </Row>
      {current}
      <Money of={found.money} />
      {unpriced > 0 && (
        <Row gap={2}>
          <Text tone="2">{words.withoutPrice(unpriced)}</Text>
          <LinkButton size="small" href={`${leftBehind()}?show=freed`}>
            {words.toPrices}
          </LinkButton>
        </Row>
      )}
      {apps}
      <EarlierReturns of={isCurrent ? before : returns} />
      {deciding?.decision === "approve" && <ApproveDialog of={deciding.of} name={name} onClose={close} />}
      {deciding?.decision === "decline" && <DeclineDialog of={deciding.of} onClose={close} />}
      {proposing && <ProposeDialog id={id} name={name} items={found.items} onClose={() => setProposing(false)} />}
    </Stack>
  )
}

/** Access snapshot of one offboarding, and restoring access. */
export const CaseEntitlements = ({ details }: { readonly details: CaseDetails }) => {
  const skeleton = <TableSkeleton columns={3} rows={5} />
  const refusals = {
    EntitlementsCaseNotFound: ({ error }: { readonly error: string }) => <Placeholder icon="search" title={error} />
  }
  return (
    <Loaded of={entitlementsOf(details.id)} skeleton={skeleton} refusals={refusals}>
      {(found) => (
        <Loaded of={returnsOf(details.id)} skeleton={skeleton} refusals={refusals}>
          {({ returns }) => <Shown details={details} found={found} returns={returns} />}
        </Loaded>
      )}
    </Loaded>
  )
}
