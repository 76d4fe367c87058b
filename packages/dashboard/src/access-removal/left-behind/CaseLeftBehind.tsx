import type { CaseDetails } from "@svc/contract/cases/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { CaseLeftBehind as Found, LeftBehindItem } from "@svc/contract/left-behind/schema"
import { useEffect } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { useNames } from "#connections/integrations/providers.ts"
import { isLeft } from "#records/data.ts"
import { Banner } from "#design/Banner.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { TableSkeleton } from "#design/Table.tsx"
import { helpAt } from "#platform/help.ts"
import { useWords } from "#languages/words.ts"
import { leftBehind, offboardingTab } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { Loaded } from "#platform/Loaded.tsx"
import { registry } from "#state/registry.ts"
import { AppLeftBehind } from "./AppLeftBehind.tsx"
import { leftBehindOf, lookAgain } from "./data.ts"
import { isStopping } from "./state.ts"
import { useLeftBehindWork } from "./work.tsx"

/** Polling interval in ms. A scan that finds nothing new sends no change event. */
const betweenReadings = 3_000

/** Scan in progress; results are polled. */
const Looking = ({ id }: { readonly id: OffboardingId }) => {
  const words = useWords().leftBehind
  useEffect(() => {
    const reading = setInterval(() => registry.refresh(leftBehindOf(id)), betweenReadings)
    return () => clearInterval(reading)
  }, [id])
  return (
    <Banner tone="accent" title={words.looking}>
      <Text tone="2">{words.lookingText}</Text>
    </Banner>
  )
}

/** Items that block revocation; they have to be resolved first. */
const StopsTheCut = ({
  items,
  waysOn
}: {
  readonly items: ReadonlyArray<LeftBehindItem>
  readonly waysOn: ReturnType<typeof useLeftBehindWork>["waysOn"]
}) => {
  const words = useWords().leftBehind
  const nameOf = useNames()
  return (
    <Banner tone="bad" title={words.stopsTitle([...new Set(items.map(({ service }) => nameOf(service)))].join(", "))}>
      <Text>{words.stopsText}</Text>
      <Stack gap={2}>
        {items.map((item) => (
          <Row apart gap={2} key={item.id}>
            <Text as="div">
              <Text strong>{item.stops_the_cut}</Text>
              <Text as="div" size="small">
                {nameOf(item.service)} ·{" "}
                {item.new_owner === null ? words.nobody : words.isAsked(item.new_owner.name, item.new_owner.email)}
              </Text>
            </Text>
            {waysOn(item)}
          </Row>
        ))}
      </Stack>
    </Banner>
  )
}

const Nothing = ({ id }: { readonly id: OffboardingId }) => {
  const words = useWords().leftBehind
  return (
    <Placeholder icon="plug" title={words.noApps} text={words.noAppsText}>
      <LinkButton href={offboardingTab({ id, tab: "access" })}>{words.toAccess}</LinkButton>
    </Placeholder>
  )
}

/** All apps: those of the offboarding first, then deselected apps that still have items. */
const appsOf = ({ apps, items }: Found): ReadonlyArray<Found["apps"][number]> => [
  ...apps,
  ...[...new Set(items.map(({ service }) => service))]
    .filter((name) => apps.every(({ service }) => service !== name))
    .map((service) => ({ service, kinds: [], note: null }))
]

/** Orphaned items of one offboarding, by app, with their state. */
export const CaseLeftBehind = ({ details }: { readonly details: CaseDetails }) => {
  const words = useWords()
  const { apps: chosen, id, manager_email, status } = details
  const { may } = useMay()
  const look = useAction(lookAgain)
  const { actions, dialogs, waysOn } = useLeftBehindWork(manager_email ?? "")
  const isCancelled = status === "cancelled"
  const isCut = (service: string) => chosen.every((app) => app.service_name !== service || !isLeft(app))
  return (
    <Loaded
      of={leftBehindOf(id)}
      skeleton={<TableSkeleton columns={3} rows={5} />}
      refusals={{ LeftBehindCaseNotFound: ({ error }) => <Placeholder icon="search" title={error} /> }}
    >
      {(found) => {
        const { items, looked_at, looking, total } = found
        const pending = items.filter(
          ({ disposition, former_identity }) => disposition === "pending" && !former_identity
        )
        const stopping = isCancelled ? [] : items.filter((item) => isStopping(item) && !isCut(item.service))
        return (
          <Stack gap={3}>
            {stopping.length > 0 && <StopsTheCut items={stopping} waysOn={waysOn} />}
            {looking && <Looking id={id} />}
            {!found.on && !isCancelled && (
              <Banner tone="watch" title={words.leftBehind.isOff}>
                <LinkButton size="small" href={leftBehind()}>
                  {words.leftBehind.toSwitch}
                </LinkButton>
              </Banner>
            )}
            <Refusal of={look.result} />
            <Row apart gap={2}>
              <Text tone="2">
                {(total > 0 || looked_at !== null) && words.leftBehind.counted(pending.length, total)}{" "}
                {looked_at === null ? (
                  words.leftBehind.neverLooked
                ) : (
                  <>
                    {words.leftBehind.lookedAt} <Ago at={looked_at} />.
                  </>
                )}
              </Text>
              <Row gap={2}>
                <LinkButton beside variant="tertiary" size="small" href={helpAt("left-behind", words.language)}>
                  {words.shell.howItWorks}
                </LinkButton>
                {may("access_revoke") && found.on && !isCancelled && found.apps.length > 0 && (
                  <Button
                    size="small"
                    icon="refresh-cw"
                    busy={look.busy}
                    disabled={looking}
                    onClick={() => look.start(id)}
                  >
                    {words.leftBehind.lookAgain}
                  </Button>
                )}
              </Row>
            </Row>
            {appsOf(found).map((app) => (
              <AppLeftBehind
                key={app.service}
                app={app}
                items={items.filter(({ service }) => service === app.service)}
                isCut={isCancelled || isCut(app.service)}
                actions={(item) => !isCancelled && actions(item)}
              />
            ))}
            {total > items.length && (
              <Row apart gap={2}>
                <Text tone="2">{words.leftBehind.firstOf(items.length, total)}</Text>
                <LinkButton size="small" href={`${leftBehind()}?disposition=all&offboarding_id=${id}`}>
                  {words.leftBehind.showAll}
                </LinkButton>
              </Row>
            )}
            {found.apps.length === 0 && items.length === 0 && <Nothing id={id} />}
            {dialogs}
          </Stack>
        )
      }}
    </Loaded>
  )
}
