import type { CaseDetails } from "@svc/contract/cases/schema"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Badge } from "#design/Badge.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { portalLink } from "./data.ts"
import { EndLinkDialog } from "./EndLinkDialog.tsx"
import { MakeLinkDialog } from "./MakeLinkDialog.tsx"

/** Employee portal: sends, replaces, and revokes the link. */
export const PortalLinkCard = ({ details: { id, status } }: { readonly details: CaseDetails }) => {
  const words = useWords().caseDetail
  const { ago, moment } = useFormat()
  const { may } = useMay()
  const [asked, setAsked] = useState<"make" | "end">()
  if (status === "cancelled") return null
  return (
    <Card title={words.portal}>
      <Loaded of={portalLink(id)} skeleton={<Skeleton width={62} />} refusals={{ OffboardingNotFound: () => null }}>
        {({ active, created_at, delivery, expires_at }) => (
          <Stack gap={3}>
            {active && expires_at !== null ? (
              <Text as="div">
                <Badge tone="good">{words.portalActive(moment(expires_at))}</Badge>
                {created_at !== null && (
                  <Text as="div" size="small" tone="3">
                    <time title={moment(created_at)}>{words.portalMade(ago(created_at))}</time>
                    {delivery !== null && ` · ${words.portalDelivered[delivery]}`}
                  </Text>
                )}
              </Text>
            ) : (
              <Text tone="2">{words.portalNone}</Text>
            )}
            {may("offboardings_edit") && (
              <Row gap={2}>
                <Button size="small" icon="link" onClick={() => setAsked("make")}>
                  {active ? words.portalAnew : words.portalMake}
                </Button>
                {active && (
                  <Button size="small" variant="danger" onClick={() => setAsked("end")}>
                    {words.portalEnd}
                  </Button>
                )}
              </Row>
            )}
            {asked === "make" && <MakeLinkDialog id={id} replaces={active} onClose={() => setAsked(undefined)} />}
            {asked === "end" && <EndLinkDialog id={id} onClose={() => setAsked(undefined)} />}
          </Stack>
        )}
      </Loaded>
    </Card>
  )
}
