import { useWords } from "../languages/words.ts"
import { Page } from "../shell/Page.tsx"

export const Assets = () => <Page title={useWords().shell.assets}>{null}</Page>
