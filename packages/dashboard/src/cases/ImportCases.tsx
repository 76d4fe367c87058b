import { useWords } from "../languages/words.ts"
import { Page } from "../shell/Page.tsx"

export const ImportCases = () => <Page title={useWords().shell.importCases}>{null}</Page>
