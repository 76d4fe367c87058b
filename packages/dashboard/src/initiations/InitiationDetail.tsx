import { useWords } from "../languages/words.ts"
import { Page } from "../shell/Page.tsx"

export const InitiationDetail = () => <Page title={useWords().shell.initiations}>{null}</Page>
