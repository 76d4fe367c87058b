import { useWords } from "../languages/words.ts"
import { Page } from "../shell/Page.tsx"

export const LeaverTests = () => <Page title={useWords().shell.leaverTest}>{null}</Page>
