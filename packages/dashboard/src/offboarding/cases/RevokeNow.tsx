import type { OffboardingId } from "@svc/contract/kernel/ids"
import { Predicate, type DateTime } from "effect"
import { AsyncResult } from "effect/reactivity"
import { useLayoutEffect } from "preact/hooks"
import { useLocation } from "preact-iso/router"
import { revokeAccess } from "#access-removal/revocations/data.ts"
import { useRunToast } from "#access-removal/revocations/end-of-run.ts"
import { Banner } from "#design/Banner.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { Row, Stack, Text } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { failureOf, Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { offboardingTab } from "#platform/pages.ts"

/** The offboarding exists; starts its revocation. If that fails, says what was done and what was not. */
export const RevokeNow = ({
  made: { id, name, revokeAt }
}: {
  readonly made: { readonly id: OffboardingId; readonly name: string; readonly revokeAt: DateTime.Utc | null }
}) => {
  const words = useWords().newCase
  const { route } = useLocation()
  const { moment } = useFormat()
  const announce = useRunToast(id, name)
  const access = offboardingTab({ id, tab: "access" })
  const { busy, result, start } = useAction(revokeAccess, {
    onDone: (run) => {
      announce(run)
      route(access)
    }
  })
  // A separate call: a step-up repeats its call, and the offboarding must be created once.
  useLayoutEffect(() => start({ offboardingId: id }), [])
  if (busy || !AsyncResult.isFailure(result)) return <Banner tone="accent" title={words.createdRevoking(name)} />
  const failure = failureOf(result)
  // Without an answer the run may have started.
  const isUnknown = Predicate.isTagged(failure, "Unreachable") || Predicate.isTagged(failure, "UnexpectedAnswer")
  return (
    <Stack>
      <Banner tone="bad" title={isUnknown ? words.revocationUnknown : words.notRevoked}>
        <Text as="div">{words.created(name)}</Text>
        <Text as="div">{isUnknown ? words.startUnknown : words.notStarted}</Text>
        <Text as="div">{revokeAt === null ? words.notScheduled : words.scheduled(moment(revokeAt))}</Text>
      </Banner>
      <Refusal of={result} />
      <Row gap={2}>
        <LinkButton variant="primary" href={access}>
          {words.openIt}
        </LinkButton>
        <Button icon="refresh-cw" onClick={() => start({ offboardingId: id })}>
          {words.retryRevocation}
        </Button>
      </Row>
    </Stack>
  )
}
