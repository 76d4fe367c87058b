import { type ApiKey, type RotatedApiKey, RotationGrace } from "@svc/contract/api-keys/schema"
import { useState } from "preact/hooks"
import { OptionCard, OptionCards } from "#design/OptionCard.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { rotateKey } from "./data.ts"

/** Rotation with a grace period for the old secret. */
export const RotateDialog = ({
  of,
  onClose,
  onRotated
}: {
  readonly of: ApiKey
  readonly onClose: () => void
  readonly onRotated: (key: RotatedApiKey) => void
}) => {
  const words = useWords().apiKeys
  const [grace, setGrace] = useState<RotationGrace>("24h")
  const rotation = useAction(rotateKey, {
    onDone: (key) => {
      onClose()
      onRotated(key)
    }
  })
  return (
    <ActionDialog
      title={words.rotateTitle(of.name)}
      why={of.previous_valid_until === null ? words.rotateText : words.rotateAgainText}
      onClose={onClose}
      onSubmit={() => rotation.start({ keyId: of.id, grace })}
      act={rotation}
      confirm={words.rotate}
    >
      <OptionCards label={words.graceLabel}>
        {RotationGrace.literals.map((one) => (
          <OptionCard
            group="grace"
            name={words.graces[one]}
            chosen={one === grace}
            onPick={() => setGrace(one)}
            {...(one === "0" ? { beside: words.noGraceText } : {})}
          />
        ))}
      </OptionCards>
    </ActionDialog>
  )
}
