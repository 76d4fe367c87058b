import { useWords } from "../languages/words.ts"
import { Page } from "../shell/Page.tsx"

export const OwnAccount = () => <Page title={useWords().shell.ownAccount}>{null}</Page>
