import { useWords } from "../languages/words.ts"
import { Page } from "../shell/Page.tsx"

export const Exports = () => <Page title={useWords().shell.exports}>{null}</Page>
