import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { MissingItem, OffboardingStatus } from "@svc/contract/offboardings/schema"
import { useNames } from "#connections/integrations/providers.ts"
import { Banner } from "#design/Banner.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { offboardingTab } from "#platform/pages.ts"

/** Tab where each kind of missing item is resolved. */
const placeOf = { app: "access", asset: "assets", asset_confirmation: "assets", task: "tasks" } as const

/** Items that block a stage, as the API lists them, each with a link to where it is resolved. */
export const Blocked = ({
  id,
  missing,
  onConfirm,
  confirming,
  onOverride,
  stage
}: {
  readonly id: OffboardingId
  readonly stage: OffboardingStatus
  readonly missing: ReadonlyArray<MissingItem>
  readonly onConfirm: () => void
  readonly confirming: boolean
  /** Completes with open tasks; given only if nothing else is missing and the role may override. */
  readonly onOverride: (() => void) | undefined
}) => {
  const { caseDetail, cases: words } = useWords()
  const nameOf = useNames()
  const shown = (kind: MissingItem["kind"], name: string) => (kind === "app" ? nameOf(name) : name)
  const kinds = Map.groupBy(missing, ({ kind }) => kind)
  return (
    <Banner tone="watch" title={words.blocked(words.stages[stage])}>
      <Stack gap={2}>
        {[...kinds].map(([kind, items]) => (
          <Row apart gap={2} key={kind}>
            <Text as="div">
              {words.missing[kind]}
              <Text as="div" size="small" tone="2">
                {kind !== "asset_confirmation" &&
                  items
                    .slice(0, 3)
                    .map(({ name, still_active }) =>
                      still_active === true ? `${shown(kind, name)} (${words.toConfirm})` : shown(kind, name)
                    )
                    .join(", ")}{" "}
                {items.length > 3 && words.more(items.length - 3)}
              </Text>
            </Text>
            {kind === "asset_confirmation" ? (
              <Button size="small" busy={confirming} onClick={onConfirm}>
                {caseDetail.goThere[kind]}
              </Button>
            ) : (
              <LinkButton size="small" href={offboardingTab({ id, tab: placeOf[kind] })}>
                {caseDetail.goThere[kind]}
              </LinkButton>
            )}
          </Row>
        ))}
        {onOverride !== undefined && (
          <Row end>
            <Button size="small" variant="danger" onClick={onOverride}>
              {caseDetail.override}
            </Button>
          </Row>
        )}
      </Stack>
    </Banner>
  )
}
