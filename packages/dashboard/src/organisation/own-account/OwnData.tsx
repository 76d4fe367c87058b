import { AccountExport } from "@svc/contract/own-account/schema"
import { DateTime, Schema } from "effect"
import { useState } from "preact/hooks"
import { useMay, useUser } from "#access/data.ts"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { download } from "#platform/download.ts"
import { Refusal } from "#platform/failures.tsx"
import { exportData } from "./data.ts"
import { CloseDialog, HandOverDialog, LeaveDialog } from "./EndDialogs.tsx"

const encode = Schema.encodeSync(AccountExport)

const Export = () => {
  const words = useWords().ownAccount.data
  const making = useAction(exportData, {
    onDone: (data) =>
      download(
        JSON.stringify(encode(data), null, 2),
        `personal-data-${DateTime.formatIsoDateUtc(data.exported_at)}.json`,
        "application/json"
      )
  })
  return (
    <Card title={words.exportTitle}>
      <Stack>
        <Text tone="2">{words.exportText}</Text>
        <Refusal of={making.result} />
        <Row end>
          <Button icon="download" busy={making.busy} onClick={() => making.start()}>
            {words.exportDo}
          </Button>
        </Row>
      </Stack>
    </Card>
  )
}

const Way = ({
  about,
  name,
  onClick
}: {
  readonly name: string
  readonly about: string
  readonly onClick: () => void
}) => (
  <Row apart>
    <Text tone="2">{about}</Text>
    <Button variant="danger" onClick={onClick}>
      {name}
    </Button>
  </Row>
)

/** Personal data export; leaving the organization and closing the account. */
export const OwnData = () => {
  const words = useWords().ownAccount.data
  const { orgId } = useUser()
  const { may } = useMay()
  const [asked, setAsked] = useState<"leave" | "handOver" | "close">()
  const close = () => setAsked(undefined)
  return (
    <Stack>
      <Export />
      <Card title={words.endTitle}>
        <Stack>
          {orgId !== null && <Way name={words.leave} about={words.leaveAbout} onClick={() => setAsked("leave")} />}
          {/* Choosing a new owner needs the member list. */}
          {may("members_manage") && (
            <Way name={words.handOver} about={words.handOverAbout} onClick={() => setAsked("handOver")} />
          )}
          <Way name={words.close} about={words.closeAbout} onClick={() => setAsked("close")} />
        </Stack>
      </Card>
      {asked === "leave" && <LeaveDialog onClose={close} />}
      {asked === "handOver" && <HandOverDialog onClose={close} />}
      {asked === "close" && <CloseDialog onClose={close} />}
    </Stack>
  )
}
