import { Tabs } from "#design/Tabs.tsx"
import { useWords } from "#languages/words.ts"
import { ownAccount, ownAccountTab } from "#platform/pages.ts"
import { Page } from "#frame/Page.tsx"
import { NoticeChoices } from "./NoticeChoices.tsx"
import { OwnData } from "./OwnData.tsx"
import { Profile } from "./Profile.tsx"
import { Security } from "./Security.tsx"
import { Sessions } from "./Sessions.tsx"

const parts = {
  profile: Profile,
  security: Security,
  sessions: Sessions,
  notifications: NoticeChoices,
  data: OwnData
} as const

const isPart = (tab: string): tab is keyof typeof parts => Object.hasOwn(parts, tab)

/** Settings of the user's own account, for every role. */
export const OwnAccount = ({ tab = "profile" }: { readonly tab?: string }) => {
  const { ownAccount: words, shell } = useWords()
  const current = isPart(tab) ? tab : "profile"
  const Part = parts[current]
  return (
    <Page title={shell.ownAccount} about={words.about} help="account">
      <Tabs
        label={shell.ownAccount}
        tabs={Object.keys(parts)
          .filter(isPart)
          .map((name) => ({
            name: words.tabs[name],
            href: name === "profile" ? ownAccount() : ownAccountTab({ tab: name }),
            current: name === current
          }))}
      />
      <Part />
    </Page>
  )
}
