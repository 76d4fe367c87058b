import { useState } from "preact/hooks"
import { useUser } from "#access/data.ts"
import { Badge } from "#design/Badge.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { toast } from "#frame/toasts.tsx"
import { setUpSecondFactor } from "./data.ts"
import { DisableDialog, RenewDialog } from "./ProofDialogs.tsx"
import { RecoveryCodes } from "./RecoveryCodes.tsx"
import { SetUp } from "./SetUp.tsx"

const Off = ({ onCodes }: { readonly onCodes: (codes: ReadonlyArray<string>) => void }) => {
  const words = useWords().ownAccount.second
  const [secret, setSecret] = useState<{ readonly secret: string; readonly otpauth_url: string }>()
  const start = useAction(setUpSecondFactor, { onDone: setSecret })
  if (secret !== undefined) return <SetUp of={secret} onCodes={onCodes} onCancel={() => setSecret(undefined)} />
  return (
    <Stack>
      <Text tone="2">{words.offText}</Text>
      <Refusal of={start.result} />
      <Row end>
        <Button variant="primary" icon="shield-check" busy={start.busy} onClick={() => start.start()}>
          {words.setUp}
        </Button>
      </Row>
    </Stack>
  )
}

const On = ({ onCodes }: { readonly onCodes: (codes: ReadonlyArray<string>) => void }) => {
  const words = useWords().ownAccount.second
  const [asked, setAsked] = useState<"renew" | "disable">()
  const close = () => setAsked(undefined)
  return (
    <Stack>
      <Text tone="2">{words.onText}</Text>
      <Row end>
        <Button variant="danger" onClick={() => setAsked("disable")}>
          {words.disable}
        </Button>
        <Button icon="refresh-cw" onClick={() => setAsked("renew")}>
          {words.renew}
        </Button>
      </Row>
      {asked === "disable" && <DisableDialog onClose={close} />}
      {asked === "renew" && (
        <RenewDialog
          onClose={close}
          onCodes={(codes) => {
            close()
            onCodes(codes)
          }}
        />
      )}
    </Stack>
  )
}

/** Two-factor authentication: set up, new recovery codes, turn off. */
export const SecondFactor = () => {
  const words = useWords().ownAccount.second
  const { twoFactorEnabled } = useUser()
  const [codes, setCodes] = useState<ReadonlyArray<string>>()
  return (
    <Card
      title={words.title}
      actions={<Badge tone={twoFactorEnabled ? "good" : "calm"}>{twoFactorEnabled ? words.on : words.off}</Badge>}
    >
      {twoFactorEnabled ? (
        <On onCodes={setCodes} />
      ) : (
        <Off
          onCodes={(codes) => {
            setCodes(codes)
            toast(words.enabled)
          }}
        />
      )}
      {codes !== undefined && <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />}
    </Card>
  )
}
