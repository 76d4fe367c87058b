import type { LeftBehindItem } from "@svc/contract/left-behind/schema"
import { useNames } from "#connections/integrations/providers.ts"
import { useDialogAction } from "#frame/ActionDialog.tsx"
import { ReasonDialog } from "#records/ReasonDialog.tsx"
import { useWords } from "#languages/words.ts"
import { Refusal } from "#platform/failures.tsx"
import { endedByHand, letCutGoOn, letStay } from "./data.ts"

interface Asked {
  readonly item: LeftBehindItem
  readonly onClose: () => void
}

/** Accept risk: the item stays, with a reason. */
export const StayDialog = ({ item, onClose }: Asked) => {
  const words = useWords().leftBehind
  const nameOf = useNames()
  const staying = useDialogAction(letStay, words.stayed(item.label), onClose)
  return (
    <ReasonDialog
      title={words.stayTitle(item.label)}
      why={words.stayText}
      stays={words.stayStays(nameOf(item.service))}
      confirm={words.stay}
      busy={staying.busy}
      onClose={onClose}
      onConfirm={(reason) => staying.start({ item, reason })}
    >
      <Refusal of={staying.result} />
    </ReasonDialog>
  )
}

/** Mark as ended or transferred, after a manual change in the app. */
export const DoneDialog = ({ item, onClose }: Asked) => {
  const words = useWords().leftBehind
  const isTaken = item.new_owner !== null && item.new_owner.accepted_at !== null
  const ending = useDialogAction(endedByHand, words.doneSaid(item.label), onClose)
  return (
    <ReasonDialog
      title={(isTaken ? words.handedTitle : words.doneTitle)(item.label)}
      why={words.doneText}
      confirm={isTaken ? words.handed : words.done}
      busy={ending.busy}
      onClose={onClose}
      onConfirm={(reason) => ending.start({ item, reason })}
    >
      <Refusal of={ending.result} />
    </ReasonDialog>
  )
}

/** Override: revoke although no one takes over. */
export const GoDialog = ({ item, onClose }: Asked) => {
  const words = useWords().leftBehind
  const nameOf = useNames()
  const going = useDialogAction(letCutGoOn, words.goSaid(nameOf(item.service)), onClose)
  return (
    <ReasonDialog
      danger
      title={words.goTitle(nameOf(item.service))}
      why={words.goText(item.stops_the_cut ?? item.label)}
      ends={words.goEnds(nameOf(item.service))}
      stays={words.goStays(item.label)}
      confirm={words.go}
      busy={going.busy}
      onClose={onClose}
      onConfirm={(reason) => going.start({ item, reason })}
    >
      <Refusal of={going.result} />
    </ReasonDialog>
  )
}
