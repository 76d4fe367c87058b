import { useWords } from "../languages/words.ts"
import { Page } from "../shell/Page.tsx"

export const Notifications = () => <Page title={useWords().shell.notifications}>{null}</Page>
