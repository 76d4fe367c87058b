import { useWords } from "../languages/words.ts"
import { Page } from "../shell/Page.tsx"

export const Settings = () => <Page title={useWords().shell.settings}>{null}</Page>
