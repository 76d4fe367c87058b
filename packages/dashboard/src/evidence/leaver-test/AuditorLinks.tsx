import type { LeaverTestId } from "@svc/contract/kernel/ids"
import type { AuditorLink } from "@svc/contract/leaver-test/schema"
import { DateTime } from "effect"
import { useState } from "preact/hooks"
import { Badge } from "#design/Badge.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { linksOf } from "./data.ts"
import { LinkDialog } from "./LinkDialog.tsx"
import { RevokeLinkDialog } from "./RevokeLinkDialog.tsx"

const isOver = ({ expires_at }: AuditorLink) => DateTime.toEpochMillis(expires_at) <= Date.now()

const Link = ({ link, onRevoke }: { readonly link: AuditorLink; readonly onRevoke: () => void }) => {
  const words = useWords().leaverTest
  const { ago, moment } = useFormat()
  const state =
    link.revoked_at !== null ? (
      <Badge tone="bad">{words.revoked}</Badge>
    ) : isOver(link) ? (
      <Badge>{words.over}</Badge>
    ) : (
      <Badge tone="good">{words.works}</Badge>
    )
  return (
    <Stack gap={1}>
      <Row apart>
        <Text strong>{link.label}</Text>
        {state}
      </Row>
      <Text size="small" tone="3">
        {words.linkBy(link.created_by_name, moment(link.expires_at))}
      </Text>
      <Row apart>
        <Text size="small" tone="3">
          {link.last_viewed_at === null ? words.neverViewed : words.viewed(link.views, ago(link.last_viewed_at))}
        </Text>
        {link.revoked_at === null && !isOver(link) && (
          <Button size="small" onClick={onRevoke}>
            {words.revoke}
          </Button>
        )}
      </Row>
    </Stack>
  )
}

/** Auditor links: each opens this one test without an account. */
export const AuditorLinks = ({ id, mayMake }: { readonly id: LeaverTestId; readonly mayMake: boolean }) => {
  const words = useWords().leaverTest
  const [asked, setAsked] = useState<"new" | AuditorLink>()
  const close = () => setAsked(undefined)
  return (
    <Card
      title={words.links}
      actions={
        mayMake && (
          <Button size="small" icon="link" onClick={() => setAsked("new")}>
            {words.makeLink}
          </Button>
        )
      }
    >
      {asked === "new" && <LinkDialog id={id} onClose={close} />}
      {asked !== undefined && asked !== "new" && <RevokeLinkDialog id={id} link={asked} onClose={close} />}
      <Loaded of={linksOf(id)} skeleton={<Skeleton width={62} />}>
        {({ links }) =>
          links.length === 0 ? (
            <Text size="small" tone="3">
              {words.noLinks}
            </Text>
          ) : (
            <Stack>
              {links.map((link) => (
                <Link key={link.id} link={link} onRevoke={() => setAsked(link)} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Card>
  )
}
