import { AsyncResult } from "effect/reactivity"
import { Badge } from "#design/Badge.tsx"
import { IconButton } from "#design/Button.tsx"
import { VisuallyHidden } from "#design/layout.tsx"
import { useFirstWords } from "#languages/words.ts"
import { notifications } from "#platform/pages.ts"
import { useQuery } from "#platform/atoms.ts"
import { useFormat } from "#platform/format.ts"
import { unreadCount } from "./data.ts"

/** Unread count; 0 until loaded. */
const useUnread = () => {
  const result = useQuery(unreadCount)
  return AsyncResult.isSuccess(result) ? result.value : 0
}

/** Unread count in the navigation. */
export const UnreadBadge = () => {
  const words = useFirstWords().notifications
  const { number } = useFormat()
  const unread = useUnread()
  return unread === 0 ? null : (
    <Badge tone="accent" plain>
      {number(unread)}
      <VisuallyHidden> {words.unread}</VisuallyHidden>
    </Badge>
  )
}

/** Bell in the top bar of narrow screens, where the navigation is collapsed. */
export const Bell = () => {
  const words = useFirstWords().notifications
  const unread = useUnread()
  return (
    <IconButton
      icon={unread === 0 ? "bell" : "bell-ring"}
      label={unread === 0 ? words.title : words.titleUnread(unread)}
      href={notifications()}
    />
  )
}
